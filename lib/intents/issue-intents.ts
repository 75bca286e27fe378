import { inOrder } from "@/lib/calls/rules";
import { readList, type Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import { RATIONALE_MAX } from "@/lib/core/limits";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { isRationaleUsable } from "@/lib/intake/rules";
import { EVIDENCE_WEEKS } from "@/lib/signals/evidence/types";
import { SHOWN_NAME } from "./columns";
import { LEADS_MAX } from "./detail/queries";
import { templateOf } from "./templates/identity";
import type { IssueIntents, RelatedIntent } from "./types";

// Sessions of the newest reports, and calls of the tool to read in each.
const SESSIONS_READ = 50;
const CALLS_READ = 10;

const INTENTS_OF_ISSUE = 5;

type Place = { tenantId: string; id: string; tool: string };

/**
 * Intents of the tool's calls in the sessions of the newest reports, including duplicates of the
 * issue. If these calls have none, the intents of all calls of the tool. Also the intents that
 * people made the issue of. Null if there are none at all.
 */
export function findIssueIntents(scope: UserScope, id: string): Promise<IssueIntents | null> {
  return readList(scope, async (tx) => {
    const [place] = isId(id)
      ? await tx.$queryRaw<{ tenantId: string; tool: string | null }[]>`
          select tenant_id as "tenantId", tool from feedback_issues
          where tenant_id = any(${[...scope.tenants]}::uuid[]) and id = ${id}::uuid`
      : [];
    if (!place || place.tool === null) return null;
    const { tenantId, tool } = place;
    const made = await madeOf(tx, { tenantId, tool, id });
    const met = await metIn(tx, { tenantId, tool, id });
    const intents = met.length > 0 ? met : await ofTool(tx, { tenantId, tool, id });
    const from = met.length > 0 ? "sessions" : "tool";
    return intents.length + made.length > 0 ? { tool, from, intents, made } : null;
  });
}

/**
 * SQL of the recursive query `made`: the issues that people made of a tenant's intents, each with
 * its intent and those that this one became part of.
 */
export const issuesMade = (tenantId: Prisma.Sql) => Prisma.sql`
  made as (
    select (a.before #>> '{after,issue_id}')::uuid as issue_id, a.intent_id, 0 as step from intent_acts a
    where a.tenant_id = ${tenantId} and a.kind = 'issue' and a.undone_at is null
    union all
    select m.issue_id, f.to_id, m.step + 1 from made m
    join former_intents f on f.tenant_id = ${tenantId} and f.id = m.intent_id where m.step < ${LEADS_MAX}::int)`;

function madeOf(tx: Tx, { tenantId, id }: Place): Promise<{ id: string; name: string }[]> {
  const tenant = Prisma.sql`${tenantId}::uuid`;
  return tx.$queryRaw`
    with recursive ${issuesMade(tenant)}
    select distinct i.id, ${SHOWN_NAME} as name from feedback_members(${tenant}, ${id}::uuid) f
    join made m on m.issue_id = f.id join intents i on i.tenant_id = ${tenant} and i.id = m.intent_id
    order by 2, 1 limit ${INTENTS_OF_ISSUE}::int`;
}

type Said = { provider: string | null; rationale: string; calls: number };

async function metIn(tx: Tx, { tenantId, id, tool }: Place): Promise<RelatedIntent[]> {
  const said = await tx.$queryRaw<Said[]>`
    with told as materialized (
      select distinct session_id from (
        select n.session_id from feedback_members(${tenantId}::uuid, ${id}::uuid) m cross join lateral (
          select s.session_id, s.id from feedback_submissions s
          where s.tenant_id = ${tenantId}::uuid and s.issue_id = m.id and s.session_id is not null
          order by s.id desc limit ${SESSIONS_READ}::int) n
        order by n.id desc limit ${SESSIONS_READ}::int) newest)
    select c.provider, c.rationale, count(*)::int as calls from told cross join lateral (
      select a.provider, left(a.rationale, ${RATIONALE_MAX}::int) as rationale from tool_calls a
      where a.tenant_id = ${tenantId}::uuid and a.session_id = told.session_id and a.tool = ${tool}
        and a.occurred_at > statement_timestamp() - make_interval(weeks => ${EVIDENCE_WEEKS}::int)
      order by a.occurred_at desc, a.id desc limit ${CALLS_READ}::int) c
    where c.rationale is not null group by c.provider, c.rationale`;
  const calls = new Map<string, number>();
  for (const one of said.filter(({ rationale }) => isRationaleUsable(rationale))) {
    const template = templateOf({ ...one, tool });
    calls.set(template, (calls.get(template) ?? 0) + one.calls);
  }
  if (calls.size === 0) return [];
  const known = await tx.$queryRaw<{ id: string; name: string; template: string }[]>`
    select i.id, ${SHOWN_NAME} as name, t.id as template from rationale_templates t
    join intents i on i.tenant_id = t.tenant_id and i.id = t.intent_id
    where t.tenant_id = ${tenantId}::uuid and t.id = any(${[...calls.keys()]}::uuid[])`;
  const byId = new Map<string, RelatedIntent>();
  for (const { id: intent, name, template } of known) {
    const before = byId.get(intent)?.calls ?? 0;
    byId.set(intent, { id: intent, name, calls: before + (calls.get(template) ?? 0) });
  }
  return [...byId.values()]
    .toSorted((a, b) => b.calls - a.calls || inOrder(a.name, b.name))
    .slice(0, INTENTS_OF_ISSUE);
}

function ofTool(tx: Tx, { tenantId, tool }: Place): Promise<RelatedIntent[]> {
  return tx.$queryRaw<RelatedIntent[]>`
    select i.id, ${SHOWN_NAME} as name, sum(t.calls)::int as calls from rationale_templates t
    join intents i on i.tenant_id = t.tenant_id and i.id = t.intent_id
    where t.tenant_id = ${tenantId}::uuid and t.tool = ${tool}
    group by i.id, 2 order by calls desc, 2 limit ${INTENTS_OF_ISSUE}::int`;
}
