import { recordActivities } from "@/lib/activity/record";
import { bookkeep, change, type Tx } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { wakeOn } from "@/lib/live/wait";
import { type Before, deedsOf, type Stored, WOKEN } from "./commands";

const scope = systemScope("feedback");

// Maximum per pass; the rest follow with the next.
const WOKEN_MAX = 100;

async function runOnce(): Promise<boolean> {
  return change(scope, async (tx) => {
    const due = await tx.$queryRaw<Stored[]>`
      select to_jsonb(i) as row, i.updated_at as "updatedAt" from feedback_issues i
      where i.state = 'snoozed' and (
        i.snoozed_until <= clock_timestamp()
        or i.snooze_reports <= (select count(*) from (
          select 1 from feedback_members(i.tenant_id, i.id) m
          join feedback_submissions s on s.tenant_id = i.tenant_id and s.issue_id = m.id
          where s.created_at > i.snoozed_at limit i.snooze_reports) n)
        or i.snooze_severity is not null and exists (
          select 1 from feedback_members(i.tenant_id, i.id) m
          join feedback_submissions s on s.tenant_id = i.tenant_id and s.issue_id = m.id
          where s.created_at > i.snoozed_at
            and (s.severity = 'high' or s.severity = i.snooze_severity))
        or i.snooze_version and exists (
          select 1 from tools t join tool_versions v on v.tool_id = t.id
          where t.name = i.tool and t.provider = coalesce(i.provider, t.provider) and v.version > 1 and v.created_at > i.snoozed_at
            and exists (select 1 from gateway_tenants g where g.gateway_id = t.gateway_id and g.tenant_id = i.tenant_id)))
      order by i.id limit ${WOKEN_MAX}::int for no key update of i skip locked`;
    if (due.length === 0) return false;
    const after = await tx.$queryRaw<Stored[]>`
      update feedback_issues i set ${WOKEN}, updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 ms')
      where (i.tenant_id, i.id) in (
        select (d.value->>'tenant_id')::uuid, (d.value->>'id')::uuid
        from jsonb_array_elements(${JSON.stringify(due.map(({ row }) => row))}::jsonb) d)
      returning to_jsonb(i) as row, i.updated_at as "updatedAt"`;
    const before = due.map(({ row, updatedAt }): Before => ({ ...row, updatedAt }));
    await recordActivities(tx, scope, deedsOf("issue.woken", { before, after }));
    return due.length === WOKEN_MAX;
  });
}

/** Ends the snooze of issues that wait for a correction: the next pass finds them due. */
export async function noteCorrection(tx: Tx, tenantId: string, tool: string): Promise<void> {
  await tx.$executeRaw`
    with waiting as materialized (
      select i.tenant_id, i.id from feedback_issues i
      where i.tenant_id = ${tenantId}::uuid and i.state = 'snoozed' and i.snooze_correction and i.tool = ${tool}
      order by i.id for no key update)
    update feedback_issues i set snoozed_until = clock_timestamp(),
      updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 ms')
    from waiting w where i.tenant_id = w.tenant_id and i.id = w.id`;
}

/** Runs after each report or change; a minute is precise enough for times. */
export const snoozes: Job = {
  name: "snoozed issues",
  ms: 60_000,
  gapMs: 1_000,
  wake: wakeOn("feedback"),
  runOnce,
};

/** Growing: this many sessions in a week, and twice as many as in the week before. */
const SESSIONS_MIN = 3;
const TIMES = 2;

// Per issue, among its newest reports.
const REPORTS_MAX = 1_000;

/** Marks issues that more sessions report than last week. Only reports with a session count. */
async function noteAll(): Promise<void> {
  await bookkeep(scope, noteGrowing);
}

/** The same within a transaction. */
export async function noteGrowing(tx: Tx): Promise<void> {
  await tx.$executeRaw`
      with judged as materialized (
        select i.tenant_id, i.id, n.recent >= ${SESSIONS_MIN}::int and n.recent >= ${TIMES}::int * n.earlier as growing
        from feedback_issues i
        cross join lateral (
          select count(distinct r.session_id) filter (where r.created_at > clock_timestamp() - interval '7 days') as recent,
                 count(distinct r.session_id) filter (where r.created_at <= clock_timestamp() - interval '7 days') as earlier
          from (
            select s.session_id, s.created_at
            from feedback_members(i.tenant_id, i.id) m
            join feedback_submissions s on s.tenant_id = i.tenant_id and s.issue_id = m.id
            where s.created_at > clock_timestamp() - interval '14 days'
              and s.id > (lpad(to_hex((extract(epoch from clock_timestamp() - interval '14 days') * 1000)::bigint), 12, '0')
                          || '00000000000000000000')::uuid
            order by s.id desc limit ${REPORTS_MAX}::int) r) n
        where i.growing or i.last_seen_at > clock_timestamp() - interval '7 days'),
      changed as materialized (
        select i.tenant_id, i.id, j.growing from feedback_issues i join judged j on j.tenant_id = i.tenant_id and j.id = i.id
        where i.growing <> j.growing order by i.id for no key update of i)
      update feedback_issues i set growing = c.growing from changed c where i.tenant_id = c.tenant_id and i.id = c.id`;
}

export const growing: Job = { name: "growing issues", ms: 5 * 60_000, runOnce: noteAll };
