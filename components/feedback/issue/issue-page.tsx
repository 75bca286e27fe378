import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { Section } from "@/components/ui/page";
import { LookAlikeNotes } from "@/components/ui/text/look-alike-notes";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { CLAIM_WORDS, MARK_WORDS, PRIORITY_WORDS } from "@/components/words/feedback";
import type { Mentionable } from "@/lib/feedback/comments/types";
import { inboxList } from "@/lib/feedback/inbox/list";
import { type IssueView, REPORTS_TOLD_APART, type ReportPage } from "@/lib/feedback/inbox/types";
import type { TrackerOffer } from "@/lib/feedback/tracker/types";
import type { IssueTriage, ShownReport } from "@/lib/feedback/wire";
import type { ReportLinks } from "@/lib/signals/evidence/types";
import { IssueStateMark, SeverityMark } from "../marks";
import { TrackerLink } from "../tracker/tracker-link";
import { StateNote } from "../triage/state-note";
import { TriageBar } from "../triage/triage-bar";
import { IssueAnswer } from "./answer";
import { CopyTask } from "./copy-task";
import { NothingToMove } from "./nothing-to-move";
import { ReportLinksList } from "./report-links";
import { ReportList, type ReportsAddress } from "./report-list";
import { ReportWords } from "./report-words";

function IssueHead({ issue, backHref }: { issue: IssueView; backHref: string }) {
  const { ref, state, tool, provider, title } = issue;
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-fg-muted text-sm">
        <Link
          href={backHref}
          data-key="back"
          aria-label="Back to the list"
          className="inline-flex min-h-6 items-center hover:text-fg hover:underline max-sm:min-h-12"
        >
          Feedback
        </Link>
        <span aria-hidden>/</span>
        <span className="mono">{ref}</span>
        <IssueStateMark state={state} strong />
        {issue.mark && issue.mark !== "regressed" && issue.reports > 0 && (
          <Badge>{MARK_WORDS[issue.mark]}</Badge>
        )}
      </div>
      <h1 className="font-bold text-2xl leading-[30px] text-balance wrap-anywhere">
        <Untrusted>{title}</Untrusted>
      </h1>
      <LookAlikeNotes texts={[title]} />
      {tool && (
        <p className="text-fg-muted text-sm">
          <Link
            href={
              issue.toolId
                ? `/tools/${issue.toolId}`
                : `/rationales?${new URLSearchParams({ tool, within: "any" })}`
            }
            className="mono underline underline-offset-2 hover:text-accent"
          >
            <Untrusted>{provider ? `${provider} · ${tool}` : tool}</Untrusted>
          </Link>
        </p>
      )}
    </header>
  );
}

/** The team's triage facts, for people who cannot change them. */
function decided({ priority, assignee, claim }: IssueTriage) {
  return [
    { term: "Priority", value: priority ? PRIORITY_WORDS[priority] : "None" },
    { term: "Assigned to", value: assignee?.name ?? "None" },
    { term: "Are they true?", value: CLAIM_WORDS[claim] },
  ];
}

/** Labels; each links to the other issues that have it. */
function Labels({ issue: { triage } }: { issue: IssueView }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      {triage.labels.map((label) => (
        <Link
          key={label}
          href={inboxList.link({ view: "all", label })}
          className="inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent max-sm:min-h-12"
        >
          {label}
        </Link>
      ))}
    </span>
  );
}

function Figures({ issue, mayTriage }: { issue: IssueView; mayTriage: boolean }) {
  const number = (value: number) => value.toLocaleString("en");
  const told = (value: number) => number(value) + (issue.reports > REPORTS_TOLD_APART ? "+" : "");
  return (
    <FactStrip
      label="Figures"
      items={[
        {
          term: "Severity",
          value: <SeverityMark severity={issue.severity} />,
          note: issue.reports > 0 ? "the highest of its reports" : "no report says otherwise",
        },
        { term: "Reports", value: number(issue.reports) },
        { term: "Sessions", value: told(issue.sessions) },
        {
          term: "Agents",
          value: told(issue.agents.length),
          note: <Untrusted>{issue.agents.slice(0, 3).join(", ")}</Untrusted>,
        },
        {
          term: "Last seen",
          value: <Time value={issue.lastSeenAt} />,
          note: (
            <>
              first seen <Time value={issue.firstSeenAt} form="date" />
            </>
          ),
        },
        { term: "Tenant", value: issue.tenant },
        ...(issue.triage.labels.length > 0 ? [{ term: "Labels", value: <Labels issue={issue} /> }] : []),
        ...(mayTriage ? [] : decided(issue.triage)),
      ]}
    />
  );
}

