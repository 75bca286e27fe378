import { bookkeep, type Tx } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";

const scope = systemScope("feedback");

/** So many sessions in a week, and twice as many as in the week before. */
const SESSIONS_MIN = 3;
const TIMES = 2;

// Of an issue, among its newest reports.
const REPORTS_MAX = 1_000;

/**
 * One pass: notes which issues more sessions report this week than last. A report without a session counts for none.
 */
async function runOnce(): Promise<void> {
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

export const growing: Job = { name: "growing issues", ms: 5 * 60_000, runOnce };
