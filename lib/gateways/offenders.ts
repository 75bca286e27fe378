import * as z from "zod";
import { read, type Tx } from "@/lib/core/db";
import { invalid } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
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

/** Where a page of offenders ended. */
export type OffenderPlace = { day: string; gatewayId: string; agent: string };

const place = z.tuple([z.iso.date(), z.string().refine(isId), z.string().max(200)]);

/** An opaque cursor. */
export function offenderCursor({ day, gatewayId, agent }: OffenderPlace): string {
  return Buffer.from(JSON.stringify([day, gatewayId, agent])).toString("base64url");
}

/** @throws DomainError VALIDATION_ERROR when the cursor is not one of ours */
export function offenderPlace(cursor: string): OffenderPlace {
  try {
    const [day, gatewayId, agent] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { day, gatewayId, agent };
  } catch {
    const message = "cursor is not one this list gave out. Start again without it.";
    throw invalid("/cursor", "invalid", message, "next_cursor of the page before");
  }
}
