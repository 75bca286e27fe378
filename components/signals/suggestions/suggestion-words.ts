import { RISK_WORDS } from "@/components/ui/risk-mark";
import type { ReRating } from "@/lib/signals/suggestions/re-rating";
import type { DismissReason, SuggestionKind, SuggestionState } from "@/lib/signals/suggestions/types";

export const KIND_WORDS: Record<SuggestionKind, string> = {
  split: "Split",
  recompose: "Recompose",
  tighten: "Tighten the schema",
  retire: "Retire",
  rate: "Re-rate",
};

export const SUGGESTION_STATE_WORDS: Record<SuggestionState, string> = {
  open: "Open",
  accepted: "Accepted",
  dismissed: "Dismissed",
};

/** The label of the button that rates a tool as suggested. */
export const rateWords = ({ to }: Pick<ReRating, "to">): string => `Rate it ${RISK_WORDS[to.risk]}`;

/** The members of a suggestion that its buttons need. */
export type JudgedSuggestion = {
  id: string;
  revision: number;
  state: SuggestionState;
  title: string;
  hasIssue: boolean;
};

export const DISMISS_WORDS: Record<DismissReason, string> = {
  by_design: "Works as intended",
  misleading: "The figures are misleading",
  not_worth_it: "Not worth the change",
  elsewhere: "Already being done",
  not_ours: "The tool is not ours to change",
  other: "Another reason",
};
