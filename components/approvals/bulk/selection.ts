/** A call as it was when it was selected: what is decided is this, whatever has become of it since. */
export type SelectedCall = {
  id: string;
  revision: number;
  argumentsSha256: string;
  headline: string;
  /** Equal for calls of one tool of one gateway. */
  tool: string;
  critical: boolean;
  decideBy: Date;
};

export type Selection = ReadonlyMap<string, SelectedCall>;

// As lib/approvals/bulk/schema.ts has them, which would bring zod along.
export const BULK_MAX = 100;
export const BULK_APPROVE_MAX = 20;

/** One row's calls put in or taken out. `full` is true when some did not fit. */
export function withCalls(
  selection: Selection,
  calls: readonly SelectedCall[],
  selected: boolean,
): { selection: Selection; full: boolean } {
  const next = new Map(selection);
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

/** Why these cannot be approved together; null when they can. */
export function whyNotTogether(selection: Selection): "critical" | "tools" | "many" | null {
  const calls = [...selection.values()];
  if (calls.some((call) => call.critical)) return "critical";
  if (new Set(calls.map((call) => call.tool)).size > 1) return "tools";
  return calls.length > BULK_APPROVE_MAX ? "many" : null;
}
