import type { Tx } from "@/lib/core/db";
import type { IssueState } from "../types";
import { COMPARED_CHARS, type Told } from "./compared-texts";

// Only the tool's most recent issues: older ones seldom return.
const NEARBY_MAX = 500;

export type Uncompared = {
  tenantId: string;
  id: string;
  tool: string | null;
  updatedAt: Date;
  /** Null once its reports were deleted. */
  told: Told | null;
  others: Nearby[];
};

/** An older issue by its first report, and its merge target, or itself if not merged. */
export type Nearby = { id: string; lead: string; leadState: IssueState; told: Told };

type Row = { id: string; lead: string; leadState: IssueState } & Told;

/** The next issue that was not compared yet; null when there is none. */
export async function nextUncompared(tx: Tx): Promise<Uncompared | null> {
  const [issue] = await tx.$queryRaw<
    { tenantId: string; id: string; tool: string | null; provider: string | null; updatedAt: Date }[]
  >`
    select tenant_id as "tenantId", id, tool, provider, updated_at as "updatedAt" from feedback_issues
    where compared_at is null order by id limit 1`;
  if (!issue) return null;
  const { tenantId, id, tool, provider, updatedAt } = issue;
  const rows = await tx.$queryRaw<Row[]>`
    select o.id, l.id as lead, l.state as "leadState",
           left(s.attempted_action, ${COMPARED_CHARS}::int) as "attemptedAction", left(s.expected_outcome, ${COMPARED_CHARS}::int) as "expectedOutcome",
           left(s.actual_outcome, ${COMPARED_CHARS}::int) as "actualOutcome", left(s.error_seen, ${COMPARED_CHARS}::int) as "errorSeen"
    from (
      select id, merged_into from feedback_issues f
      where f.tenant_id = ${tenantId}::uuid and f.tool is not distinct from ${tool} and f.id < ${id}::uuid
        and (f.provider is null or ${provider}::text is null or f.provider = ${provider})
      order by f.last_seen_at desc, f.id desc limit ${NEARBY_MAX}::int) o
    join feedback_issues l on l.tenant_id = ${tenantId}::uuid and l.id = coalesce(o.merged_into, o.id)
    cross join lateral (
      select * from feedback_submissions r where r.tenant_id = ${tenantId}::uuid and r.issue_id = o.id order by r.id limit 1) s
    where l.id <> ${id}::uuid and l.tool is not distinct from ${tool} and not exists (
      select 1 from feedback_members(l.tenant_id, l.id) m join feedback_issues g on g.tenant_id = l.tenant_id and g.id = m.id
      where g.provider <> ${provider}::text)
      and not exists (
      select 1 from feedback_pairs p where p.tenant_id = ${tenantId}::uuid and p.kind = 'apart'
        and p.issue_id = least(l.id, ${id}::uuid) and p.other_id = greatest(l.id, ${id}::uuid))
    union all
    select i.id, i.id, i.state, left(s.attempted_action, ${COMPARED_CHARS}::int), left(s.expected_outcome, ${COMPARED_CHARS}::int),
           left(s.actual_outcome, ${COMPARED_CHARS}::int), left(s.error_seen, ${COMPARED_CHARS}::int)
    from feedback_issues i cross join lateral (
      select * from feedback_submissions r where r.tenant_id = i.tenant_id and r.issue_id = i.id order by r.id limit 1) s
    where i.tenant_id = ${tenantId}::uuid and i.id = ${id}::uuid`;
  const told = ({ attemptedAction, expectedOutcome, actualOutcome, errorSeen }: Row): Told => ({
    attemptedAction,
    expectedOutcome,
    actualOutcome,
    errorSeen,
  });
  const own = rows.find((row) => row.id === id);
  const others = rows.filter((row) => row.id !== id);
  return {
    tenantId,
    id,
    tool,
    updatedAt,
    told: own ? told(own) : null,
    others: others.map((row) => ({ id: row.id, lead: row.lead, leadState: row.leadState, told: told(row) })),
  };
}
