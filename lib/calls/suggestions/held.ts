import type { Tx } from "@/lib/core/db";
import { firstIdOfDay } from "@/lib/core/ids";
import type { ToolFigures } from "./rules";
import { RATE_FAST_MINUTES } from "./types";

// The newest of one tenant.
const HELD_ROWS = 20_000;

/** Held calls of high and critical risk that ended, by tool; those that nobody was asked about are none of them. */
export async function heldOf(
  tx: Tx,
  tenantId: string,
  since: string,
): Promise<Map<string, NonNullable<ToolFigures["approvals"]>>> {
  const rows = await tx.$queryRaw<{ id: string; all: number; fast: number; median: number | null }[]>`
    with held as materialized (
      select a.id, a.tool_id, a.decision, a.revision, a.created_at, a.decided_at from approvals a
      where a.tenant_id = ${tenantId}::uuid and a.id >= ${firstIdOfDay(since)}::uuid and a.tool_id is not null
        and a.risk in ('high', 'critical') and a.held_because not in ('auto_approved', 'confirmed', 'policy', 'policy_denied')
        and a.decision in ('approved', 'rejected', 'changes_requested', 'expired', 'revoked')
      order by a.id desc limit ${HELD_ROWS}::int)
    select h.tool_id as id, count(*)::int as all, percentile_cont(0.5) within group (
             order by extract(epoch from h.decided_at - h.created_at)::float8) as median,
           (count(*) filter (where h.decision = 'approved' and h.revision = 1
              and h.decided_at <= h.created_at + make_interval(mins => ${RATE_FAST_MINUTES}::int)
              and v.votes > 0 and v.votes = v.approving))::int as fast
    from held h cross join lateral (
      select count(*) as votes, count(*) filter (where v.verdict = 'approve') as approving from votes v
      where v.tenant_id = ${tenantId}::uuid and v.approval_id = h.id) v
    group by h.tool_id`;
  return new Map(
    rows.map(({ id, all, fast, median }) => [
      id,
      { all, fast, medianSeconds: Math.round(median ?? 0), since },
    ]),
  );
}
