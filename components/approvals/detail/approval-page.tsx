import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { compareArguments } from "@/lib/arguments/comparison";
import { foldsOf } from "@/lib/arguments/folding";
import type { ByKind } from "@/lib/arguments/kinds/types";
import { ArgumentsPanel } from "../arguments/arguments-panel";
import { CallName } from "../call-name";
import { ActionBar } from "../decide/action-bar";
import type { BarView } from "../decide/bar-view";
import type { NextRow } from "../decide/going-on";
import { headlineText } from "../headline-text";
import { DecisionSection, KnownOutcomeSection, OutcomeSection, ToldSection } from "./after";
import { ApprovalHead } from "./approval-head";
import { AskedSection } from "./asked";
import { AttemptsSection, EarlierAttemptSection, NextAttemptSection } from "./attempts";
import { AttentionSection } from "./attention";
import { PreviewSection, ReasonAndCaller } from "./context";
import { UNKNOWN } from "./fact-grid";
import { Ended } from "./policy-verdict";
import { ReceiptSection } from "./receipts";
import { RecordSection } from "./record";
import { ReviewSection } from "./review";
import { UnaskedSection } from "./runner-warning";
import { TimelineSection } from "./timeline";
import { needsMore, othersHaveTo } from "./votes";
import { WhyHere } from "./why-here";

/** The members of a call that the bar needs. Only people who may edit receive the arguments. */
function barView(view: ApprovalView): BarView {
  const { facts } = view;
  return {
    id: view.id,
    revision: view.revision,
    argumentsSha256: view.argumentsSha256,
    decision: view.decision,
    releaseAt: view.releaseAt,
    approvers: view.votes
      .filter(({ counts, verdict }) => counts && verdict === "approve")
      .map(({ by }) => by),
    asOf: view.asOf,
    execution: view.execution,
    risk: view.risk,
    headline: headlineText(view),
    verbs: view.verbs,
    confirmation: view.confirmation,
    approveLabel: view.approveLabel,
    editsApart: view.editsApart,
    startsHow: view.startsHow,
    reasonRequired: view.reasonRequired,
    onFacts: [view.policy, ...view.editPolicies].find((one) => one?.matchesFacts)?.name ?? null,
    viewerActed: view.viewerActed,
    breakGlass: view.breakGlass,
    passkey: view.passkey,
    approvalsRequired: view.approvalsRequired,
    decideBy: view.decideBy,
    votes: view.votes.length,
    snoozed: view.snoozedUntil !== null,
    refusedBy: view.refusedBy?.name ?? null,
    argumentsText: view.verbs.includes("edit") ? view.argumentsText : null,
    schemaText: view.verbs.includes("edit") ? view.server.inputSchemaText : null,
    facts: [
      { label: "Recipients", text: facts.toWhom.claim ?? UNKNOWN.toWhom },
      { label: "How many", text: facts.howMany.claim ?? UNKNOWN.howMany },
      { label: "Undo", text: facts.undo.claim ?? UNKNOWN.undo },
    ],
  };
}

/** The person the viewer decides for, if the viewer may not decide in their own right. */
function StandsIn({ inPlaceOf }: Pick<ApprovalView, "inPlaceOf">) {
  return inPlaceOf.length === 0 ? null : (
    <p className="text-fg-muted text-sm">
      You decide for{" "}
      {inPlaceOf.map(({ name, until }, at) => (
        <span key={name}>
          {at > 0 ? " or for " : null}
          <Untrusted>{name}</Untrusted>, who is out until <Time value={until} form="date" />
        </span>
      ))}
      .
    </p>
  );
}

/**
 * Why verbs are missing: a policy refuses the call or assigns it to others, or the agent acts for
 * the viewer.
 */
