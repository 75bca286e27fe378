import { readList } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { weeksUntil } from "@/lib/core/weeks";
import { tenantIdsOf } from "@/lib/tenants/queries";
import type { FeedbackFigures, SeverityWord } from "./types";

const FIGURE_WEEKS = 8;

const NAMES_SHOWN = 6;

type Counted = { kind: "severity" | "tool" | "agent"; name: string; week: string | null; reports: number };

/** How many reports there were in the last eight weeks. */
export function getFeedbackFigures(
  scope: UserScope,
  tenant: string | undefined,
  now: Date,
): Promise<FeedbackFigures> {
  const weeks = weeksUntil(now, FIGURE_WEEKS);
  const from = weeks[0]?.from ?? "";
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, tenant);
    const rows = await tx.$queryRaw<Counted[]>`
      select kind, name, case when kind = 'severity' then to_char(week, 'YYYY-MM-DD') end as week, sum(reports)::int as reports
      from feedback_counts where tenant_id = any(${tenants}::uuid[]) and week >= ${from}::date
      group by 1, 2, 3 having sum(reports) <> 0`;
    return figuresOf(weeks, rows);
  });
}

function figuresOf(
  weeks: readonly { from: string; to: string }[],
  rows: readonly Counted[],
): FeedbackFigures {
  const severities = (some: readonly Counted[]): Record<SeverityWord, number> => {
    const of = (name: string) =>
      some.filter((row) => row.name === name).reduce((sum, row) => sum + row.reports, 0);
    return { low: of("low"), med: of("med"), high: of("high") };
  };
  const counted = rows.filter((row) => row.kind === "severity");
  const top = (kind: Counted["kind"]) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ name, reports }) => ({ name, reports }))
      .toSorted((a, b) => b.reports - a.reports || (a.name < b.name ? -1 : 1))
      .slice(0, NAMES_SHOWN);
  return {
    reports: counted.reduce((sum, row) => sum + row.reports, 0),
    weeks: weeks.map((week) => ({
      ...week,
      severities: severities(counted.filter((row) => row.week === week.from)),
    })),
    severities: severities(counted),
    tools: top("tool"),
    agents: top("agent"),
  };
}
