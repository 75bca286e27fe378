import { read } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { offenderCursor, offenderPlace } from "./rules";
import type { Offender } from "./types";

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
  const after = cursor === undefined ? null : offenderPlace(cursor);
  const found = await read(
    scope,
    (tx) => tx.$queryRaw<Stored[]>`
      select o.gateway_id as "gatewayId", coalesce(g.name, '') as "gatewayName", o.agent, o.day::text as day, o.calls
      from rationale_offenders o left join gateways g on g.id = o.gateway_id
      where o.tenant_id = ${tenantId}::uuid
        ${scope.unlimited ? Prisma.empty : Prisma.sql`and o.tenant_id = any(${[...scope.tenants]}::uuid[])`}
        ${
          after === null
            ? Prisma.empty
            : Prisma.sql`and o.day <= ${after.day}::date and (o.day < ${after.day}::date
                or (o.gateway_id, o.agent) > (${after.gatewayId}::uuid, ${after.agent}))`
        }
      order by o.day desc, o.gateway_id, o.agent limit ${PAGE + 1}`,
  );
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ gatewayId, gatewayName, agent, day, calls }) => ({
      gateway: { id: gatewayId, name: gatewayName },
      agent: agent === "" ? null : agent,
      day,
      calls,
    })),
    nextCursor: found.length > shown.length && last ? offenderCursor(last) : null,
  };
}
