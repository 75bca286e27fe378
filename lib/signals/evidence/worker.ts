import type { Tx } from "@/lib/core/db";
import { MINUTE_MS } from "@/lib/core/durations";
import type { Job } from "@/lib/core/every";
import { firstIdOfDay } from "@/lib/core/ids";
import { weeksUntil } from "@/lib/core/weeks";
import { Prisma } from "@/lib/generated/prisma/client";
import { type DerivedView, makeDue } from "../derived-view";
import { EVIDENCE_WEEKS, PEOPLE_WEIGH, SIGNAL_MAX } from "./types";

type Tenant = { tenantId: string };

const signalsAt = (now: Date): DerivedView<Tenant, never, never> => ({
  name: "signals",
  due: (tx) => tx.$queryRaw`
    select t.id as "tenantId" from tenants t
    where exists (select 1 from feedback_issues i where i.tenant_id = t.id)`,
  hold: async () => true,
  facts: async () => [],
  rules: () => [],
  keep: async (tx, { tenantId }) => {
    await noteSignalsOf(tx, tenantId, now);
    return false;
  },
});

export const noteSignals = (now: Date) => makeDue(signalsAt(now));

/** Updates the weights of one tenant in a transaction. */
export async function noteSignalsOf(tx: Tx, tenantId: string, now: Date): Promise<void> {
  const from = weeksUntil(now, EVIDENCE_WEEKS)[0]?.from ?? "";
  await tx.$executeRaw`
      with own as materialized (
        select i.tenant_id, i.id, i.merged_into, i.tool, i.provider, coalesce(s.reports, 0) as reports
        from feedback_issues i cross join lateral (
          select count(*)::int as reports from feedback_submissions r
          where r.tenant_id = i.tenant_id and r.issue_id = i.id and r.created_at >= ${from}::date and r.id >= ${firstIdOfDay(from)}::uuid) s
        where i.tenant_id = ${tenantId}::uuid),
      led as materialized (select tenant_id, merged_into as id, sum(reports)::int as reports from own where merged_into is not null group by 1, 2),
      tool as materialized (
        select t.tenant_id, t.tool, t.provider, d.deeds
        from (select distinct tenant_id, tool, provider from own where tool is not null) t
        cross join lateral (select ${deedsOf(from)} as deeds) d),
      changed as materialized (
        select i.tenant_id, i.id, n.signal from own o
        left join led l on l.tenant_id = o.tenant_id and l.id = o.id
        left join tool t on t.tenant_id = o.tenant_id and t.tool = o.tool and t.provider is not distinct from o.provider
        cross join lateral (select o.reports + coalesce(l.reports, 0) + ${PEOPLE_WEIGH}::int * coalesce(t.deeds, 0) as signal) n
        join feedback_issues i on i.tenant_id = o.tenant_id and i.id = o.id
        where i.signal <> n.signal order by i.id for no key update of i)
      update feedback_issues i set signal = c.signal from changed c where i.tenant_id = c.tenant_id and i.id = c.id`;
}

/**
 * Actions of people about a tool, called `t`: rejected and edited calls, and corrections, each up
 * to SIGNAL_MAX.
 */
function deedsOf(from: string): Prisma.Sql {
  const held = Prisma.sql`a.tenant_id = t.tenant_id and a.tool = t.tool
    and (t.provider is null or a.provider is null or a.provider = t.provider) and a.created_at >= ${from}::date and a.id >= ${firstIdOfDay(from)}::uuid`;
  const counts = [
    Prisma.sql`from approvals a join votes v on v.tenant_id = a.tenant_id and v.approval_id = a.id
      and v.verdict = 'reject' and v.revision = a.revision where ${held} and a.decision = 'rejected'`,
    Prisma.sql`from approvals a join approval_revisions r on r.tenant_id = a.tenant_id and r.approval_id = a.id
      and r.edited_by is not null where ${held}`,
    Prisma.sql`from corrections c where c.tenant_id = t.tenant_id and c.tool = t.tool and c.created_at >= ${from}::date
      and c.id >= ${firstIdOfDay(from)}::uuid`,
  ].map((rows) => Prisma.sql`(select count(*)::int from (select 1 ${rows} limit ${SIGNAL_MAX}::int) n)`);
  return Prisma.join(counts, " + ");
}

export const signals: Job = {
  name: "signals",
  ms: 5 * MINUTE_MS,
  runOnce: (signal) => makeDue(signalsAt(new Date()), { signal }),
};
