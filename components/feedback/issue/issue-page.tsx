import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/page";
import { LookAlikeNotes } from "@/components/ui/text/look-alike-notes";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { MARK_WORDS } from "@/components/words/feedback";
import type { Mentionable } from "@/lib/feedback/comments/types";
import { type IssueView, REPORTS_TOLD_APART, type ReportPage } from "@/lib/feedback/inbox/types";
import type { ShownReport } from "@/lib/feedback/wire";
import type { IssueEvidence, ReportLinks } from "@/lib/signals/evidence/types";
import { IssueStateMark } from "../marks";
import { BAR } from "../triage/bar-look";
import { StateNote } from "../triage/state-note";
import { TriageBar } from "../triage/triage-bar";
import { TriageScope } from "../triage/triage-scope";
import { IssueAnswer } from "./answer";
import { CopyTask } from "./copy-task";
import { NothingToMove } from "./nothing-to-move";
import { PropertiesButton } from "./properties";
import { ReportLinksList } from "./report-links";
import { ReportList, type ReportsAddress } from "./report-list";
import { ReportWords } from "./report-words";

function IssueHead({ issue, backHref }: { issue: IssueView; backHref: string }) {
  const { ref, state, title } = issue;
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
        <span className="grow" />
        <CopyTask id={issue.id} issueRef={ref} />
      </div>
      <h1 className="font-bold text-2xl leading-[30px] text-balance wrap-anywhere">
        <Untrusted>{title}</Untrusted>
      </h1>
      <LookAlikeNotes texts={[title]} />
      <Reach issue={issue} />
      <StateNote issue={issue} />
    </header>
  );
}

/** How many it hit, in one line. */
function Reach({ issue }: { issue: IssueView }) {
  const more = issue.reports > REPORTS_TOLD_APART ? "+" : "";
  const told = (count: number, one: string) => `${counted(count, one).replace(" ", `${more} `)}`;
  const parts = [
    counted(issue.reports, "report"),
    told(issue.sessions, "session"),
    told(issue.agents.length, "agent"),
  ];
  return (
    <p className="text-fg-muted text-sm">
      <b className="font-medium text-fg">{parts.join(" · ")}</b> · first{" "}
      <Time value={issue.firstSeenAt} form="date" /> · last <Time value={issue.lastSeenAt} />
      {issue.mark &&
        issue.mark !== "regressed" &&
        issue.reports > 0 &&
        ` · ${MARK_WORDS[issue.mark].toLowerCase()}`}
    </p>
  );
}

const AGENTS_SHOWN = 3;

/** How many reports are alike, and by which agents. */
function Alike({ count, agents }: { count: number; agents: IssueEvidence["agents"] }) {
  if (count < 2) return null;
  const shown = agents.slice(0, AGENTS_SHOWN);
  const by = shown.map(({ name, reports }) => `${reports.toLocaleString("en")} from ${name}`);
  // Of other agents, unnamed ones, or older than the evidence.
  const rest = count - shown.reduce((sum, { reports }) => sum + reports, 0);
  if (rest > 0 && by.length > 0) by.push(counted(rest, "other"));
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-border border-t px-4 py-1.5 text-fg-muted text-xs">
      <Icon name="layers" size={13} />
      <b className="font-bold text-fg">×{count.toLocaleString("en")}</b>
      <span className="min-w-0 grow wrap-anywhere">
        <Untrusted>{by.join(", ")}</Untrusted>
      </span>
      <a
        href="#reports"
        className="inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent max-sm:min-h-12"
      >
        Show all {count.toLocaleString("en")}
      </a>
    </p>
  );
}

/** The newest report, and the evidence next to it. */
function Happened({
  newest,
  links,
  count,
  agents,
  mayReveal,
  opened,
  children,
}: {
  mayReveal: boolean;
  newest: ShownReport | null;
  links: ReportLinks | null;
  count: number;
  agents: IssueEvidence["agents"];
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
        <ReportWords report={newest} mayReveal={mayReveal} foot={<Alike count={count} agents={agents} />} />
      </Section>
      {children}
      <Section id="where" title="Where it happened">
        <ReportLinksList report={newest} links={links} />
      </Section>
    </>
  );
}

const nothingToMove = ({ ref, mergedInto }: IssueView) =>
  `${ref} has no reports to choose among. Press 2 to ${mergedInto ? "unmerge" : "merge"} the issue.`;

type Props = {
  issue: IssueView;
  /** Null once all reports are older than the tenant's retention. */
  newest: ShownReport | null;
  links: ReportLinks | null;
  reports: ReportPage;
  agents: IssueEvidence["agents"];
  backHref: string;
  reportsAddress: ReportsAddress;
  mayAnswer: boolean;
  viewerId: string;
  /** People who can be assigned. */
  colleagues: readonly Mentionable[];
  timeline: ReactNode;
  /** Evidence apart from the reports. */
  evidence: ReactNode;
  relations: ReactNode;
  properties: ReactNode;
  /** The source of an issue that a person opened; null for agents' reports. */
  origin: ReactNode;
};

/**
 * One issue: the evidence first, then its answer, reports and timeline; its properties next to
 * them, and the verbs at the bottom.
 */
export function IssuePage(props: Props) {
  const { issue, mayAnswer, viewerId, colleagues } = props;
  const { id, ref, state, triage, updatedAt } = issue;
  const bar = {
    mark: <IssueStateMark state={state} strong />,
    properties: <PropertiesButton issue={issue} />,
  };
  return (
    <TriageScope
      issue={{ id, ref, seen: updatedAt.toISOString(), state, triage, fixedIn: issue.answer.fixedIn }}
      viewerId={viewerId}
      colleagues={colleagues.map(({ id: user, handle }) => ({ id: user, handle }))}
    >
      <article data-open-call={id} tabIndex={-1} className="flex grow flex-col outline-none">
        <div className="grid grow min-[80rem]:grid-cols-[minmax(0,1fr)_15.5rem]">
          <IssueMain {...props} />
          <div className="border-border min-[80rem]:border-l">{props.properties}</div>
        </div>
        {mayAnswer ? (
          <TriageBar {...bar} />
        ) : (
          <section aria-label="About the issue" className={`${BAR} min-[80rem]:hidden`}>
            {bar.properties}
          </section>
        )}
      </article>
    </TriageScope>
  );
}

function IssueMain({
  issue,
  newest,
  links,
  reports,
  agents,
  backHref,
  reportsAddress,
  mayAnswer,
  timeline,
  evidence,
  relations,
  origin,
}: Props) {
  const { id, ref } = issue;
  const merged = issue.mergedInto !== null;
  const seen = issue.updatedAt.toISOString();
  const movable = newest && mayAnswer && issue.mergedInto === null && issue.reports > 1;
  return (
    <div className="mx-auto flex w-full min-w-0 max-w-[60rem] flex-col gap-6 px-4 pt-3 pb-10 sm:px-7">
      <IssueHead issue={issue} backHref={backHref} />
      {origin}
      <Happened
        newest={newest}
        links={links}
        count={issue.reports}
        agents={agents}
        mayReveal={mayAnswer}
        opened={origin !== null}
      >
        {evidence}
      </Happened>
      {relations}
      {merged ? null : <IssueAnswer issue={issue} mayAnswer={mayAnswer} />}
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
      {timeline}
    </div>
  );
}
