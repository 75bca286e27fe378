import { read, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import type { FirstSteps, Told } from "./types";

type Gateway = NonNullable<FirstSteps["gateway"]>;

type Call = NonNullable<FirstSteps["call"]>;

type Read = Call & { delivery: string; started: boolean };

/**
 * This person's progress: their decided call that got furthest, else a call that waits for them. A
 * reached step stays reached.
 */
export function getFirstSteps(scope: UserScope): Promise<FirstSteps> {
  return read(scope, async (tx) => {
    const tenants = Prisma.sql`any(${[...scope.tenants]}::uuid[])`;
    const decided = Prisma.sql`(a.decision <> 'pending' and exists (
      select 1 from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id and v.user_id = ${scope.actor.id}::uuid))`;
    const gateway = await furthestGateway(tx, tenants, decided);
    if (!gateway) return { gateway: null, key: null, call: null, told: null };
    const [key] = await tx.$queryRaw<NonNullable<FirstSteps["key"]>[]>`
      select k.prefix, k.last_used_at is not null as used from api_keys k
      where k.gateway_id = ${gateway.id}::uuid and k.revoked_at is null
        and (k.ends_at is null or k.ends_at > clock_timestamp())
      order by k.id desc limit 1`;
    const found = await furthestCall(tx, tenants, decided, gateway);
    if (!found) return { gateway, key: key ?? null, call: null, told: null };
    const { delivery, started, ...call } = found;
    const told = call.yours ? await howTold(tx, tenants, gateway, found) : null;
    return { gateway, key: key ?? null, call, told };
  });
}

async function furthestGateway(
  tx: Tx,
  tenants: Prisma.Sql,
  decided: Prisma.Sql,
): Promise<Gateway | undefined> {
  const has = (what: Prisma.Sql) => Prisma.sql`exists (
    select 1 from approvals a where a.tenant_id = ${tenants} and a.gateway_id = g.id and ${what})`;
  const [gateway] = await tx.$queryRaw<Gateway[]>`
    select g.id, g.name, g.callback_url as "callbackUrl", min(t.key) as tenant
    from gateways g join gateway_tenants gt on gt.gateway_id = g.id join tenants t on t.id = gt.tenant_id
    where gt.tenant_id = ${tenants} and not g.sample group by g.id
    order by ${has(Prisma.sql`${decided} and a.delivery = 'delivered'`)} desc, ${has(decided)} desc,
             ${has(Prisma.sql`a.decision = 'pending'`)} desc, ${has(Prisma.sql`true`)} desc, g.id desc
    limit 1`;
  return gateway;
}

// A path with an approval; what it captures is always an id.
const ASKED_PATH =
  "^/api/v1/approvals/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})([/?]|$)";

/**
 * The person's newest decided call whose gateway got the decision, else the newest decided; without
 * one, the newest that waits, else the newest.
 */
async function furthestCall(
  tx: Tx,
  tenants: Prisma.Sql,
  decided: Prisma.Sql,
  gateway: Gateway,
): Promise<Read | undefined> {
  const own = Prisma.sql`a.tenant_id = ${tenants} and a.gateway_id = ${gateway.id}::uuid`;
  const [call] = await tx.$queryRaw<Read[]>`
    select a.id, a.summary as headline, a.risk::text, a.decision::text, a.decided_by as "decidedBy",
           a.decided_at as "decidedAt", ${decided} as yours, a.delivery::text,
           a.execution in ('executing', 'succeeded', 'failed', 'unknown') as started
    from approvals a where ${own} and a.id = coalesce(
      (select a.id from approvals a where ${own} and ${decided} and a.delivery = 'delivered' order by a.id desc limit 1),
      (select a.id from approvals a where ${own} and ${decided} and a.delivery = 'none'
         and a.execution in ('executing', 'succeeded', 'failed', 'unknown') order by a.id desc limit 1),
      (select a.id from gateway_requests r
       join approvals a on a.id = substring(r.path from ${ASKED_PATH})::uuid
       where r.gateway_id = ${gateway.id}::uuid and ${own} and ${decided} and a.delivery = 'none' and a.decided_at <= r.at
       order by r.id desc limit 1),
      (select a.id from approvals a where ${own} and ${decided} order by a.id desc limit 1),
      (select a.id from approvals a where ${own} and a.decision = 'pending' order by a.id desc limit 1),
      (select a.id from approvals a where ${own} order by a.id desc limit 1))`;
  return call;
}

async function howTold(tx: Tx, tenants: Prisma.Sql, gateway: Gateway, call: Read): Promise<Told> {
  const [delivery] = await tx.$queryRaw<Omit<Extract<Told, { by: "callback" }>, "by">[]>`
    select d.state::text, d.id as "deliveryId", coalesce(d.last_error, 'HTTP ' || d.last_status) as error
    from deliveries d
    where d.tenant_id = ${tenants} and d.approval_id = ${call.id}::uuid and d.channel = 'callback'
    order by d.state = 'delivered' desc, d.id desc limit 1`;
  // A delivery counts even during a replay, and after its log is deleted.
  if (call.delivery === "delivered")
    return { by: "callback", state: "delivered", deliveryId: delivery?.deliveryId ?? null, error: null };
  if (delivery) return { by: "callback", ...delivery };
  const [asked] = await tx.$queryRaw<unknown[]>`
    select 1 from gateway_requests r
    where r.gateway_id = ${gateway.id}::uuid and r.at >= ${call.decidedAt}
      and r.path like ${`/api/v1/approvals/${call.id}%`} limit 1`;
  return { by: "asking", asked: call.started || asked !== undefined };
}
