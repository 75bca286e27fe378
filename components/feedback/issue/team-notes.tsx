import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { IssueView } from "@/lib/feedback/inbox/types";
import {
  EVIDENCE_WEEKS,
  type EvidenceRow,
  type IssueEvidence,
  PEOPLE_WEIGH,
  SIGNAL_MAX,
} from "@/lib/signals/evidence/types";

const LINK = "underline underline-offset-2 hover:text-accent";

/** People's actions are counted up to this limit, reports without one. */
const isCapped = (count: number) => count >= SIGNAL_MAX;

const many = (count: number, one: string) =>
  isCapped(count) ? `${SIGNAL_MAX.toLocaleString("en")} or more ${one}s` : counted(count, one);

/** People's actions on the tool, and their weight against the reports. */
export function PeopleSaid({ issue, evidence }: { issue: IssueView; evidence: IssueEvidence }) {
  const { signal, corrections, rejections, edits } = evidence;
  const more = [signal.corrections, signal.rejections, signal.edits].some(isCapped);
  const part = (says: string, count: number, href: string) =>
    count > 0 ? (
      <Link href={href} className={LINK}>
        {says}
      </Link>
    ) : (
      says
    );
  const done = (count: number, one: string, href: string) => part(many(count, one), count, href);
  return (
    <Section
      id="signal"
      title={`Signal ${signal.total.toLocaleString("en")}${more ? " or more" : ""}`}
      description={`The last ${EVIDENCE_WEEKS} weeks. What a person did about the tool counts as ${PEOPLE_WEIGH} reports of agents.`}
    >
      <p className="text-sm">
        {part(counted(signal.reports, "report"), signal.reports, "#reports")} + {PEOPLE_WEIGH} × (
        {done(signal.corrections, "correction", "#corrections")} +{" "}
        {done(signal.rejections, "rejection", "#rejections")} + {done(signal.edits, "edit", "#edits")})
        {issue.tool === null ? ". The reports name no tool, so nothing else can be counted." : null}
      </p>
      <div className="grid gap-4 empty:hidden lg:grid-cols-2">
        <Approvals id="rejections" title="Rejected by people" rows={rejections} count={signal.rejections} />
        <Approvals id="edits" title="Changed before approval" rows={edits} count={signal.edits} />
        <Corrections rows={corrections} count={signal.corrections} />
      </div>
    </Section>
  );
}

function Part({
  id,
  title,
  shown,
  count,
  children,
}: {
  id: string;
  title: string;
  shown: number;
  count: number;
  children: ReactNode;
}) {
  return (
    <div id={id} className="min-w-0 scroll-mt-4">
      <h3 className="mb-1.5 font-bold text-sm">
        {title}{" "}
        {count > shown && <span className="font-normal text-fg-muted text-xs">the newest {shown}</span>}
      </h3>
      <Card flush>
        <ul aria-label={title} className="divide-y divide-border">
          {children}
        </ul>
      </Card>
    </div>
  );
}

function Approvals({
  id,
  title,
  rows,
  count,
}: {
  id: string;
  title: string;
  rows: readonly EvidenceRow[];
  count: number;
}) {
  if (rows.length === 0) return null;
  return (
    <Part id={id} title={title} shown={rows.length} count={count}>
      {rows.map((row) => (
        <li key={`${row.id} ${row.at.getTime()}`} className="flex flex-col gap-1 px-3.5 py-2.5 text-sm">
          <Link href={`/approvals/${row.id}`} className={`${LINK} line-clamp-2 min-h-6`}>
            <Untrusted>{row.summary}</Untrusted>
          </Link>
          {row.reason && (
            <span className="wrap-anywhere">
              “<Untrusted limit={500}>{row.reason}</Untrusted>”
            </span>
          )}
          <span className="text-fg-muted text-xs">
            {row.by ? <Untrusted>{row.by}</Untrusted> : "A former user"}, <Time value={row.at} />
          </span>
        </li>
      ))}
    </Part>
  );
}

function Corrections({ rows, count }: { rows: IssueEvidence["corrections"]; count: number }) {
  if (rows.length === 0) return null;
  return (
    <Part id="corrections" title="Corrected by users" shown={rows.length} count={count}>
      {rows.map(({ id, utterance, sessionId, at }) => (
        <li key={id} className="flex flex-col gap-1 px-3.5 py-2.5 text-sm">
          <span className="wrap-anywhere">
            “<Untrusted limit={500}>{utterance}</Untrusted>”
          </span>
          <span className="flex flex-wrap gap-x-3 text-fg-muted text-xs">
            <Time value={at} />
            {sessionId && (
              <Link
                href={`/rationales?${new URLSearchParams({ session: sessionId })}`}
                className={`${LINK} inline-flex min-h-6 items-center`}
              >
                Its session
              </Link>
            )}
          </span>
        </li>
      ))}
    </Part>
  );
}
