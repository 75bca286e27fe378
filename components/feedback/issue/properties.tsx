import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { type Detail, DetailList } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { CLAIM_WORDS, PRIORITY_WORDS } from "@/components/words/feedback";
import { inboxList } from "@/lib/feedback/inbox/list";
import { type IssueView, REPORTS_TOLD_APART } from "@/lib/feedback/inbox/types";
import type { TrackerOffer } from "@/lib/feedback/tracker/types";
import type { IssueEvidence } from "@/lib/signals/evidence/types";
import { IssueStateMark, SeverityMark } from "../marks";
import { TrackerLink } from "../tracker/tracker-link";
import { TriageFacts } from "../triage/triage-facts";
import { RailPart } from "./rail-part";

const ID = "properties";

const LINK =
  "inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent max-sm:min-h-12";

/** Opens the properties where the screen has no room for them next to the issue. */
export function PropertiesButton({ issue: { triage } }: { issue: IssueView }) {
  const facts = [
    triage.priority ? PRIORITY_WORDS[triage.priority] : "No priority",
    CLAIM_WORDS[triage.claim],
    triage.assignee?.name ?? "Not assigned",
  ];
  return (
    <button
      type="button"
      popoverTarget={ID}
      className="flex min-h-9 w-full items-center gap-2 rounded-control text-left text-sm max-md:min-h-12 min-[80rem]:hidden"
    >
      <span className="font-medium">Properties</span>
      <span className="min-w-0 grow truncate text-fg-muted">
        <Untrusted>{facts.join(" · ")}</Untrusted>
      </span>
      <Icon name="chevron-down" size={14} className="rotate-180 text-fg-subtle" />
    </button>
  );
}

type Props = {
  issue: IssueView;
  evidence: IssueEvidence;
  related: { alike: number; members: number };
  /** The gateway of the newest report. */
  gateway: string | null;
  trackerOffer: TrackerOffer | null;
  mayTriage: boolean;
};

/**
 * What is known and decided about an issue: a rail next to it, and a sheet below 1280 px, which the
 * browser opens and closes as a popover.
 */
export function Properties(props: Props) {
  const { issue, mayTriage, trackerOffer } = props;
  return (
    <section
      id={ID}
      popover="auto"
      aria-label="Properties"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      className={
        "border-border bg-surface p-0 text-fg -outline-offset-2 max-[80rem]:fixed max-[80rem]:m-0 max-[80rem]:shadow-float max-[80rem]:backdrop:bg-fg/25 " +
        "max-[80rem]:inset-y-0 max-[80rem]:right-0 max-[80rem]:left-auto max-[80rem]:h-dvh max-[80rem]:max-h-dvh max-[80rem]:w-80 max-[80rem]:border-l " +
        "max-sm:inset-x-0! max-sm:top-auto! max-sm:h-auto! max-sm:max-h-[85dvh]! max-sm:w-auto! max-sm:rounded-t-card max-sm:border-t " +
        "overflow-y-auto min-[80rem]:sticky min-[80rem]:inset-auto min-[80rem]:top-0 min-[80rem]:m-0 min-[80rem]:block min-[80rem]:h-auto min-[80rem]:max-h-[calc(100dvh-4rem)] min-[80rem]:w-auto min-[80rem]:border-0 min-[80rem]:bg-transparent"
      }
    >
      <div className="flex items-center justify-between px-4 pt-2 min-[80rem]:hidden">
        <span className="font-bold">Properties</span>
        <IconButton
          icon="x"
          label="Close the properties"
          popoverTarget={ID}
          popoverTargetAction="hide"
          className="max-sm:size-12"
        />
      </div>
      <RailPart id="properties-status" title="Status">
        <DetailList items={[{ term: "State", value: <IssueStateMark state={issue.state} /> }]} />
        {mayTriage && issue.mergedInto === null ? <TriageFacts /> : <DetailList items={decided(issue)} />}
      </RailPart>
      {issue.mergedInto === null ? (
        <TrackerLink issue={issue} offer={trackerOffer} mayTriage={mayTriage} />
      ) : null}
      <Tool {...props} />
      <Agents {...props} />
      <RailPart id="properties-counts" title="Counts">
        <DetailList items={counts(props)} />
      </RailPart>
      <Related {...props} />
    </section>
  );
}

