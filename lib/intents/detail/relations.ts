import { outcomesOf } from "@/lib/calls/rules";
import { readList, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { issueRef } from "@/lib/feedback/rules";
import { Prisma } from "@/lib/generated/prisma/client";
import { issuesMade } from "../issue-intents";
import { templateOf } from "../templates/identity";
import type { ApprovalOf, IssueOf, SessionOf } from "./types";

// Only the newest calls are read, because an intent may have a million.
const CALLS_LOOKED_AT = 400;
const OF_TEMPLATE = 40;

// Held calls of the intent's tools to check for the intent.
const APPROVALS_OF_TOOL = 60;
const APPROVALS_LOOKED_AT = 300;

const SESSIONS_SHOWN = 8;
const APPROVALS_SHOWN = 8;
const ISSUES_SHOWN = 8;

type Related = { sessions: SessionOf[]; approvals: ApprovalOf[]; issues: IssueOf[] };

type Newest = {
  session: string | null;
  agent: string | null;
  approval: string | null;
  failed: boolean;
  at: Date;
};

/**
 * Related data: sessions of the intent, held calls with it, and issues that its sessions reported.
 */
export function relatedOf(scope: Scope, id: string): Promise<Related> {
  return readList(scope, async (tx) => {
    const newest = await newestCalls(tx, scope, id);
    const sessions = sessionsOf(newest);
    const named = newest.flatMap(({ approval }) => approval ?? []);
    return {
      sessions: sessions.slice(0, SESSIONS_SHOWN),
      approvals: await approvalsOf(tx, scope, id, named),
      issues: await issuesOf(
        tx,
        scope,
        id,
        sessions.map(({ session }) => session),
      ),
    };
  });
}

function newestCalls(tx: Tx, scope: Scope, id: string): Promise<Newest[]> {
  return tx.$queryRaw<Newest[]>`
    with newest as materialized (
      select c.tenant_id, c.occurred_at, c.call_id from rationale_templates t cross join lateral (
        select c.tenant_id, c.occurred_at, c.call_id from rationale_calls c
        where c.tenant_id = t.tenant_id and c.template_id = t.id order by c.occurred_at desc, c.call_id desc limit ${OF_TEMPLATE}::int) c
      where t.tenant_id = any(${[...scope.tenants]}::uuid[]) and t.intent_id = ${id}::uuid
      order by c.occurred_at desc, c.call_id desc limit ${CALLS_LOOKED_AT}::int)
    select a.session_id as session, a.agent, a.approval_id as approval, a.outcome = any(${outcomesOf("failed")}::text[]) as failed, a.occurred_at as at
    -- Each by its key: a join might read the whole table for a few.
    from newest n cross join lateral (
      select a.* from tool_calls a where a.tenant_id = n.tenant_id and a.occurred_at = n.occurred_at and a.id = n.call_id limit 1) a
    order by a.occurred_at desc, a.id desc`;
}

function sessionsOf(calls: readonly Newest[]): SessionOf[] {
  const sessions = new Map<string, SessionOf>();
  for (const { session, agent, failed, at } of calls) {
    if (session === null) continue;
    const known = sessions.get(session) ?? { session, agent, calls: 0, failed: 0, lastAt: at };
    sessions.set(session, { ...known, calls: known.calls + 1, failed: known.failed + (failed ? 1 : 0) });
  }
  return [...sessions.values()];
}

type Held = ApprovalOf & { provider: string | null; rationale: string | null };

/** Held calls linked from the intent's calls, or with the same rationale. */
async function approvalsOf(
  tx: Tx,
  scope: Scope,
  id: string,
  named: readonly string[],
): Promise<ApprovalOf[]> {
  const templates = await tx.$queryRaw<{ id: string; tool: string }[]>`
    select t.id, t.tool from rationale_templates t where t.tenant_id = any(${[...scope.tenants]}::uuid[]) and t.intent_id = ${id}::uuid`;
  const ids = new Set(templates.map((one) => one.id));
  const tools = [...new Set(templates.map(({ tool }) => tool))];
  const rows = await tx.$queryRaw<Held[]>`
    with own as (select i.tenant_id from intents i where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${id}::uuid),
    found as (
      select o.tenant_id, n.id from own o cross join unnest(${[...named]}::uuid[]) as n(id)
      union
      select o.tenant_id, a.id from own o cross join unnest(${tools}::text[]) as s(tool) cross join lateral (
        select a.id from approvals a where a.tenant_id = o.tenant_id and a.tool = s.tool order by a.id desc limit ${APPROVALS_OF_TOOL}::int) a)
    select a.id, a.summary, a.tool, a.decision::text as decision, a.created_at as "createdAt", a.provider, a.rationale
    from found f join approvals a on a.tenant_id = f.tenant_id and a.id = f.id
    order by a.id desc limit ${APPROVALS_LOOKED_AT}::int`;
  const says = ({ provider, tool, rationale }: Held) =>
    rationale !== null && ids.has(templateOf({ provider, tool, rationale }));
  return rows
    .filter((row) => named.includes(row.id) || says(row))
    .slice(0, APPROVALS_SHOWN)
    .map(({ id: approval, summary, tool, decision, createdAt }) => ({
      id: approval,
      summary,
      tool,
      decision,
      createdAt,
    }));
}

type StoredIssue = Omit<IssueOf, "ref"> & { number: number; tenant: string };

async function issuesOf(tx: Tx, scope: Scope, id: string, sessions: readonly string[]): Promise<IssueOf[]> {
  const rows = await tx.$queryRaw<StoredIssue[]>`
    with recursive own as (select i.tenant_id from intents i where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${id}::uuid),
    ${issuesMade(Prisma.sql`(select tenant_id from own)`)},
    found as (
      select o.tenant_id, m.issue_id as id, true as made from own o join made m on m.intent_id = ${id}::uuid
      union
      select s.tenant_id, coalesce(f.merged_into, f.id), false from own o
      join feedback_submissions s on s.tenant_id = o.tenant_id and s.session_id = any(${[...sessions]}::text[])
      join feedback_issues f on f.tenant_id = s.tenant_id and f.id = s.issue_id)
    select f.id, f.number, f.title, f.state, k.key as tenant, bool_or(x.made) as made
    from found x join feedback_issues f on f.tenant_id = x.tenant_id and f.id = x.id join tenants k on k.id = f.tenant_id
    group by f.id, f.number, f.title, f.state, k.key order by made desc, f.number desc limit ${ISSUES_SHOWN}::int`;
  return rows.map(({ number, tenant, ...issue }) => ({ ...issue, ref: issueRef(number, tenant) }));
}
