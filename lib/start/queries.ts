import { read, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import type { FirstSteps, Told } from "./schema";

type Gateway = NonNullable<FirstSteps["gateway"]>;
type Call = NonNullable<FirstSteps["call"]>;

/** How far the newest gateway this person may see has come. */
export function getFirstSteps(scope: UserScope): Promise<FirstSteps> {
  return read(scope, async (tx) => {
    const tenants = Prisma.sql`any(${[...scope.tenants]}::uuid[])`;
    const [gateway] = await tx.$queryRaw<Gateway[]>`
      select g.id, g.name, g.callback_url as "callbackUrl", min(t.key) as tenant
      from gateways g join gateway_tenants gt on gt.gateway_id = g.id join tenants t on t.id = gt.tenant_id
      where gt.tenant_id = ${tenants} and not g.sample group by g.id order by g.id desc limit 1`;
    if (!gateway) return { gateway: null, key: null, call: null, told: null };
    const [key] = await tx.$queryRaw<NonNullable<FirstSteps["key"]>[]>`
      select k.prefix, k.last_used_at is not null as used from api_keys k
      where k.gateway_id = ${gateway.id}::uuid and k.revoked_at is null
        and (k.ends_at is null or k.ends_at > clock_timestamp())
      order by k.id desc limit 1`;
    const [call] = await tx.$queryRaw<Call[]>`
      select a.id, a.summary as headline, a.risk::text, a.decision::text, a.decided_by as "decidedBy",
             a.decided_at as "decidedAt"
      from approvals a where a.tenant_id = ${tenants} and a.gateway_id = ${gateway.id}::uuid
      order by a.id desc limit 1`;
    const told = call && call.decision !== "pending" ? await howTold(tx, tenants, gateway, call) : null;
    return { gateway, key: key ?? null, call: call ?? null, told };
  });
}

async function howTold(tx: Tx, tenants: Prisma.Sql, gateway: Gateway, call: Call): Promise<Told> {
  const [delivery] = await tx.$queryRaw<Omit<Extract<Told, { by: "callback" }>, "by">[]>`
    select d.state::text, d.id as "deliveryId", coalesce(d.last_error, 'HTTP ' || d.last_status) as error
    from deliveries d where d.tenant_id = ${tenants} and d.approval_id = ${call.id}::uuid
    order by d.id desc limit 1`;
  if (delivery) return { by: "callback", ...delivery };
  const [asked] = await tx.$queryRaw<unknown[]>`
    select 1 from gateway_requests r
    where r.gateway_id = ${gateway.id}::uuid and r.at >= ${call.decidedAt}
      and r.path like ${`/api/v1/approvals/${call.id}%`} limit 1`;
  return { by: "asking", asked: asked !== undefined };
}
