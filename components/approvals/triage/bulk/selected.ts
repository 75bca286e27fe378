import { BULK_APPROVE_MAX } from "@/lib/approvals/triage/types";
import type { SelectedCall, Selection } from "./selection";

// What the bar asks of a selection; apart from ./selection, because the list is on the screen before the bar is.

/** The calls that went wrong; other things can be done with those than with calls that wait. */
export function wrongOf(selection: Selection): (SelectedCall & { changedAt: Date })[] {
  return [...selection.values()].flatMap((call) =>
    call.changedAt ? [{ ...call, changedAt: call.changedAt }] : [],
  );
}

/** Why these cannot be approved together; null when they can. */
export function whyNotTogether(selection: Selection): "critical" | "tools" | "many" | null {
  const calls = [...selection.values()];
  if (calls.some((call) => call.risk === "critical")) return "critical";
  if (new Set(calls.map((call) => call.tool)).size > 1) return "tools";
  return calls.length > BULK_APPROVE_MAX ? "many" : null;
}
