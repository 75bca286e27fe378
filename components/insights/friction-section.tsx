import { type ReactNode, useId } from "react";
import { shareText } from "@/components/ui/chart/shares";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import type { Tone } from "@/components/ui/chart/tones";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { ExportMenu } from "@/components/ui/list/export-menu";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { Card, PageTabs, Section } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { COLUMN_WORDS, KIND_TABS, PACE_WORDS, waitedText } from "@/components/words/insights";
import { durationText } from "@/components/words/rationales";
import { queueList } from "@/lib/approvals/queue/list";
import { type InsightFilter, insightList } from "@/lib/insights/friction/list";
import { callsOf, callsOfBar, callsOfFigure } from "@/lib/insights/friction/rows";
import {
  FRICTION_DAYS,
  FRICTION_KINDS,
  FRICTION_ROWS,
  FRICTION_SORTS,
  type Friction,
  type FrictionSort,
  PACE_PARTS,
  type PacePart,
} from "@/lib/insights/friction/types";

const TONES: Record<PacePart, Tone> = {
  unread: "problem",
  minutes: "ok",
  hour: "accent",
  longer: "neutral",
  expired: "muted",
};

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

type Props = {
  friction: Friction;
  filter: InsightFilter;
  table: ReactNode;
  readsEverybody: boolean;
};

/** The cost of deciding: total, trend, and a table by the reader's choice. */
export function FrictionSection({ friction, filter, table, readsEverybody }: Props) {
  const { days = FRICTION_DAYS.usual } = filter;
  const { by, rows, more, total } = friction;
  const spans: number[] = [...FRICTION_DAYS.offered];
  if (!spans.includes(days)) spans.push(days);
  return (
    <Section
      id="friction"
      title="What deciding costs"
      description="Held calls, from the request to the decision. Calls that still wait do not count."
      actions={
        <>
          <TabLinks
            label="Time"
            items={spans.map((span) => ({
              href: `${insightList.link(filter, { days: span === FRICTION_DAYS.usual ? undefined : span })}#friction`,
              label: counted(span, "day"),
              current: span === days,
            }))}
          />
          <Download filter={filter} />
        </>
      }
    >
      {total.calls === 0 ? (
        <Card flush>
          <EmptyState icon="chart" title={`No such call ended in ${counted(days, "day")}.`}>
            Figures appear once the first held call is decided or expires.
          </EmptyState>
        </Card>
      ) : (
        <>
          <Total friction={friction} filter={filter} />
          {(total.expired ?? 0) > 0 && <WhyExpired filter={filter} />}
          <Card>
            <Paces friction={friction} filter={filter} />
          </Card>
          <PageTabs
            label="Group by"
            items={FRICTION_KINDS.map((kind) => ({
              href: `${insightList.link(filter, { by: kind === "tool" ? undefined : kind })}#friction`,
              label: KIND_TABS[kind],
              current: kind === by,
            }))}
          />
          {by === "approver" && (
            <p className="text-fg-muted text-sm">
              Time from the request to each person’s vote. It depends on when calls arrive as much as on the
              person.{" "}
              {readsEverybody
                ? "Only administrators see this of others."
                : "You see your own figures; administrators see everyone’s."}
            </p>
          )}
          <Card flush>{rows.length === 0 ? <NoRows /> : table}</Card>
          {more && (
            <p className="text-fg-muted text-sm">
              The first {FRICTION_ROWS.page} are shown; the download has more.
            </p>
          )}
          <Meanings />
        </>
      )}
    </Section>
  );
}

function WhyExpired({ filter: { days = FRICTION_DAYS.usual, tenant } }: Pick<Props, "filter">) {
  const query = new URLSearchParams({ since: `${days}d`, ...(tenant && { tenant }) });
  return (
    <p className="text-sm">
      <Link
        href={`/insights/expired?${query}`}
        className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 max-sm:min-h-12"
      >
        Why calls expired undecided, and what would have prevented it
      </Link>
    </p>
  );
}