function NotYours({ view }: { view: ApprovalView }) {
  if (view.refusedBy && view.decision === "pending")
    return (
      <p className="text-sm">
        The policy “<Untrusted>{view.refusedBy.name}</Untrusted>” refuses this call now, so no one can approve
        it
        {view.verbs.includes("edit") ? " as it is" : null}.
        {view.verbs.includes("reject") ? " Reject it to close it." : null}
      </p>
    );
  if (view.ineligible !== null)
    return (
      <p className="text-fg-muted text-sm">
        <Untrusted>{view.ineligible}</Untrusted> You cannot decide it
        {view.breakGlass ? ", unless you break the glass in an emergency" : null}.
      </p>
    );
  if (view.decision !== "pending" || view.releaseAt !== null) return null;
  if (view.hasVoted) {
    const more =
      view.missing?.needed === 0
        ? "As many people agree as have to: approve it again, and it is decided"
        : needsMore(view);
    return <p className="text-fg-muted text-sm">{`You have approved this call. ${more}.`}</p>;
  }
  if (!view.verbs.includes("reject")) return null;
  if (view.passkey?.has === false && !view.ownCall) return <LacksPasskey passkey={view.passkey} />;
  if (view.cannotApprove !== null)
    return (
      <p className="text-fg-muted text-sm">
        <Untrusted>{view.cannotApprove}</Untrusted> {othersHaveTo(view)} approve it. You can still reject it.
      </p>
    );
  if (!view.ownCall) return <StandsIn inPlaceOf={view.inPlaceOf} />;
  return (
    <p className="text-fg-muted text-sm">
      This call is made on your behalf. {othersHaveTo(view)} approve it. You can still reject it.
    </p>
  );
}

/** Why the viewer cannot approve without a passkey, and how to add one. */
function LacksPasskey({ passkey }: { passkey: NonNullable<ApprovalView["passkey"]> }) {
  return (
    <p className="text-fg-muted text-sm">
      <Untrusted>{passkey.because}</Untrusted>{" "}
      {passkey.possible ? (
        <>
          You have none, so you cannot approve it yet:{" "}
          <Link href="/settings/profile#passkeys" className="text-accent underline underline-offset-2">
            add a passkey in your profile
          </Link>
          , then come back. You can reject it without one.
        </>
      ) : (
        "Browsers create no passkeys for this address, so no one can approve the call. An administrator has to set PUBLIC_URL. You can still reject it."
      )}
    </p>
  );
}

/** Everything a person needs to decide one call, facts before controls. */
export function ApprovalPage({
  view,
  byKind,
  mayNote,
  mayDecide,
  mayWritePolicies,
  backHref,
  toolHealth,
  next,
  nextRow,
}: {
  view: ApprovalView;
  /** The arguments by what they are; null if nothing is recognised. */
  byKind: ByKind | null;
  mayNote: boolean;
  mayDecide: boolean;
  /** Whether the viewer may see and change policies. */
  mayWritePolicies: boolean;
  backHref: string;
  /** The tool's recent health. */
  toolHealth: ReactNode;
  /** The next call after the decision. */
  next: ReactNode;
  /** The same, to open by itself where no list is on the page. */
  nextRow: NextRow | null;
}) {
  const comparison = compareArguments({
    now: view.argumentsText,
    requested: view.requestedArgumentsText,
    last: view.lastApproved?.argumentsText ?? null,
  });
  const decided = view.decision !== "pending";
  return (
    <article data-open-call={view.id} tabIndex={-1} className="flex grow flex-col outline-none">
      <ApprovalHead view={view} mayDecide={mayDecide} backHref={backHref} />
      <div className="flex grow flex-col gap-[18px] px-7 py-[18px] max-md:px-4 max-md:py-3.5">
        <AttentionSection view={view} mayDecide={mayDecide} />
        <ReviewSection view={view} may={{ decide: mayDecide, writePolicies: mayWritePolicies }} />
        <UnaskedSection view={view} />
        <DecisionSection view={view} />
        <OutcomeSection view={view} />
        <KnownOutcomeSection view={view} mayDecide={mayDecide} />
        <NextAttemptSection view={view} />
        <RecordSection view={view} />
        <AskedSection view={view} />
        <EarlierAttemptSection view={view} />
        <AttemptsSection view={view} />
        <ArgumentsPanel view={view} comparison={comparison} byKind={byKind} />
        <PreviewSection view={view} />
        <ReasonAndCaller view={view} />
        <WhyHere view={view} mayWritePolicies={mayWritePolicies} beside={toolHealth} />
        {decided ? <ToldSection view={view} /> : null}
        <ReceiptSection view={view} />
        <TimelineSection view={view} mayNote={mayNote} />
      </div>
      <ActionBar
        view={barView(view)}
        folds={foldsOf(comparison.rows, view.risk)}
        name={<CallName call={{ ...view, headline: headlineText(view) }} />}
        note={<NotYours view={view} />}
        ended={view.decision === "pending" ? null : <Ended view={view} />}
        next={next}
        nextRow={nextRow}
      />
    </article>
  );
}
