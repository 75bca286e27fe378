import { readList } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { offenderDayList, offenderList } from "./list";
import { OFFENDERS_COUNTED, type Offender, type OffenderDay, type OffenderState } from "./types";

const PAGE = 25;

/** Whether a caller (gateway, tenant, agent) is an unresolved offender. */
export function isOffending(caller: {
  tenant: Prisma.Sql;
  gateway: Prisma.Sql;
  agent: Prisma.Sql;
}): Prisma.Sql {
  return Prisma.sql`exists (
    select from rationale_callers rc where rc.tenant_id = ${caller.tenant} and rc.gateway_id = ${caller.gateway}
      and rc.agent = coalesce(${caller.agent}, '') and rc.resolved_at is null)`;
}

/** A filter and the page size. `state`: both if absent. */
type Asked = {
  state?: OffenderState;
  tenant?: string;
  gateway?: string;
  agent?: string;
  cursor?: string;
  limit?: number;
};

type Row = Omit<Offender, "tenant" | "gateway" | "agent"> & {
  tenantId: string;
  tenantKey: string;
  gatewayId: string;
  gatewayName: string;
  agent: string;
};

/**
 * A page of callers without a rationale, most recent first. A gateway sees only its own.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listOffenders(
  scope: Scope,
  { cursor, limit = PAGE, ...filter }: Asked,
): Promise<{ rows: Offender[]; nextCursor: string | null }> {
  const after = offenderList.cursor.read(cursor);
  const found = await readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, filter.tenant);
    // Each tenant's newest from its index, then the newest of all.
    return tx.$queryRaw<Row[]>`
      select r.tenant_id as "tenantId", t.key as "tenantKey", r.gateway_id as "gatewayId", coalesce(g.name, '') as "gatewayName",
             r.agent, r.first_at as "firstAt", r.last_at as "lastAt", r.calls, r.refused, r.resolved_at as "resolvedAt", r.returned
      from unnest(${tenants}::uuid[]) as owner(id) cross join lateral (
        select c.* from rationale_callers c where c.tenant_id = owner.id and ${conditionsOf(scope, filter)}
          ${
            after
              ? Prisma.sql`and c.last_at <= ${after[0].toISOString()}::timestamptz
                  and (c.last_at < ${after[0].toISOString()}::timestamptz
                    or (c.tenant_id, c.gateway_id, c.agent) > (${after[1]}::uuid, ${after[2]}::uuid, ${after[3]}))`
              : Prisma.empty
          }
        order by c.last_at desc, c.gateway_id, c.agent limit ${limit + 1}::int) r
      join tenants t on t.id = r.tenant_id left join gateways g on g.id = r.gateway_id
      order by r.last_at desc, r.tenant_id, r.gateway_id, r.agent limit ${limit + 1}::int`;
  });
  const page = offenderList.cursor.page(found, limit, (row) => [
    row.lastAt,
    row.tenantId,
    row.gatewayId,
    row.agent,
  ]);
  return {
    ...page,
    rows: page.rows.map(({ tenantId, tenantKey, gatewayId, gatewayName, agent, ...rest }) => ({
      ...rest,
      tenant: { id: tenantId, key: tenantKey },
      gateway: { id: gatewayId, name: gatewayName },
      agent: agent === "" ? null : agent,
    })),
  };
}

function conditionsOf({ actor }: Scope, { state, gateway, agent }: Asked): Prisma.Sql {
  const parts = [
    Prisma.sql`true`,
    actor.kind === "gateway" && Prisma.sql`c.gateway_id = ${actor.id}::uuid`,
    state !== undefined &&
      (state === "resolved" ? Prisma.sql`c.resolved_at is not null` : Prisma.sql`c.resolved_at is null`),
    gateway !== undefined &&
      Prisma.sql`c.gateway_id = (select n.id from gateways n where n.name = ${gateway})`,
    agent !== undefined && Prisma.sql`c.agent = ${agent}`,
  ];
  return Prisma.join(
    parts.filter((part) => part !== false),
    " and ",
  );
}

/** The number of unresolved callers, counted up to a limit. */
export function countUnresolved(scope: Scope, tenant?: string): Promise<number> {
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, tenant);
    const [row] = await tx.$queryRaw<{ n: number }[]>`
      select count(*)::int as n from (
        select 1 from rationale_callers c where c.tenant_id = any(${tenants}::uuid[]) and c.resolved_at is null
        limit ${OFFENDERS_COUNTED}::int) o`;
    return row?.n ?? 0;
  });
}

type StoredDay = Omit<OffenderDay, "gateway" | "agent"> & {
  gatewayId: string;
  gatewayName: string;
  agent: string;
};

/**
 * A page of one tenant's callers without a rationale, by day, newest first.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listOffenderDays(
  scope: Scope,
  tenantId: string,
  cursor?: string,
): Promise<{ rows: OffenderDay[]; nextCursor: string | null }> {
  const after = offenderDayList.cursor.read(cursor);
  const found = await readList(
    scope,
    (tx) => tx.$queryRaw<StoredDay[]>`
      select o.gateway_id as "gatewayId", coalesce(g.name, '') as "gatewayName", o.agent, o.day::text as day, o.calls, o.refused
      from rationale_offenders o left join gateways g on g.id = o.gateway_id
      where o.tenant_id = ${tenantId}::uuid
        ${scope.unlimited ? Prisma.empty : Prisma.sql`and o.tenant_id = any(${[...scope.tenants]}::uuid[])`}
        ${
          after === null
            ? Prisma.empty
            : Prisma.sql`and o.day <= ${after[0]}::date and (o.day < ${after[0]}::date
                or (o.gateway_id, o.agent) > (${after[1]}::uuid, ${after[2]}))`
        }
      order by o.day desc, o.gateway_id, o.agent limit ${PAGE + 1}`,
  );
  const page = offenderDayList.cursor.page(found, PAGE, (row) => [row.day, row.gatewayId, row.agent]);
  return {
    ...page,
    rows: page.rows.map(({ gatewayId, gatewayName, agent, ...rest }) => ({
      ...rest,
      gateway: { id: gatewayId, name: gatewayName },
      agent: agent === "" ? null : agent,
    })),
  };
}
