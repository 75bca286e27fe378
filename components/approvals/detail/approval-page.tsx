import type { ReactNode } from "react";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { compareArguments } from "@/lib/arguments/comparison";
import { foldsOf } from "@/lib/arguments/folding";
import { ArgumentsPanel } from "../arguments/arguments-panel";
import { CallName } from "../call-name";
import { ActionBar } from "../decide/action-bar";
import type { BarView } from "../decide/bar-view";
import { headlineText } from "../headline-text";
import { DecisionSection, OutcomeSection, ToldSection } from "./after";
import { ApprovalHead } from "./approval-head";
import { AttentionSection } from "./attention";
import { PreviewSection, ReasonAndCaller } from "./context";
import { Ended } from "./ended";
import { UNKNOWN } from "./fact-grid";
import { TimelineSection } from "./timeline";
import { UnaskedSection } from "./unasked";
import { WhyHere } from "./why-here";

/** What the browser needs of a call to decide it. The arguments go along only for those who may edit them. */
function barView(view: ApprovalView): BarView {
  const { facts } = view;
  return {
    id: view.id,
    revision: view.revision,
    argumentsSha256: view.argumentsSha256,
    decision: view.decision,
    execution: view.execution,
    risk: view.risk,
    headline: headlineText(view),
    verbs: view.verbs,
    confirmation: view.confirmation,
    approveLabel: view.approveLabel,
    startsHow: view.startsHow,
    reasonRequired: view.reasonRequired,
    viewerActed: view.viewerActed,
    decideBy: view.decideBy,
    votes: view.votes.length,
    snoozed: view.snoozedUntil !== null,
    argumentsText: view.verbs.includes("edit") ? view.argumentsText : null,
    schemaText: view.verbs.includes("edit") ? view.server.inputSchemaText : null,
    facts: [
      { label: "To whom", text: facts.toWhom.claim ?? UNKNOWN.toWhom },
      { label: "How many", text: facts.howMany.claim ?? UNKNOWN.howMany },
      { label: "Undo", text: facts.undo.claim ?? UNKNOWN.undo },
    ],
  };
}

/** Why verbs are not there: the policy leaves the call to others, or it is made for the viewer. */
function NotYours({ view }: { view: ApprovalView }) {
  if (view.ineligible !== null)
    return (
      <p className="text-fg-muted text-sm">
        <Untrusted>{view.ineligible}</Untrusted> You cannot decide it.
      </p>
    );
  if (!view.ownCall || view.decision !== "pending" || !view.verbs.includes("reject")) return null;
  return (
    <p className="text-fg-muted text-sm">
      This call is made on your behalf, so somebody else has to approve it. You can still reject it.
    </p>
  );
}

/** Everything a person needs to decide one call, facts before controls. */
export function ApprovalPage({
  view,
  mayDecide,
  mayWritePolicies,
  backHref,
  toolHealth,
  next,
}: {
  view: ApprovalView;
  mayDecide: boolean;
  /** The viewer may see and change policies. */
  mayWritePolicies: boolean;
  /** The list this call was opened from. */
  backHref: string;
  /** How the tool did lately. */
  toolHealth: ReactNode;
  /** Where to go on once it is decided. */
  next: ReactNode;
}) {
  const comparison = compareArguments({
    now: view.argumentsText,
    requested: view.requestedArgumentsText,
    last: view.lastApproved?.argumentsText ?? null,
  });
  const decided = view.decision !== "pending";
  return (
    <article data-open-call className="flex grow flex-col">
      <ApprovalHead view={view} mayDecide={mayDecide} backHref={backHref} />
      <div className="flex grow flex-col gap-[18px] px-7 py-[18px] max-md:px-4 max-md:py-3.5">
        <AttentionSection view={view} mayDecide={mayDecide} />
        <UnaskedSection view={view} />
        <DecisionSection view={view} />
        <OutcomeSection view={view} />
        <ArgumentsPanel view={view} comparison={comparison} />
        <PreviewSection view={view} />
        <ReasonAndCaller view={view} />
        <WhyHere view={view} mayWritePolicies={mayWritePolicies} beside={toolHealth} />
        {decided ? <ToldSection view={view} /> : null}
        <TimelineSection view={view} />
      </div>
      <ActionBar
        view={barView(view)}
        folds={foldsOf(comparison.rows, view.risk)}
        name={<CallName call={{ ...view, headline: headlineText(view) }} />}
        note={<NotYours view={view} />}
        ended={view.decision === "pending" ? null : <Ended view={view} />}
        next={next}
      />
    </article>
  );
}