/** The newest report, and the evidence next to it. */
function Happened({
  newest,
  links,
  mayReveal,
  opened,
  children,
}: {
  mayReveal: boolean;
  newest: ShownReport | null;
  links: ReportLinks | null;
  opened: boolean;
  children: ReactNode;
}) {
  if (!newest || !links)
    return opened ? null : (
      <p className="text-fg-muted text-sm">
        No report of it is kept: none came, or the tenant’s retention time is over. Agents still get the
        answer.
      </p>
    );
  return (
    <>
      <Section
        id="happened"
        title="What happened"
        description="From the newest report, written by the agent, not verified."
      >
        <ReportWords report={newest} mayReveal={mayReveal} />
      </Section>
      <Section id="where" title="Where it happened">
        <ReportLinksList report={newest} links={links} />
      </Section>
      {children}
    </>
  );
}

const PAGE = "mx-auto flex w-full max-w-[60rem] flex-col gap-6 px-4 pt-3 pb-16 outline-none sm:px-7";

const nothingToMove = ({ ref, mergedInto }: IssueView) =>
  `${ref} has no reports to choose among. Press 2 to ${mergedInto ? "unmerge" : "merge"} the issue.`;

/** One issue: what happened, where, the answer to agents, and all reports. */
export function IssuePage({
  issue,
  newest,
  links,
  reports,
  backHref,
  reportsAddress,
  mayAnswer,
  viewerId,
  colleagues,
  trackerOffer,
  comments,
  evidence,
  relations,
  origin,
}: {
  issue: IssueView;
  /** Null once all reports are older than the tenant's retention. */
  newest: ShownReport | null;
  links: ReportLinks | null;
  reports: ReportPage;
  backHref: string;
  reportsAddress: ReportsAddress;
  mayAnswer: boolean;
  viewerId: string;
  /** People who can be assigned. */
  colleagues: readonly Mentionable[];
  trackerOffer: TrackerOffer | null;
  /** Comments of the team. */
  comments: ReactNode;
  /** Evidence apart from the reports. */
  evidence: ReactNode;
  relations: ReactNode;
  /** The source of an issue that a person opened; null for agents' reports. */
  origin: ReactNode;
}) {
  const { id, ref, state, triage } = issue;
  const seen = issue.updatedAt.toISOString();
  const movable = newest && mayAnswer && issue.mergedInto === null && issue.reports > 1;
  return (
    <div data-open-call={id} tabIndex={-1} className={PAGE}>
      <IssueHead issue={issue} backHref={backHref} />
      <StateNote issue={issue} />
      {mayAnswer && (
        <TriageBar
          issue={{ id, ref, seen, state, triage, fixedIn: issue.answer.fixedIn }}
          viewerId={viewerId}
          colleagues={colleagues.map(({ id: user, handle }) => ({ id: user, handle }))}
        />
      )}
      <Figures issue={issue} mayTriage={mayAnswer} />
      <CopyTask id={issue.id} issueRef={issue.ref} />
      {origin}
      <Happened newest={newest} links={links} mayReveal={mayAnswer} opened={origin !== null}>
        {evidence}
      </Happened>
      {relations}
      {issue.mergedInto === null && (
        <>
          <IssueAnswer issue={issue} mayAnswer={mayAnswer} />
          <TrackerLink issue={issue} offer={trackerOffer} mayTriage={mayAnswer} />
        </>
      )}
      {comments}
      {newest && (
        <ReportList
          page={reports}
          count={issue.reports}
          address={reportsAddress}
          movable={movable ? { id, ref, seen } : null}
          print={newest.print}
        />
      )}
      {mayAnswer && !movable && <NothingToMove why={nothingToMove(issue)} />}
    </div>
  );
}
