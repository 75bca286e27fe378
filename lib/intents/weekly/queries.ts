import { readList, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { mondayOf, WEEK_DAYS, WEEK_MS, weekOf, weeksAfter } from "@/lib/core/list/weeks";
import type { Scope } from "@/lib/core/scope";
import { tenantIdsOf } from "@/lib/tenants/queries";
import type { Period } from "./day-counts";
import { referralsOf } from "./referrals";
import { sectionsOf } from "./sections";
import { WEEKLY_SECTIONS, type Weekly, type WeeklyIntent } from "./types";

type WeeklyFilter = { week?: string; tenant?: string };

/**
 * What agents wanted in a week, compared with the week before. A current week compares its complete
 * days with the same days.
 * @param filter without a week: the last complete one, or the current one if that is empty
 */
export function getWeekly(scope: Scope, filter: WeeklyFilter, now: Date): Promise<Weekly> {
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, filter.tenant);
    const week = filter.week ?? (await usualWeek(tx, tenants, now));
    const period = await periodOf(tx, tenants, week, now);
    const { since, until, beforeSince, beforeUntil } = period;
    const { sections, counts } = await sectionsOf(tx, tenants, period);
    const referred = await referralsOf(tx, scope, sections.unmet.intents, period);
    const known = await knownOf(tx, tenants, since);
    const parts = WEEKLY_SECTIONS.map((name) => {
      const intents = sections[name].intents.map(
        ({ tenantId: _, ...intent }): WeeklyIntent => ({
          ...intent,
          url: `${env().PUBLIC_URL}/rationales/intents/${intent.id}`,
          referred: name === "unmet" ? (referred.get(intent.id) ?? null) : null,
        }),
      );
      return [name, { total: sections[name].total, intents }] as const;
    });
    return {
      tenant: filter.tenant ?? null,
      ...{ week, since, until },
      isWhole: mondayOf(week).getTime() + WEEK_MS <= now.getTime(),
      hasToday: until.getTime() > now.getTime(),
      isCompared: beforeUntil > beforeSince,
      ...known,
      url: pageOf(week, filter.tenant),
      counts,
      sections: Object.fromEntries(parts) as Weekly["sections"],
    };
  });
}

/**
 * The complete days of a week, and the same days of the week before. Includes today only if the
 * days before it are empty.
 */
async function periodOf(tx: Tx, tenants: readonly string[], week: string, now: Date): Promise<Period> {
  const since = mondayOf(week);
  const after = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS);
  const over = Math.min(Math.floor((now.getTime() - since.getTime()) / DAY_MS), WEEK_DAYS);
  const isToday = over < WEEK_DAYS && !(await saidWithin(tx, tenants, since, after(since, over)));
  const beforeSince = after(since, -WEEK_DAYS);
  return {
    ...{ since, until: after(since, isToday ? over + 1 : over) },
    ...{ beforeSince, beforeUntil: after(beforeSince, over) },
  };
}

/** The last complete week, or the current one if that is empty. */
async function usualWeek(tx: Tx, tenants: readonly string[], now: Date): Promise<string> {
  const current = weekOf(now);
  const last = weeksAfter(current, -1);
  return (await saidWithin(tx, tenants, mondayOf(last), mondayOf(current))) ? last : current;
}

async function saidWithin(tx: Tx, tenants: readonly string[], since: Date, until: Date): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ said: boolean }[]>`
    select exists (
      select 1 from rationale_days d where d.tenant_id = any(${[...tenants]}::uuid[])
        and d.day >= ${dayOf(since)}::date and d.day < ${dayOf(until)}::date) as said`;
  return row?.said ?? false;
}

async function knownOf(
  tx: Tx,
  tenants: readonly string[],
  since: Date,
): Promise<Pick<Weekly, "isFirst" | "isGrouped">> {
  const [row] = await tx.$queryRaw<{ earlier: boolean; grouped: boolean }[]>`
    select exists (select 1 from rationale_days d
                   where d.tenant_id = any(${[...tenants]}::uuid[]) and d.day < ${dayOf(since)}::date) as earlier,
           exists (select 1 from intents i where i.tenant_id = any(${[...tenants]}::uuid[])) as grouped`;
  return { isFirst: !row?.earlier, isGrouped: row?.grouped ?? false };
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

function pageOf(week: string, tenant: string | undefined): string {
  const params = new URLSearchParams({ week, ...(tenant && { tenant }) });
  return `${env().PUBLIC_URL}/rationales/weekly?${params}`;
}
