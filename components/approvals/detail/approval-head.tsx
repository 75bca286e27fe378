import Link from "next/link";
import { StatusMark } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { RiskMark } from "@/components/ui/risk-mark";
import { PAGE } from "@/components/words/approvals/page";
import { QUEUE } from "@/components/words/approvals/queue";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import type { RiskWord } from "@/lib/core/risk";
import { LookAlikeNotes, Said } from "../said";
import { shortId } from "../short-id";
import { StatusChip } from "../status-chip";
import { AssignButton } from "../triage/assign-button";
import { type Look, Presence } from "../triage/presence";
import type { AssignActions } from "../triage/use-assign";
import { CopyLink } from "./copy-link";
import { FactGrid } from "./fact-grid";

const RISKY: Record<RiskWord, string> = {
  low: "text-risk-low",
  medium: "text-risk-medium",
  high: "text-risk-high",
  critical: "text-risk-critical",
};

type HeadProps = {
  view: ApprovalView;
  mayDecide: boolean;
  actions: AssignActions & { look: Look };
  backHref: string;
};

function Crumb({ view, mayDecide, actions, backHref }: HeadProps) {
  const { assignment } = view;
  const holder = assignment && {
    userId: assignment.userId,
    name: assignment.name,
    mine: assignment.userId === view.viewerId,
  };
  const given = view.votes.filter((vote) => vote.verdict === "approve").length;
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-2 text-xs text-fg-subtle">
      <Link
        href={backHref}
        data-key="back"
        className="inline-flex min-h-6 items-center gap-1 underline-offset-2 hover:underline max-lg:min-h-12"
      >
        <Icon name="arrow-left" className="lg:hidden" />
        <span className="max-lg:sr-only">{PAGE.crumb}</span>
      </Link>
      <span aria-hidden className="max-lg:hidden">
        /
      </span>
      <CopyButton text={view.id} label={PAGE.copyId}>
        <code>{shortId(view.id)}</code>
      </CopyButton>
      <CopyLink id={view.id} />
      <StatusChip status={view.status} strong />
      {view.undelivered ? <StatusMark icon="unlink">{QUEUE.undelivered}</StatusMark> : null}
      <Presence key={view.id} id={view.id} look={actions.look} />
      <span className="grow" />
      {view.decision === "pending" && mayDecide ? (
        <AssignButton id={view.id} holder={holder} actions={actions} />
      ) : null}
      {view.approvalsRequired > 1 ? (
        <span className="inline-flex items-center gap-1.5 text-fg-muted">
          <Icon name="users" size={13} />
          {view.decision === "pending"
            ? PAGE.votesNeeded(given, view.approvalsRequired)
            : PAGE.votes(given, view.approvalsRequired)}
        </span>
      ) : null}
    </div>
  );
}

/** Who and what at a glance: status, risk in words, the sentence of what will happen, and the five facts. */
export function ApprovalHead(props: HeadProps) {
  const { view } = props;
  return (
    <header className="border-border border-b bg-surface px-7 pt-3.5 pb-[18px] max-md:px-4 max-md:pt-3">
      <Crumb {...props} />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <RiskMark risk={view.risk} suffix={PAGE.risk} />
        <p className="text-sm text-fg-muted">
          <Said text={view.riskWhy} />
        </p>
      </div>
      <h1 className="mt-2 mb-1 text-balance font-bold text-2xl tracking-[-0.017em] max-md:text-xl">
        {view.headline.map((part, index) =>
          part.risky ? (
            <mark
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one headline never move
              key={index}
              className={`bg-transparent underline decoration-2 underline-offset-4 ${RISKY[view.risk]}`}
            >
              <Said text={part.text} />
            </mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Said key={index} text={part.text} />
          ),
        )}
      </h1>
      <p className="text-fg-muted">
        <Said text={view.lead} />
        {view.headlineIsOurs ? <span className="text-fg-subtle"> {PAGE.ourHeadline}</span> : null}
      </p>
      {view.requestedArgumentsText !== null && <p className="mt-1 text-fg-muted">{PAGE.editedHead}</p>}
      <LookAlikeNotes texts={[view.headline.map((part) => part.text).join("")]} />
      <FactGrid view={view} />
    </header>
  );
}
