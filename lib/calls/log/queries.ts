import { savedHere } from "@/lib/auth/people/saved-views";
import { read, readList, type Tx } from "@/lib/core/db";
import type { Scope, UserScope } from "@/lib/core/scope";
import { redactProse } from "@/lib/core/text/prose";
import { Prisma } from "@/lib/generated/prisma/client";
import { getCall, pickedCalls, readPicked } from "../queries";
import { isFailure } from "../rules";
import type { Outcome } from "../types";
import type { CallRow } from "../wire";
import { choicesOf } from "./choices";
import type { LogFilter } from "./list";
import { callFilterOf, keptQuery } from "./rules";
import type { CallView, LogAround, SessionHead, SessionLinks } from "./types";

// A longer session is a program; its newest calls represent it.
const SESSION_CALLS_MAX = 2_000;
const AROUND = 12;
const LINKS_MAX = 20;
// In addition to the calls of a whole session.
const SESSION_LINKS_MAX = 200;

const tenantsOf = (scope: Scope) => Prisma.sql`any(${[...scope.tenants]}::uuid[])`;

/** Filter options with their counts, and the saved view with this filter. */
export function readLogAround(scope: UserScope, filter: LogFilter, now: Date): Promise<LogAround> {
  return readList(scope, async (tx) => {
    const choices = await choicesOf(tx, scope, callFilterOf(filter, now), now);
    const [row] = await tx.$queryRaw<Pick<LogAround, "saved">[]>`
      select ${savedHere(scope, "rationales", keptQuery(filter))} as saved`;
    return { choices, saved: row?.saved ?? null };
  });
}

/** What the calls of a session say together; null when there is none. */
export function findSession(scope: UserScope, session: string): Promise<SessionHead | null> {
  return readList(scope, async (tx) => {
    const picked = await pickedCalls(tx, scope, { sessionId: session }, null, SESSION_CALLS_MAX + 1);
    const rows = await tx.$queryRaw<
      { outcome: Outcome; agent: string | null; tenant: string; calls: number; from: Date; to: Date }[]
    >`
      select p.outcome, p.agent, t.key as tenant, count(*)::int as calls, min(p.occurred_at) as "from", max(p.occurred_at) as "to"
      from (${picked}) p join tenants t on t.id = p.tenant_id group by 1, 2, 3`;
    return rows.length === 0 ? null : sessionHead(session, rows);
  });
}

function sessionHead(
  session: string,
  rows: readonly {
    outcome: Outcome;
    agent: string | null;
    tenant: string;
    calls: number;
    from: Date;
    to: Date;
  }[],
): SessionHead {
  const outcomes = new Map<Outcome, number>();
  for (const row of rows) outcomes.set(row.outcome, (outcomes.get(row.outcome) ?? 0) + row.calls);
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  return {
    session,
    tenants: [...new Set(rows.map((row) => row.tenant))].sort(),
    calls: Math.min(calls, SESSION_CALLS_MAX),
    more: calls > SESSION_CALLS_MAX,
    failed: rows.reduce((sum, row) => sum + (isFailure(row.outcome) ? row.calls : 0), 0),
    from: new Date(Math.min(...rows.map((row) => row.from.getTime()))),
    to: new Date(Math.max(...rows.map((row) => row.to.getTime()))),
    agents: [...new Set(rows.flatMap((row) => row.agent ?? []))].sort(),
    outcomes: [...outcomes]
      .map(([outcome, n]) => ({ outcome, calls: n }))
      .toSorted((a, b) => b.calls - a.calls),
  };
}

/** Approvals, feedback and corrections of a session, newest of each. */
export function listSessionLinks(scope: UserScope, session: string): Promise<SessionLinks> {
  return readList(scope, (tx) => sessionLinks(tx, scope, session, SESSION_LINKS_MAX));
}

async function sessionLinks(tx: Tx, scope: Scope, session: string, take = LINKS_MAX): Promise<SessionLinks> {
  const where = { tenantId: { in: [...scope.tenants] }, sessionId: session };
  const newest = { orderBy: { id: "desc" }, take } as const;
  return {
    approvals: await tx.approval.findMany({
      where,
      ...newest,
      select: { id: true, tool: true, summary: true, decision: true, execution: true, createdAt: true },
    }),
    reports: (
      await tx.feedbackSubmission.findMany({
        where,
        ...newest,
        select: { id: true, severity: true, actualOutcome: true, createdAt: true },
      })
    ).map((report) => ({ ...report, actualOutcome: redactProse(report.actualOutcome) })),
    corrections: await tx.correction.findMany({ where, ...newest, select: CORRECTION }),
  };
}

const CORRECTION = {
  id: true,
  tool: true,
  sessionId: true,
  callId: true,
  utterance: true,
  occurredAt: true,
  createdAt: true,
} as const;

/**
 * One call with its surroundings.
 * @throws DomainError NOT_FOUND, the same for another tenant's as for none
 */
export async function getCallView(scope: UserScope, id: string): Promise<CallView> {
  const call = await getCall(scope, id);
  return read(scope, async (tx) => {
    const links = call.sessionId
      ? await sessionLinks(tx, scope, call.sessionId)
      : { approvals: [], reports: [], corrections: await correctionsOf(tx, scope, call) };
    const [tool] = await tx.$queryRaw<{ id: string }[]>`
      select t.id from tools t join gateways g on g.id = t.gateway_id
      where g.name = ${call.gateway} and t.name = ${call.tool} and t.provider = coalesce(${call.provider}, t.provider) limit 1`;
    return { call, toolId: tool?.id ?? null, around: await callsAround(tx, scope, call), links };
  });
}

async function correctionsOf(tx: Tx, scope: Scope, { callId }: CallRow) {
  if (callId === null) return [];
  const where = { tenantId: { in: [...scope.tenants] }, callId };
  return tx.correction.findMany({ where, orderBy: { id: "desc" }, take: LINKS_MAX, select: CORRECTION });
}

/** The calls of the same session and tenant just before and after, in order of time. */
async function callsAround(tx: Tx, scope: Scope, call: CallRow): Promise<CallRow[]> {
  if (call.sessionId === null) return [];
  const at = Prisma.sql`(${call.occurredAt.toISOString()}::timestamptz, ${call.id}::uuid)`;
  const of = Prisma.sql`
    select a.tenant_id, a.occurred_at, a.id from tool_calls a
    where a.tenant_id = (select t.id from tenants t where t.key = ${call.tenant} and t.id = ${tenantsOf(scope)})
      and a.session_id = ${call.sessionId}`;
  return (
    await readPicked(
      tx,
      Prisma.sql`
    (${of} and (a.occurred_at, a.id) <= ${at} order by a.occurred_at desc, a.id desc limit ${AROUND + 1}::int)
    union all
    (${of} and (a.occurred_at, a.id) > ${at} order by a.occurred_at, a.id limit ${AROUND}::int)`,
    )
  ).toReversed();
}
