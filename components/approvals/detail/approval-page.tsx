import type { ReactNode } from "react";
import { PAGE } from "@/components/words/approvals/page";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { foldsOf } from "@/lib/arguments/folding";
import { ArgumentsPanel, compareArguments } from "../arguments/arguments-panel";
import { ActionBar, type BarView } from "../decide/action-bar";
import type { DecisionActions } from "../decide/use-decision";
import type { AcknowledgeActions } from "../triage/acknowledge-dialog";
import type { Look } from "../triage/presence";
import type { AssignActions } from "../triage/use-assign";
import type { SnoozeActions } from "../triage/use-snooze";
import { DecisionSection, OutcomeSection, ToldSection } from "./after";
import { ApprovalHead } from "./approval-head";
import { AttentionSection } from "./attention";
import { PreviewSection, ReasonAndCaller } from "./context";
import type { Replay } from "./replay-button";
import { TimelineSection } from "./timeline";
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
    headline: view.headline,
    verbs: view.verbs,
    confirmation: view.confirmation,
    approveLabel: view.approveLabel,
    decideBy: view.decideBy,
    votes: view.votes.length,
    snoozed: view.snoozedUntil !== null,
    argumentsText: view.verbs.includes("edit") ? view.argumentsText : null,
    schemaText: view.verbs.includes("edit") ? view.server.inputSchemaText : null,
    facts: [
      { label: PAGE.toWhom, text: facts.toWhom.claim ?? PAGE.unknownWhom },
      { label: PAGE.howMany, text: facts.howMany.claim ?? PAGE.unknownCount },
      { label: PAGE.undo, text: facts.undo.claim ?? PAGE.unknownUndo },
    ],
  };
}

/** Everything that can be done from the page of a call. */
export type CallActions = DecisionActions &
  AssignActions &
  SnoozeActions &
  AcknowledgeActions & { look: Look; replay: Replay };

/** Everything a person needs to decide one call, facts before controls. */
export function ApprovalPage({
  view,
  mayDecide,
  actions,
  backHref,
  next,
}: {
  view: ApprovalView;
  mayDecide: boolean;
  actions: CallActions;
  /** The list this call was opened from. */
  backHref: string;
  /** Where to go on once it is decided. */
  next: ReactNode;
}) {
  const comparison = compareArguments(view);
  const decided = view.decision !== "pending";
  return (
    <article className="flex grow flex-col">
      <ApprovalHead view={view} mayDecide={mayDecide} actions={actions} backHref={backHref} />
      <div className="flex grow flex-col gap-[18px] px-7 py-[18px] max-md:px-4 max-md:py-3.5">
        <AttentionSection view={view} mayDecide={mayDecide} actions={actions} />
        <DecisionSection view={view} />
        <OutcomeSection view={view} />
        <ArgumentsPanel view={view} comparison={comparison} />
        <PreviewSection view={view} />
        <ReasonAndCaller view={view} />
        <WhyHere view={view} />
        {decided ? <ToldSection view={view} /> : null}
        <TimelineSection view={view} replay={actions.replay} />
      </div>
      <ActionBar
        view={barView(view)}
        folds={foldsOf(comparison.rows, view.risk)}
        actions={actions}
        next={next}
      />
    </article>
  );
}
