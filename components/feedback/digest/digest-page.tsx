import { buttonLinkLook } from "@/components/ui/button-look";
import { shares } from "@/components/ui/chart/shares";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { CopyText } from "@/components/ui/copy-text";
import { Link } from "@/components/ui/link";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Card, Page, PageHead, Section } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { ListProblem } from "@/lib/core/list/filters";
import {
  DIGEST_SECTIONS,
  DIGEST_WORDS,
  type Digest,
  type DigestBar,
  type DigestCounts,
  type DigestIssue,
  type DigestSection,
} from "@/lib/feedback/digest/types";
import { SEVERITY_SERIES } from "../figures";
import { IssueStateMark, SeverityMark } from "../marks";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** The offered ages; the address may have any other. */
const AGES = ["7d", "14d", "30d"] as const;

const FIGURES: readonly (readonly [keyof DigestCounts, string])[] = [
  ["reports", "Reports"],
  ["sessions", "Sessions"],
  ["agents", "Agents"],
  ["opened", "New issues"],
  ["regressed", "Came back"],
  ["resolved", "Resolved"],
];

/** The address of a digest on the page or in the API. */
function addressOf(path: string, params: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return `${path}?${query}`;
}

function Issue({ issue }: { issue: DigestIssue }) {
  const { id, ref, title, state, severity, provider, tool, reports, sessions, agents } = issue;
  return (
    <li className="flex flex-col gap-1 border-border px-4 py-3 not-first:border-t">
      <span className="flex flex-wrap items-center gap-2">
        <SeverityMark severity={severity} />
        <IssueStateMark state={state} />
        <span className="mono text-fg-muted text-xs wrap-anywhere">{ref}</span>
      </span>
      <Link
        href={`/feedback/${id}`}
        className="inline-flex min-h-6 items-center font-medium wrap-anywhere hover:text-accent hover:underline max-sm:min-h-12"
      >
        <span>
          <Untrusted>{title}</Untrusted>
        </span>
      </Link>
      <span className="flex flex-wrap gap-x-1.5 text-fg-muted text-xs">
        {tool && (
          <>
            <span className="mono wrap-anywhere">
              <Untrusted>{provider ? `${provider} · ${tool}` : tool}</Untrusted>
            </span>
            <span aria-hidden>·</span>
          </>
        )}
        <span>{counted(sessions, "session")}</span>
        <span aria-hidden>·</span>
        <span>{counted(agents, "agent")}</span>
        <span aria-hidden>·</span>
        <span>{counted(reports, "report")}</span>
        <span aria-hidden>·</span>
        <span>
          first seen <Time value={issue.firstSeenAt} form="date" />
        </span>
      </span>
    </li>
  );
}

function Part({ section, part }: { section: DigestSection; part: Digest["sections"][DigestSection] }) {
  const { title, says } = DIGEST_WORDS[section];
  const more = part.total - part.issues.length;
  return (
    <Section
      id={`digest-${section}`}
      title={`${title} (${part.total.toLocaleString("en")})`}
      description={says}
    >
      {part.issues.length === 0 ? (
        <p className="text-fg-muted text-sm">None.</p>
      ) : (
        <Card flush>
          <ul>
            {part.issues.map((issue) => (
              <Issue key={issue.id} issue={issue} />
            ))}
          </ul>
        </Card>
      )}
      {more > 0 && <p className="text-fg-muted text-sm">And {more.toLocaleString("en")} more.</p>}
    </Section>
  );
}

/** Reports over both periods, with a line where this one begins. */
function Reports({ digest, bars }: { digest: Digest; bars: readonly DigestBar[] }) {
  const isEmpty = digest.counts.period.reports + digest.counts.before.reports === 0;
  return (
    <Card>
      {isEmpty ? (
        <p className="text-fg-muted text-sm">
          No report in this period or the one before. The chart begins with the first.
        </p>
      ) : (
        <StackedBars
          label="Reports in this period and the one before, by severity"
          series={SEVERITY_SERIES}
          buckets={bars.map(({ from, severities }) => ({
            at: from.toISOString(),
            label: DAY.format(from),
            values: severities,
            mark: from.getTime() === digest.since.getTime() ? "This period" : undefined,
          }))}
        />
      )}
    </Card>
  );
}

/** Each figure above that of the period before, as bars on one scale. */
function Figures({ counts }: Pick<Digest, "counts">) {
  return (
    <dl aria-label="Figures" className={FIGURES_LOOK}>
      {FIGURES.map(([name, term]) => {
        const [now, before] = [counts.period[name], counts.before[name]];
        const most = Math.max(now, before);
        return (
          <div key={name} className="flex min-w-0 flex-col gap-1 px-[13px] py-[10px]">
            <dt className="font-medium text-2xs text-fg-subtle">{term}</dt>
            <dd className="contents">
              <span className="tnum font-bold text-lg leading-6">{now.toLocaleString("en")}</span>
              <svg aria-hidden width="100%" height="11" className="block">
                <rect width={shares([now, most - now])[0]?.width} height="5" rx="1" className="fill-accent" />
                <rect
                  y="6"
                  width={shares([before, most - before])[0]?.width}
                  height="5"
                  rx="1"
                  className="fill-border-strong"
                />
              </svg>
              <span className="text-fg-muted text-xs">before: {before.toLocaleString("en")}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const FIGURES_LOOK =
  "grid grid-cols-2 overflow-hidden rounded-card border border-border bg-surface *:-mr-px *:-mb-px *:border-border *:border-r *:border-b sm:grid-cols-3 lg:grid-cols-6";

/** What agents reported in a period and the outcome, to read or share. */
export function DigestPage({
  digest,
  bars,
  since,
  markdown,
  problems,
}: {
  digest: Digest;
  bars: readonly DigestBar[];
  problems: readonly ListProblem[];
  /** As in the address. */
  since: string;
  markdown: string;
}) {
  const { tenant, counts } = digest;
  const named = { tenant: tenant ?? undefined };
  const ages = AGES.map((age) => ({
    href: addressOf("/feedback/digest", { since: age, ...named }),
    label: `${age.slice(0, -1)} days`,
    current: age === since,
  }));
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/feedback", label: "Feedback" }]}
        title="Digest"
        description={
          <>
            {tenant === null ? "All your tenants" : `Tenant ${tenant}`}, since <Time value={digest.since} />.
            Sessions, agents and reports are those of this period; titles are words of agents.
          </>
        }
        actions={
          <>
            <CopyText text={markdown}>Copy as Markdown</CopyText>
            <a
              href={addressOf("/api/v1/feedback/digest", { format: "markdown", since, ...named })}
              download="feedback-digest.md"
              className={buttonLinkLook("outline", "md", "max-sm:min-h-12")}
            >
              Download
            </a>
          </>
        }
      />
      <ListNotice problems={problems} />
      <TabLinks label="Period" items={ages} />
      <Reports digest={digest} bars={bars} />
      <Figures counts={counts} />
      {DIGEST_SECTIONS.map((section) => (
        <Part key={section} section={section} part={digest.sections[section]} />
      ))}
    </Page>
  );
}
