import { TenantTabs } from "@/components/tenants/tenant-tabs";
import { buttonLinkLook } from "@/components/ui/button-look";
import { CopyText } from "@/components/ui/copy-text";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Card, Page, PageHead, Section } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { TabLinks } from "@/components/ui/tab-links";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { ListProblem } from "@/lib/core/list/filters";
import {
  EXPIRED_JUDGED_MAX,
  EXPIRED_WORDS,
  type Expired,
  type ExpiredCall,
  type Suggestion,
} from "@/lib/notifications/expired/types";

/** The offered ages; the address may have any other. */
const AGES = ["7d", "14d", "30d", "90d"] as const;

type Props = {
  report: Expired;
  /** As typed in the address. */
  since: string;
  markdown: string;
  problems: readonly ListProblem[];
  tenants: readonly { key: string; name: string }[];
};

function addressOf(path: string, params: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The calls that expired undecided in a period: why, and what would have prevented it. */
export function ExpiredPage({ report, since, markdown, problems, tenants }: Props) {
  const tenant = report.tenant ?? undefined;
  const { calls, counts, complete } = report;
  const more = counts.expired - calls.length;
  return (
    <Page>
      <PageHead
        crumbs={[{ href: addressOf("/insights", { tenant }), label: "Insights" }]}
        title="Expired undecided"
        description="Calls that no one decided in time, why, and what would have prevented it."
        actions={
          <>
            <CopyText text={markdown}>Copy as Markdown</CopyText>
            <a
              href={addressOf("/api/v1/approvals/expired", { since, tenant, format: "json" })}
              className={buttonLinkLook()}
            >
              JSON
            </a>
          </>
        }
      />
      <ListNotice problems={problems} />
      <TenantTabs
        tenants={tenants}
        only={tenant}
        path="/insights/expired"
        others={[["since", since]]}
        href={(key) => addressOf("/insights/expired", { since, tenant: key })}
      />
      <div>
        <TabLinks
          label="Period"
          items={[...new Set([...AGES, since])].map((age) => ({
            href: addressOf("/insights/expired", { since: age, tenant }),
            label: AGES.some((one) => one === age) ? `${age.slice(0, -1)} days` : `Since ${age}`,
            current: age === since,
          }))}
        />
      </div>
      <Counts report={report} />
      {counts.expired === 0 ? (
        <Card>
          <EmptyState icon="check-circle" title="No call expired undecided in this period">
            {counts.ended === 0
              ? "No call that people were asked about ended in it."
              : `All ${counted(counts.ended, "call")} that ended were decided in time.`}
          </EmptyState>
        </Card>
      ) : (
        <>
          <Reasons report={report} />
          <Section
            id="calls"
            title="Calls"
            description="The newest first. All reasons that hold, the main one first."
          >
            <Card flush>
              <ul aria-label="Calls that expired undecided" className="divide-y divide-border">
                {calls.map((call) => (
                  <Call key={call.id} call={call} showTenant={tenants.length > 1 && tenant === undefined} />
                ))}
              </ul>
            </Card>
            {more > 0 && <p className="text-fg-muted text-sm">And {more.toLocaleString("en")} more.</p>}
            {!complete && (
              <p className="text-fg-muted text-sm">
                The reasons are those of the newest {EXPIRED_JUDGED_MAX} calls.
              </p>
            )}
          </Section>
        </>
      )}
    </Page>
  );
}

function Counts({ report: { counts } }: { report: Expired }) {
  const share = counts.ended === 0 ? "None" : `${Math.round((100 * counts.expired) / counts.ended)} %`;
  return (
    <FactStrip
      label="How many expired"
      items={[
        { term: "Expired undecided", value: counts.expired.toLocaleString("en"), note: "in this period" },
        { term: "Before", value: counts.before.toLocaleString("en"), note: "in as long a period" },
        { term: "Share", value: share, note: `of ${counted(counts.ended, "call")} that ended` },
      ]}
    />
  );
}

function Reasons({ report: { reasons } }: { report: Expired }) {
  return (
    <Section
      id="reasons"
      title="Why no one decided"
      description="Each call counts once, for its main reason."
    >
      <Card flush>
        <ul aria-label="Reasons" className="divide-y divide-border">
          {reasons.map(({ reason, calls, suggestion }) => (
            <li key={reason} className="flex items-baseline gap-x-3 px-4 py-3 text-sm">
              <span className="mono tnum min-w-6 shrink-0 text-right font-medium">
                {calls.toLocaleString("en")}
              </span>
              <span className="min-w-0 flex-1">
                <span className="font-medium">{EXPIRED_WORDS[reason].title}.</span>{" "}
                <span className="text-fg-muted">{EXPIRED_WORDS[reason].says}</span>
                <span className="block">
                  <Prevent suggestion={suggestion} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function Prevent({ suggestion: { text, path } }: { suggestion: Suggestion }) {
  return (
    <Link
      href={path}
      className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 max-sm:min-h-12"
    >
      {text}
    </Link>
  );
}

function Call({ call, showTenant }: { call: ExpiredCall; showTenant: boolean }) {
  const { id, headline, risk, provider, tool, tenant, createdAt, decideBy, reasons, sent, opened } = call;
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <span className="flex flex-wrap items-center gap-2 text-xs text-fg-muted">
        <RiskMark risk={risk} />
        <span className="mono wrap-anywhere">
          <Untrusted>{provider ? `${provider} · ${tool}` : tool}</Untrusted>
        </span>
        {showTenant && <Untrusted>{tenant}</Untrusted>}
      </span>
      <Link
        href={`/approvals/${id}`}
        className="inline-flex min-h-6 items-center font-medium wrap-anywhere hover:text-accent hover:underline max-sm:min-h-12"
      >
        <span>
          <Untrusted>{headline}</Untrusted>
        </span>
      </Link>
      <span className="text-sm">{reasons.map((reason) => EXPIRED_WORDS[reason].title).join("; ")}</span>
      <span className="flex flex-wrap gap-x-1.5 text-fg-muted text-xs">
        <span>
          asked <Time value={createdAt} />
        </span>
        <span aria-hidden>·</span>
        <span>
          expired <Time value={decideBy} />
        </span>
        <span aria-hidden>·</span>
        <span>{counted(sent, "notification")} sent</span>
        <span aria-hidden>·</span>
        <span>opened by {counted(opened, "person", "people")}</span>
      </span>
    </li>
  );
}
