import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { COUNT_CAP } from "../schema";
import { URGENT_MINUTES, WAITING_MAX, type Waiting, type WaitingCall } from "./schema";

/** What waits for this person, for the bell, the title and the browser's notifications. Nothing waits for a viewer. */
export function listWaiting(scope: UserScope): Promise<Waiting> {
  return read(scope, async (tx) => {
    const mine = waitingFor(scope);
    const soon = Prisma.sql`a.decide_by < clock_timestamp() + make_interval(mins => ${URGENT_MINUTES}::int)`;
    const [counts] = await tx.$queryRaw<Omit<Waiting, "calls" | "newest">[]>`
      select count(*)::int as count,
             (count(*) filter (where ${soon}))::int as urgent,
             (select count(*)::int from (
                select 1 from approvals a
                where a.tenant_id = any(${[...scope.tenants]}::uuid[])
                  and needs_attention(a.execution, a.delivery, a.settled_at)
                limit ${COUNT_CAP}::int) wrong) as attention
      from (select a.decide_by from approvals a where ${mine} limit ${COUNT_CAP}::int) a`;
    const first = (which: Prisma.Sql, order: Prisma.Sql) => tx.$queryRaw<WaitingCall[]>`
      select a.id, a.risk::text, a.summary as headline, t.key as tenant, a.created_at as "createdAt",
             a.decide_by as "decideBy"
      from approvals a join tenants t on t.id = a.tenant_id
      where ${mine} and ${which} order by ${order} limit ${WAITING_MAX}::int`;
    const all = Prisma.sql`true`;
    const gravest = Prisma.sql`a.risk desc, a.decide_by, a.id`;
    const urgent = await first(soon, gravest);
    const others = await first(all, gravest);
    const calls = [...urgent, ...others.filter(({ id }) => urgent.every((call) => call.id !== id))];
    const newest = await first(all, Prisma.sql`a.id desc`);
    return {
      count: counts?.count ?? 0,
      urgent: counts?.urgent ?? 0,
      attention: counts?.attention ?? 0,
      calls: calls.slice(0, WAITING_MAX),
      newest,
    };
  });
}

/** Pending calls (alias `a`) that this person may decide, has not yet voted on and has not put off. */
function waitingFor(scope: UserScope): Prisma.Sql {
  if (scope.actor.role !== "admin" && scope.actor.role !== "approver") return Prisma.sql`false`;
  return Prisma.sql`a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.decision = 'pending' and not exists (
    select 1 from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id and v.revision = a.revision
                            and v.user_id = ${scope.actor.id}::uuid) and not exists (
    select 1 from approval_snoozes s where s.tenant_id = a.tenant_id and s.user_id = ${scope.actor.id}::uuid
                                       and s.approval_id = a.id and s.until > clock_timestamp())`;
}
