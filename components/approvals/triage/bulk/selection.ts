import { keptSelection } from "@/components/ui/list/kept-selection";
import { type Selection as KeptSelection, withItems } from "@/components/ui/list/selection";
import { BULK_MAX } from "@/lib/approvals/types";
import type { RiskWord } from "@/lib/core/risk";

/** A call as selected. The decision is on this state, even if the call changes later. */
export type SelectedCall = {
  id: string;
  revision: number;
  argumentsSha256: string;
  headline: string;
  /** Equal for calls of one tool of one gateway. */
  tool: string;
  risk: RiskWord;
  decideBy: Date;
  /** When a failed call last changed; absent on a waiting one. */
  changedAt?: Date;
};

export type Selection = KeptSelection<SelectedCall>;

const isWrong = (call: SelectedCall | undefined) => call?.changedAt !== undefined;

/**
 * Adds or removes the calls of one row. `full`: some did not fit. A selection never mixes waiting
 * and failed calls: selecting the other kind starts a new one.
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
