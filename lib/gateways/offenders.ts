import { readList, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { offenderList } from "./list";
import type { Offender } from "./types";

/** Notes callers that left their rationale out, counted by gateway, agent and day. */
export async function noteOffenders(
  tx: Tx,
  gatewayId: string,
  callers: readonly { tenantId: string; agent: string | undefined }[],
): Promise<void> {
  if (callers.length === 0) return;
  const rows = callers.map(({ tenantId, agent }) => ({ tenant_id: tenantId, agent: agent ?? "" }));
  await tx.$executeRaw`
    insert into rationale_offenders (tenant_id, gateway_id, agent, day, calls)
    select r.tenant_id, ${gatewayId}::uuid, r.agent, (clock_timestamp() at time zone 'UTC')::date, count(*)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(tenant_id uuid, agent text)
    group by r.tenant_id, r.agent order by r.tenant_id, r.agent
    on conflict (tenant_id, gateway_id, agent, day) do update set calls = rationale_offenders.calls + excluded.calls`;
}

const PAGE = 25;

type Stored = { gatewayId: string; gatewayName: string; agent: string; day: string; calls: number };

/**
 * A page of the callers of one tenant that left their rationale out, the newest day first.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listOffenders(
  scope: Scope,
  tenantId: string,
  cursor?: string,
): Promise<{ rows: Offender[]; nextCursor: string | null }> {
  const after = offenderList.cursor.read(cursor);
  const found = await readList(
    scope,
    (tx) => tx.$queryRaw<Stored[]>`
      select o.gateway_id as "gatewayId", coalesce(g.name, '') as "gatewayName", o.agent, o.day::text as day, o.calls
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
  const page = offenderList.cursor.page(found, PAGE, (row) => [row.day, row.gatewayId, row.agent]);
  return {
    ...page,
    rows: page.rows.map(({ gatewayId, gatewayName, agent, day, calls }) => ({
      gateway: { id: gatewayId, name: gatewayName },
      agent: agent === "" ? null : agent,
      day,
      calls,
    })),
  };
}
