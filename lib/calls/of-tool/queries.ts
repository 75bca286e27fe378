import { readList } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "@/lib/tools/catalogue/queries";
import { type DayCount, daysFrom, recordOf } from "./rules";
import {
  RECORD_DAYS,
  type ToolApproval,
  type ToolDecisions,
  type ToolFeedback,
  type ToolKey,
  type ToolRecord,
  type ToolUse,
} from "./types";

const APPROVALS_SHOWN = 5;
// The median follows people's current behaviour, not last year's.
const DECISIONS_READ = 200;
const FEEDBACK_DAYS = 90;

const tenantsOf = (scope: Scope, tenantId: string | null) =>
  tenantId === null ? [...scope.tenants] : scope.tenants.filter((id) => id === tenantId);

/** Daily counts by name (lib/calls/figures): a busy tool costs no more than a quiet one. */
const counts = (tenants: readonly string[]) => Prisma.sql`
  select c.name, c.day, c.outcome, c.calls from tool_call_counts c
  where c.tenant_id = any(${[...tenants]}::uuid[]) and c.kind = 'tool'
    and c.day > (now() at time zone 'UTC')::date - ${RECORD_DAYS}::int`;

/** Recent calls and waiting calls of each tool, in one statement. */
export async function listToolUse(
  scope: Scope,
  tools: readonly { id: string; name: string }[],
  tenantId: string | null,
): Promise<Map<string, ToolUse>> {
  const tenants = tenantsOf(scope, tenantId);
  const asked = tools.map(({ id, name }) => ({ id, name }));
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<(Pick<ToolUse, "since" | "waiting"> & { id: string; counted: DayCount[] })[]>`
      with k as materialized (select id, name from json_to_recordset(${serializeJson(asked)}::json) as k(id uuid, name text)),
           c as materialized (select name, json_agg(json_build_object('day', day::text, 'outcome', outcome, 'calls', calls)) as counted
                              from (select name, day, outcome, sum(calls) as calls from (${counts(tenants)}) c
                                    where c.name in (select name from k) group by 1, 2, 3) c group by name),
           w as materialized (select p.tool_id, count(*) as waiting from approvals p
                              where p.tenant_id = any(${tenants}::uuid[]) and p.tool_id in (select id from k)
                                and p.decision = 'pending' group by p.tool_id)
      select k.id, coalesce(c.counted, '[]') as counted, coalesce(w.waiting, 0)::int as waiting,
             ((now() at time zone 'UTC')::date - ${RECORD_DAYS - 1}::int)::text as since
      from k left join c on c.name = k.name left join w on w.tool_id = k.id`,
  );
  return new Map(
    rows.map(({ id, counted, ...use }) => {
      const { days, calls } = recordOf(daysFrom(use.since), counted);
      return [id, { ...use, calls, days }];
    }),
  );
}

/**
 * The calls of a tool's name in the last 14 days (UTC), by day and outcome. `namesakes`: other
 * tools in scope with that name, whose calls are included.
 */
export async function getToolRecord(scope: Scope, tool: ToolKey): Promise<ToolRecord> {
  return readList(scope, async (tx) => {
    const rows = await tx.$queryRaw<DayCount[]>`
      select to_char(c.day, 'YYYY-MM-DD') as day, c.outcome, sum(c.calls)::int as calls
      from (${counts(scope.tenants)}) c where c.name = ${tool.name}
      group by c.day, c.outcome having sum(c.calls) > 0`;
    const [other] = await tx.$queryRaw<{ since: string; namesakes: number }[]>`
      select ((now() at time zone 'UTC')::date - ${RECORD_DAYS - 1}::int)::text as since, count(*)::int as namesakes from tools t join gateways g on g.id = t.gateway_id
      where ${gatewayInScope(scope)} and t.name = ${tool.name} and t.id <> ${tool.id}::uuid`;
    return { ...recordOf(daysFrom(other?.since ?? ""), rows), namesakes: other?.namesakes ?? 0 };
  });
}

/** The newest held calls of a tool, the number of pending ones, and recent decision times. */
export function getToolDecisions(scope: Scope, tool: ToolKey): Promise<ToolDecisions> {
  const held = Prisma.sql`p.tenant_id = any(${[...scope.tenants]}::uuid[]) and p.tool = ${tool.name}
    and p.tool_id = ${tool.id}::uuid`;
  return readList(scope, async (tx) => {
    const recent = await tx.$queryRaw<ToolApproval[]>`
      select p.id, p.summary, p.risk::text as risk, p.decision::text as decision, p.decided_by as "decidedBy",
             p.created_at as "createdAt", p.decided_at as "decidedAt"
      from approvals p where ${held} order by p.id desc limit ${APPROVALS_SHOWN}`;
    const waiting = await tx.$queryRaw<{ tenantId: string; waiting: number }[]>`
      select p.tenant_id as "tenantId", count(*)::int as waiting from approvals p
      where p.tenant_id = any(${[...scope.tenants]}::uuid[]) and p.tool_id = ${tool.id}::uuid and p.decision = 'pending'
      group by 1`;
    // Only decisions with a vote count: not expiry, automatic approval or cancellation.
    const [pace] = await tx.$queryRaw<{ median: number | null; slow: number | null; decided: number }[]>`
      select percentile_cont(0.5) within group (order by seconds) as median,
             percentile_cont(0.95) within group (order by seconds) as slow, count(*)::int as decided from (
        select extract(epoch from p.decided_at - p.created_at)::float8 as seconds from approvals p
        where ${held} and p.decision in ('approved', 'rejected', 'changes_requested') and p.decided_at is not null
          and exists (select 1 from votes v where v.tenant_id = p.tenant_id and v.approval_id = p.id)
        order by p.id desc limit ${DECISIONS_READ}) lately`;
    return {
      recent,
      waiting: waiting.reduce((sum, one) => sum + one.waiting, 0),
      waitingFor: Object.fromEntries(waiting.map((one) => [one.tenantId, one.waiting])),
      medianSeconds: pace?.median ?? null,
      slowSeconds: pace?.slow ?? null,
      decided: pace?.decided ?? 0,
    };
  });
}

/** Recent reports about a tool; a merged issue counts as its target. */
export async function getToolFeedback(scope: Scope, tool: ToolKey): Promise<ToolFeedback> {
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<ToolFeedback[]>`
      select count(*)::int as reports,
             (count(distinct i.id) filter (where i.state not in ('resolved', 'declined', 'merged')))::int as "openIssues"
      from feedback_submissions s join feedback_issues own on own.id = s.issue_id and own.tenant_id = s.tenant_id
      join feedback_issues i on i.tenant_id = own.tenant_id and i.id = coalesce(own.merged_into, own.id)
      where s.tenant_id = any(${[...scope.tenants]}::uuid[]) and s.tool_called = ${tool.name}
        and (s.provider is null or s.provider = ${tool.provider}) and s.gateway_id = ${tool.gatewayId}::uuid
        and s.created_at >= now() - make_interval(days => ${FEEDBACK_DAYS}::int)`,
  );
  return row ?? { reports: 0, openIssues: 0 };
}