/** The team's triage facts, for people who cannot change them. */
function decided({ triage: { priority, assignee, claim, labels } }: IssueView): Detail[] {
  return [
    { term: "Priority", value: priority ? PRIORITY_WORDS[priority] : "None" },
    { term: "Assigned to", value: assignee ? <Untrusted>{assignee.name}</Untrusted> : "None" },
    { term: "Are they true?", value: CLAIM_WORDS[claim] },
    ...(labels.length > 0 ? [] : [{ term: "Labels", value: "None" }]),
  ];
}

function Tool({ issue: { tool, toolId, provider }, evidence, gateway }: Props) {
  if (tool === null) return null;
  const more = [
    provider,
    evidence.schema && `version ${evidence.schema.version}`,
    gateway && `gateway ${gateway}`,
  ];
  return (
    <RailPart id="properties-tool" title="Tool">
      <p className="text-sm wrap-anywhere">
        <Link
          href={toolId ? `/tools/${toolId}` : `/rationales?${new URLSearchParams({ tool, within: "any" })}`}
          className={`${LINK} mono`}
        >
          <Untrusted>{tool}</Untrusted>
        </Link>
      </p>
      <p className="text-fg-muted text-xs wrap-anywhere">
        <Untrusted>{more.filter(Boolean).join(", ")}</Untrusted>
      </p>
    </RailPart>
  );
}

function Agents({ issue, evidence: { agents, weeks } }: Props) {
  if (agents.length === 0) return null;
  const since = weeks[0]?.from;
  return (
    <RailPart id="properties-agents" title={`Reports by agent, ${weeks.length} weeks`}>
      <ul className="flex flex-col">
        {agents.map(({ name, reports }) => (
          <li key={name} className="flex items-center justify-between gap-3 text-sm">
            <Link
              href={inboxList.link({ view: "all", agent: name, tenant: issue.tenant, since })}
              className={`${LINK} min-w-0 wrap-anywhere`}
            >
              <Untrusted>{name}</Untrusted>
            </Link>
            <span className="tnum text-fg-muted text-xs">{reports.toLocaleString("en")}</span>
          </li>
        ))}
      </ul>
    </RailPart>
  );
}

const number = (value: number) => value.toLocaleString("en");

function counts({ issue, evidence }: Props): Detail[] {
  const told = (value: number) => number(value) + (issue.reports > REPORTS_TOLD_APART ? "+" : "");
  return [
    { term: "Severity", value: <SeverityMark severity={issue.severity} /> },
    { term: "Reports", value: number(issue.reports) },
    { term: "Sessions", value: told(issue.sessions) },
    { term: "Agents", value: told(issue.agents.length) },
    {
      term: "Signal",
      value: (
        <Link href="#signal" className={LINK}>
          {number(evidence.signal.total)}
        </Link>
      ),
    },
    { term: "First seen", value: <Time value={issue.firstSeenAt} /> },
    { term: "Last seen", value: <Time value={issue.lastSeenAt} /> },
    { term: "Tenant", value: issue.tenant },
  ];
}

function Related({ issue, related: { alike, members } }: Props) {
  const { labels } = issue.triage;
  const rows: (Detail | false)[] = [
    labels.length > 0 && { term: "Labels", value: <Labels labels={labels} /> },
    alike > 0 && { term: "May be the same", value: <To href="#alike">{number(alike)}</To> },
    members > 0 && { term: "Merged into it", value: <To href="#members">{number(members)}</To> },
  ];
  if (rows.every((row) => row === false)) return null;
  return (
    <RailPart id="properties-related" title="Related issues">
      <DetailList items={rows} />
    </RailPart>
  );
}

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={LINK}>
      {children}
    </Link>
  );
}

/** Labels; each links to the other issues that have it. */
function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      {labels.map((label) => (
        <To key={label} href={inboxList.link({ view: "all", label })}>
          {label}
        </To>
      ))}
    </span>
  );
}
