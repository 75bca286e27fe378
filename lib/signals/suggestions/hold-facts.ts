import { approvedInTime, isHighOrUp, peopleWereAsked } from "@/lib/approvals/pace";
import type { Tx } from "@/lib/core/db";
import { firstIdOfDay } from "@/lib/core/ids";
import { Prisma } from "@/lib/generated/prisma/client";
import type { ToolFigures } from "./rules";
import { RATE_GLANCE_SECONDS } from "./types";

type Row = {
  id: string;
  all: number;
  fast: number;
  median: number | null;
  approvals: number;
  timed: number | null;
  glanced: number | null;
  lookedMs: number | null;
};

const HELD_ROWS = 20_000;

const [A, J] = [Prisma.raw("a"), Prisma.raw("j")];

/**
 * Ended held calls of high and critical risk by tool, only those that people were asked about. With
 * the screen time of approvers.
 */
export async function heldOf(
  tx: Tx,
  tenantId: string,
  since: string,
): Promise<Map<string, NonNullable<ToolFigures["approvals"]>>> {
  const rows = await tx.$queryRaw<Row[]>`
    with held as materialized (
      select a.id, a.tool_id, a.decision, a.revision, a.created_at, a.decided_at from approvals a
      where a.tenant_id = ${tenantId}::uuid and a.id >= ${firstIdOfDay(since)}::uuid and a.tool_id is not null
        and ${isHighOrUp(A)} and ${peopleWereAsked(A)}
      order by a.id desc limit ${HELD_ROWS}::int),
    judged as materialized (
      select h.*, v.votes, v.approving, v.looks
      from held h cross join lateral (
        select count(*) as votes, count(*) filter (where v.verdict = 'approve') as approving,
               array_agg((v.seen->>'visible_ms')::float8)
                 filter (where v.verdict = 'approve' and v.seen->>'visible_ms' is not null) as looks
        from votes v where v.tenant_id = ${tenantId}::uuid and v.approval_id = h.id) v),
    looked as (
      select j.tool_id, count(*)::int as timed, (count(*) filter (where ms < ${RATE_GLANCE_SECONDS * 1_000}::int))::int as glanced,
             percentile_cont(0.5) within group (order by ms) as median
      from judged j cross join lateral unnest(j.looks) as ms group by j.tool_id)
    select j.tool_id as id, count(*)::int as all, percentile_cont(0.5) within group (
             order by extract(epoch from j.decided_at - j.created_at)::float8) as median,
           (count(*) filter (where ${approvedInTime(J)} and j.votes > 0 and j.votes = j.approving))::int as fast,
           coalesce(sum(j.approving), 0)::int as approvals, l.timed, l.glanced, l.median as "lookedMs"
    from judged j left join looked l on l.tool_id = j.tool_id
    group by j.tool_id, l.timed, l.glanced, l.median`;
  return new Map(rows.map((row) => [row.id, { ...figuresOf(row), since }]));
}

function figuresOf({ all, fast, median, approvals, timed, glanced, lookedMs }: Row) {
  return {
    all,
    fast,
    medianSeconds: Math.round(median ?? 0),
    looked:
      timed === null || glanced === null || lookedMs === null
        ? null
        : // Rounds down, so that a value below a limit does not reach it.
          { approvals, timed, glanced, medianSeconds: Math.floor(lookedMs / 100) / 10 },
  };
}
