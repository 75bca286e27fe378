import type { ApprovalView } from "@/lib/approvals/detail/types";

/** The members of a call that the bar needs; the rest stays on the server. */
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
  /** The policy that now refuses it. */
  refusedBy: string | null;
  /** The policy of the call that matches facts of the gateway. */
  onFacts: string | null;
  argumentsText: string | null;
  /** The tool's schema, for people who may edit. */
  schemaText: string | null;
  decideBy: Date;
  asOf: Date;
  /** People whose approvals count. */
  approvers: string[];
  votes: number;
  snoozed: boolean;
};

/** Key of the page's content: another key means another state. */
export function pageOf(view: BarView): string {
  const { id, revision, argumentsSha256, decision, execution, votes, decideBy, releaseAt } = view;
  const times = [decideBy.getTime(), releaseAt?.getTime()];
  return [id, revision, argumentsSha256, decision, execution, votes, ...times].join(" ");
}