function NoRows() {
  return (
    <EmptyState icon="user" title="You voted on none of these calls.">
      Figures about a person are for that person and for administrators.
    </EmptyState>
  );
}

function Download({ filter }: { filter: InsightFilter }) {
  const id = useId();
  const file = (format: "csv" | "ndjson") => {
    const query = insightList.query(filter);
    return `/insights/export${query}${query ? "&" : "?"}format=${format}`;
  };
  return (
    <ExportMenu
      id={id}
      label="Download"
      note={`The table as shown here, up to ${FRICTION_ROWS.file.toLocaleString("en")} rows, with times in seconds. Formulas become plain text.`}
      files={[
        { href: file("csv"), label: "Table as CSV", rows: ["row", "rows"] },
        { href: file("ndjson"), label: "Table as NDJSON", rows: ["row", "rows"] },
      ]}
    />
  );
}

function Total({ friction, filter }: Pick<Props, "friction" | "filter">) {
  const { total, since, complete } = friction;
  const all = callsOf(friction, filter.tenant);
  const linked = (words: string, column: FrictionSort) => (
    <Link
      href={queueList.link(all, callsOfFigure(column))}
      className="underline decoration-border-strong underline-offset-4 hover:decoration-fg"
    >
      {words}
    </Link>
  );
  const duration = (seconds: number | null) =>
    seconds === null ? "None yet" : durationText(Math.round(seconds) * 1_000);
  const share = (part: number, whole: number) => (whole === 0 ? "None yet" : shareText(part / whole));
  const decided = counted(total.decided, "decision");
  return (
    <>
      {!complete && (
        <p role="status" className="text-sm">
          There are too many decisions to count at once. All figures start at <Time value={since} />.
        </p>
      )}
      <FactStrip
        label="What deciding cost in all"
        items={[
          { term: "Calls", value: linked(total.calls.toLocaleString("en"), "calls"), note: decided },
          {
            term: "Median",
            value: linked(duration(total.medianSeconds), "median"),
            note: "from request to decision",
          },
          {
            term: "90 % within",
            value: linked(duration(total.p90Seconds), "p90"),
            note: "from request to decision",
          },
          {
            term: PACE_WORDS.unread,
            value: linked(share(total.unread, total.decided), "unread"),
            note: `${total.unread.toLocaleString("en")} of ${decided}`,
          },
          {
            term: "Expired undecided",
            value: linked(share(total.expired ?? 0, total.calls), "expired"),
            note: counted(total.expired ?? 0, "call"),
          },
          {
            term: "Total waiting time",
            value: linked(waitedText(total.waitedSeconds), "waited"),
            note: "approved as sent",
          },
        ]}
      />
    </>
  );
}

function Paces({ friction, filter }: Pick<Props, "friction" | "filter">) {
  return (
    <>
      <h3 className="mb-1 font-medium text-fg-muted text-xs">
        How soon calls were decided, by when they ended (UTC)
      </h3>
      <StackedBars
        label="How soon calls were decided"
        series={PACE_PARTS.map((key) => ({ key, label: PACE_WORDS[key], tone: TONES[key] }))}
        buckets={friction.buckets.map((bucket) => ({
          ...{ at: bucket.from, label: DAY.format(new Date(bucket.from)), values: bucket.parts },
          href: queueList.link(callsOfBar(friction, filter.tenant, bucket)),
        }))}
      />
    </>
  );
}

/** Explains what each column counts. */
function Meanings() {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 list-none items-center rounded-chip text-fg-muted text-xs underline decoration-border-strong underline-offset-2 hover:text-fg max-sm:min-h-12">
        What the columns count
      </summary>
      <dl className="mt-2 grid max-w-[75ch] grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {FRICTION_SORTS.map((column) => (
          <div key={column} className="contents">
            <dt className="font-medium">{COLUMN_WORDS[column].head}</dt>
            <dd className="text-fg-muted">{COLUMN_WORDS[column].means}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
