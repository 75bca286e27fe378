import "server-only";
import type { Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { listReasons } from "./expired/queries";
import { EXPIRED_WORDS } from "./expired/types";

type Week = {
  asked: number;
  approved: number;
  rejected: number;
  expired: number;
  failed: number;
  issues: number;
  reviews: number;
};

/** The week of a tenant in sentences: what was asked and decided, and what is still open. */
export async function weeklyLines(
  tx: Tx,
  tenantId: string,
  { until, tenant }: { until: Date; tenant: string },
): Promise<string[]> {
  const [week] = await tx.$queryRaw<Week[]>`
    with span as (select ${until}::timestamptz - interval '7 days' as since)
    select (select count(*)::int from approvals a, span where a.tenant_id = ${tenantId}::uuid and a.created_at >= span.since) as asked,
           ended.*,
           (select count(*)::int from feedback_issues i, span where i.tenant_id = ${tenantId}::uuid and i.created_at >= span.since) as issues,
           (select count(*)::int from reviews r where r.tenant_id = ${tenantId}::uuid and r.closed_at is null) as reviews
    from (select count(*) filter (where a.decision = 'approved')::int as approved,
                 count(*) filter (where a.decision = 'rejected')::int as rejected,
                 count(*) filter (where a.decision = 'expired')::int as expired,
                 count(*) filter (where a.execution = 'failed')::int as failed
          from approvals a, span where a.tenant_id = ${tenantId}::uuid and a.decided_at >= span.since) ended`;
  if (!week) return [];
  const { asked, approved, rejected, expired, failed, issues, reviews } = week;
  return [
    `In the last seven days agents of ${tenant} asked for ${counted(asked, "call")} that had to be decided: ${approved} approved, ${rejected} rejected.`,
    expired === 0 ? "No call expired undecided." : `${counted(expired, "call")} expired undecided.`,
    ...(expired > 0 ? await reasonLines(tx, tenantId, until) : []),
    ...(failed > 0 ? [`${counted(failed, "approved call")} failed.`] : []),
    ...(issues > 0 ? [`Agents opened ${counted(issues, "issue")}.`] : []),
    ...(reviews > 0 ? [`${counted(reviews, "review")} ${reviews === 1 ? "is" : "are"} open.`] : []),
  ];
}

const REASONS_SAID = 3;

/** Why they expired, and what would have prevented it. */
async function reasonLines(tx: Tx, tenantId: string, until: Date): Promise<string[]> {
  const since = new Date(until.getTime() - 7 * DAY_MS);
  const reasons = await listReasons(tx, tenantId, { since, until });
  return reasons
    .slice(0, REASONS_SAID)
    .map(
      ({ reason, calls, suggestion }) =>
        `${EXPIRED_WORDS[reason].title}: ${counted(calls, "call")}. ${suggestion.text}`,
    );
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
