import { keptSelection } from "@/components/ui/list/kept-selection";
import { type Selection as KeptSelection, withItems } from "@/components/ui/list/selection";
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

export type Selection = KeptSelection<SelectedCall>;

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
  const alike = [...selection].filter(([, call]) => isWrong(call) === isWrong(calls[0]));
  return withItems(new Map(alike), calls, { on: selected, max: BULK_MAX });
}

/** The calls that are selected in this browser tab. */
export const keptCalls = keptSelection<SelectedCall>(withCalls);
