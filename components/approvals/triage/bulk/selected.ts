import { BULK_APPROVE_MAX } from "@/lib/approvals/triage/types";
import type { SelectedCall, Selection } from "./selection";

// What the bar asks of a selection. Separate from ./selection, because the list loads before the
// bar.

/** The calls that went wrong; their actions differ from those of waiting calls. */
export function wrongOf(selection: Selection): (SelectedCall & { changedAt: Date })[] {
  return [...selection.values()].flatMap((call) =>
    call.changedAt ? [{ ...call, changedAt: call.changedAt }] : [],
  );
}

/** Why these calls cannot be approved together; null if they can. */
export function whyNotTogether(selection: Selection): "critical" | "tools" | "many" | null {
  const calls = [...selection.values()];
  if (calls.some((call) => call.risk === "critical")) return "critical";
  if (new Set(calls.map((call) => call.tool)).size > 1) return "tools";
  return calls.length > BULK_APPROVE_MAX ? "many" : null;
}
