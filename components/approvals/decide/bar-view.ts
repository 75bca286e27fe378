import type { ApprovalView } from "@/lib/approvals/detail/types";

/** What the bar needs to know of a call; the rest stays on the server. */
export type BarView = Pick<
  ApprovalView,
  | "id"
  | "revision"
  | "argumentsSha256"
  | "decision"
  | "releaseAt"
  | "execution"
  | "risk"
  | "verbs"
  | "confirmation"
  | "approveLabel"
  | "editsApart"
  | "startsHow"
  | "reasonRequired"
  | "viewerActed"
  | "breakGlass"
  | "passkey"
  | "approvalsRequired"
> & {
  headline: string;
  facts: { label: string; text: string }[];
  /** The policy that refuses it by now. */
  refusedBy: string | null;
  argumentsText: string | null;
  /** The definition of the tool, for those who may edit. */
  schemaText: string | null;
  decideBy: Date;
  asOf: Date;
  /** Who approved it, as far as it counts. */
  approvers: string[];
  votes: number;
  snoozed: boolean;
};

/** What the page shows of the call, as one text: another text is another state. */
export function pageOf(view: BarView): string {
  const { id, revision, argumentsSha256, decision, execution, votes, decideBy, releaseAt } = view;
  const times = [decideBy.getTime(), releaseAt?.getTime()];
  return [id, revision, argumentsSha256, decision, execution, votes, ...times].join(" ");
}
