import { BULK_MAX } from "@/lib/approvals/triage/types";
import type { RiskWord } from "@/lib/core/risk";

/** A call as it was when it was selected: what is decided is this, whatever has become of it since. */
export type SelectedCall = {
  id: string;
  revision: number;
  argumentsSha256: string;
  headline: string;
  /** Equal for calls of one tool of one gateway. */
  tool: string;
  risk: RiskWord;
  decideBy: Date;
  /** When a call that went wrong last changed; absent on one that waits. */
  changedAt?: Date;
};

export type Selection = ReadonlyMap<string, SelectedCall>;

const isWrong = (call: SelectedCall | undefined) => call?.changedAt !== undefined;

/**
 * One row's calls put in or taken out. `full` is true when some did not fit. Calls that wait and calls that went wrong are never
 * selected together: the first of the other kind begins anew.
 */
export function withCalls(
  selection: Selection,
  calls: readonly SelectedCall[],
  selected: boolean,
): { selection: Selection; full: boolean } {
  const next = new Map([...selection].filter(([, call]) => isWrong(call) === isWrong(calls[0])));
  let full = false;
  for (const call of calls) {
    if (!selected) next.delete(call.id);
    else if (next.has(call.id) || next.size < BULK_MAX) next.set(call.id, call);
    else full = true;
  }
  return { selection: next, full };
}

/** The keys from the anchor to the row, in the order they are shown; only the row when there is no anchor. */
export function rangeOf(shown: readonly string[], anchor: string | null, key: string): readonly string[] {
  const from = anchor === null ? -1 : shown.indexOf(anchor);
  const to = shown.indexOf(key);
  if (from === -1 || to === -1) return [key];
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}
