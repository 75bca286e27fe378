import { read, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { COUNT_CAP } from "../types";
import { URGENT_MINUTES, WAITING_MAX, type Waiting, type WaitingCall } from "./types";

/** What waits for this person, for the bell, the title and the browser's notifications. Nothing waits for a viewer. */
export function listWaiting(scope: UserScope): Promise<Waiting> {
  return read(scope, async (tx) => {
    const attention = await countCalls(
      tx,
      scope,
      Prisma.sql`needs_attention(a.decision, a.execution, a.delivery, a.acknowledged_at)`,
    );
    const { role } = scope.actor;
    if (role !== "admin" && role !== "approver")
      return { count: 0, urgent: 0, attention, calls: [], newest: [] };
    const waits = waitsFor(scope);
    // The clock would be asked for each row, and no index helps with that.
    const soon = Prisma.sql`${waits} and a.decide_by < statement_timestamp() + make_interval(mins => ${URGENT_MINUTES}::int)`;
    const urgent = await listCalls(tx, scope, soon, strictest);
    const others = await listCalls(tx, scope, waits, strictest);
    const calls = [...urgent, ...others.filter(({ id }) => urgent.every((call) => call.id !== id))];
    return {
      count: await countCalls(tx, scope, waits),
      urgent: await countCalls(tx, scope, soon),
      attention,
      calls: calls.slice(0, WAITING_MAX),
      newest: await listCalls(tx, scope, waits, newest),
    };
  });
}

type Order = (of: Prisma.Sql) => Prisma.Sql;

const strictest: Order = (of) => Prisma.sql`${of}.risk desc, ${of}.decide_by, ${of}.id`;

const newest: Order = (of) => Prisma.sql`${of}.id desc`;

const [A, C] = [Prisma.raw("a"), Prisma.raw("c")];

/**
 * The first few calls in this order. Each tenant's come from the beginning of its part of an index, so that ten thousand waiting
 * calls cost every page as much as ten.
 */
function listCalls(tx: Tx, scope: UserScope, which: Prisma.Sql, order: Order): Promise<WaitingCall[]> {
  return tx.$queryRaw<WaitingCall[]>`
    select c.id, c.risk::text, c.summary as headline, t.key as tenant, c.created_at as "createdAt", c.decide_by as "decideBy"
    from unnest(${[...scope.tenants]}::uuid[]) as scope (tenant_id) cross join lateral (
      select a.id, a.tenant_id, a.risk, a.summary, a.created_at, a.decide_by from approvals a
      where a.tenant_id = scope.tenant_id and ${which} order by ${order(A)} limit ${WAITING_MAX}::int) c
    join tenants t on t.id = c.tenant_id order by ${order(C)} limit ${WAITING_MAX}::int`;
}

async function countCalls(tx: Tx, scope: UserScope, which: Prisma.Sql): Promise<number> {
  const [row] = await tx.$queryRaw<{ n: number }[]>`
    select count(*)::int as n from (
      select 1 from approvals a where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and ${which}
      limit ${COUNT_CAP}::int) found`;
  return row?.n ?? 0;
}

/** Pending calls (alias `a`) that this person has not yet voted on and has not put off. */
function waitsFor(scope: UserScope): Prisma.Sql {
  const me = scope.actor.id;
  return Prisma.sql`a.decision = 'pending' and not exists (
    select 1 from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id and v.revision = a.revision
                            and v.user_id = ${me}::uuid) and not exists (
    select 1 from approval_snoozes s where s.tenant_id = a.tenant_id and s.user_id = ${me}::uuid
                                       and s.approval_id = a.id and s.until > statement_timestamp())`;
}
