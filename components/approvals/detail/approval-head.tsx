import { StatusMark } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { RiskMark } from "@/components/ui/risk-mark";
import { LookAlikeNotes } from "@/components/ui/text/look-alike-notes";
import { Untrusted } from "@/components/ui/text/untrusted";
import { ALONE } from "@/components/words/approvals/break-glass";
import { givenWords, HELD } from "@/components/words/approvals/status";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import type { RiskWord } from "@/lib/core/risk";
import { headlineText } from "../headline-text";
import { SeatsLine } from "../seats-line";
import { shortId } from "../short-id";
import { StatusChip } from "../status-chip";
import { AssignButton, Presence, WhoIsThere } from "../triage/shown-parts";
import { CopyLink } from "./copy-link";
import { FactGrid } from "./fact-grid";
import { decidedByPolicy, Ended } from "./policy-verdict";

const RISKY: Record<RiskWord, string> = {
  low: "text-risk-low",
  medium: "text-risk-medium",
  high: "text-risk-high",
  critical: "text-risk-critical",
};

type HeadProps = {
  view: ApprovalView;
  mayDecide: boolean;
  backHref: string;
};

function Crumb({ view, mayDecide, backHref }: HeadProps) {
  const { assignment } = view;
  const holder = assignment && { ...assignment, mine: assignment.userId === view.viewerId };
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-2 text-xs text-fg-subtle">
      <Link
        href={backHref}
        data-key="back"
        className="inline-flex min-h-6 items-center gap-1 underline-offset-2 hover:underline max-lg:min-h-12"
      >
        <Icon name="arrow-left" className="lg:hidden" />
        <span className="max-lg:sr-only">Approvals</span>
      </Link>
      <span aria-hidden className="max-lg:hidden">
        /
      </span>
      <CopyButton text={view.id} label="Copy the id of this approval">
        <code>{shortId(view.id)}</code>
      </CopyButton>
      <CopyLink id={view.id} />
      {view.releaseAt === null ? (
        <StatusChip status={view.status} decision={view.decision} byPolicy={decidedByPolicy(view)} strong />
      ) : (
        <StatusMark icon="hourglass" strong>
          {HELD}
        </StatusMark>
      )}
      {view.undelivered ? <StatusMark icon="unlink">Callback not delivered</StatusMark> : null}
      <Presence key={view.id} id={view.id} />
      {mayDecide && view.decision === "pending" ? <WhoIsThere key={`of-${view.id}`} call={view.id} /> : null}
      <span className="grow" />
      {mayDecide && view.ineligible === null && !(view.hasVoted && !holder?.mine) ? (
        <AssignButton
          call={{ id: view.id, risk: view.risk, headline: headlineText(view) }}
          holder={holder}
          ended={
            view.decision === "pending" ? null : (
              <>
                <Ended view={view} /> {view.viewerActed ? null : "Nothing of yours was recorded."}
              </>
            )
          }
        />
      ) : null}
      {view.brokeGlass || view.approvalsRequired > 1 || view.seats.length > 0 ? (
        <span className="inline-flex items-center gap-1.5 text-fg-muted">
          <Icon name={view.brokeGlass ? "alert" : "users"} size={13} />
          {view.brokeGlass ? (
            ALONE
          ) : view.seats.length > 0 ? (
            <SeatsLine seats={view.seats} />
          ) : (
            givenWords(view.approvalsGiven, view.approvalsRequired)
          )}
        </span>
      ) : null}
    </div>
  );
}

/** Head of the call: status, risk, sentence and the five facts. */
export function ApprovalHead(props: HeadProps) {
  const { view } = props;
  return (
    <header className="border-border border-b bg-surface px-7 pt-3.5 pb-[18px] max-md:px-4 max-md:pt-3">
      <Crumb {...props} />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <RiskMark risk={view.risk} suffix="risk" />
        <p className="text-sm text-fg-muted">
          <Untrusted>{view.riskWhy}</Untrusted>
        </p>
      </div>
      <h1
        data-part="facts"
        className="mt-2 mb-1 text-balance font-bold text-2xl tracking-[-0.017em] max-md:text-xl"
      >
        {view.headline.map((part, index) =>
          part.risky ? (
            <mark
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one headline never move
              key={index}
              className={`bg-transparent underline decoration-2 underline-offset-4 ${RISKY[view.risk]}`}
            >
              <Untrusted>{part.text}</Untrusted>
            </mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Untrusted key={index}>{part.text}</Untrusted>
          ),
        )}
      </h1>
      <p className="text-fg-muted">
        <Untrusted>{view.lead}</Untrusted>
        {view.headlineIsOurs ? (
          <span className="text-fg-subtle">
            {" "}
            Countersign made this headline from the tool and its arguments; the gateway sent no summary.
          </span>
        ) : null}
      </p>
      {view.requestedArgumentsText !== null && (
        <p className="mt-1 text-fg-muted">
          {view.editedBy === null ? "An approver" : <Untrusted>{view.editedBy}</Untrusted>} edited the
          arguments. The headline and the facts still describe the call as the agent asked for it; the
          arguments below are as edited.
        </p>
      )}
      <LookAlikeNotes texts={[headlineText(view)]} />
      <FactGrid view={view} />
    </header>
  );
}
