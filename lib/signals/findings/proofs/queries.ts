import "server-only";
import { toolViolations } from "@/lib/calls/queries";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Refused } from "../../hot-spots";
import { EVIDENCE_DAYS, REFUSALS_MAX, type TenantMistake } from "../types";

// Longer arguments are not read. Sent values are then known only from the gateway.
const ARGUMENTS_CHARS_MAX = 4_096;

// Larger validation data is skipped, because the newest refusals of a tool are in memory together.
const VALIDATION_BYTES_MAX = 64 * 1_024;

const MESSAGE_CHARS_MAX = 2_000;

// The newest calls of a busy tool change little from minute to minute.
const BUSY_MINUTES = 10;

// Longest time that calls outside the window still count.
const KEPT_MINUTES = 60;

const TOOLS_A_PASS = 200;

export type RefusedTool = { tenantId: string; gatewayId: string; tool: string };

const isDue = Prisma.sql`(
  (p.due and (p.made_at is null or not p.more or p.made_at < now() - make_interval(mins => ${BUSY_MINUTES}::int)))
  or p.made_at < now() - make_interval(mins => ${KEPT_MINUTES}::int))`;

/**
 * Whose refused calls are to be looked at, those who wait longest first.
 * @param tenantId of one tenant alone
 */
export function dueTools(tx: Tx, tenantId?: string): Promise<RefusedTool[]> {
  return tx.$queryRaw`
    select p.tenant_id as "tenantId", p.gateway_id as "gatewayId", p.tool from tool_mistake_passes p
    where ${isDue} ${tenantId === undefined ? Prisma.empty : Prisma.sql`and p.tenant_id = ${tenantId}::uuid`}
    order by p.made_at nulls first, p.tenant_id, p.gateway_id, p.tool limit ${TOOLS_A_PASS}::int`;
}

/**
 * Locks one until the transaction ends. False if another process holds it, or it is already done.
 */
export async function isHeld(tx: Tx, { tenantId, gatewayId, tool }: RefusedTool): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`
    select 1 from tool_mistake_passes p
    where p.tenant_id = ${tenantId}::uuid and p.gateway_id = ${gatewayId}::uuid and p.tool = ${tool} and ${isDue}
    for update skip locked`;
  return held.length > 0;
}

/**
 * A refused call with its validation rows or message. Rows are null if the gateway sent none, or
 * too many.
 */
export type RefusedCall = Omit<Refused, "arguments"> & {
  provider: string | null;
  session: string | null;
  occurredAt: Date;
  argumentsText: string | null;
};

/**
 * The newest refused calls of a name, one more than needed, each read by its key. A direct query
 * for refused calls could read all calls of the tenant.
 */
export function refusedCalls(tx: Tx, { tenantId, gatewayId, tool }: RefusedTool): Promise<RefusedCall[]> {
  return tx.$queryRaw`
    select a.provider, a.session_id as session, a.occurred_at as "occurredAt",
           case when octet_length(a.validation::text) <= ${VALIDATION_BYTES_MAX}::int then ${toolViolations} end as rows,
           case when length(m.message) <= ${MESSAGE_CHARS_MAX}::int then m.message
             else regexp_replace(left(m.message, ${MESSAGE_CHARS_MAX}::int), '\\n[^\\n]*$', '') end as message,
           a.outcome = 'validation_error' as "isRefusal",
           case when length(a.arguments_text) <= ${ARGUMENTS_CHARS_MAX}::int then a.arguments_text end as "argumentsText"
    from (
      select distinct f.occurred_at, f.call_id from tool_refusals f
      where f.tenant_id = ${tenantId}::uuid and f.tool = ${tool} and f.gateway_id = ${gatewayId}::uuid
        and f.occurred_at >= now() - make_interval(days => ${EVIDENCE_DAYS}::int)
      order by f.occurred_at desc, f.call_id desc limit ${REFUSALS_MAX + 1}::int) f
    cross join lateral (
      select a.* from tool_calls a
      where a.tenant_id = ${tenantId}::uuid and a.occurred_at = f.occurred_at and a.id = f.call_id offset 0) a
    cross join lateral (select coalesce(a.error_message, a.outcome_detail) as message) m
    order by a.occurred_at desc, a.id desc`;
}

export type Narrowed = { tenants: readonly string[]; names: readonly string[] | null };

const ofThese = ({ tenants, names }: Narrowed) => Prisma.sql`m.tenant_id = any(${[...tenants]}::uuid[])
  ${names === null ? Prisma.empty : Prisma.sql`and m.tool = any(${[...names]}::text[])`}`;

type Kept = TenantMistake & { gatewayId: string; tool: string; provider: string };

/**
 * What tools' refused calls got wrong, in the order in which it is kept: whole, or how often alone.
 */
export function keptMistakes(tx: Tx, of: Narrowed, whole: boolean): Promise<Kept[]> {
  const words = whole ? Prisma.sql`m.message, m.sent` : Prisma.sql`'' as message, '[]'::jsonb as sent`;
  return tx.$queryRaw`
    select m.tenant_id as "tenantId", m.gateway_id as "gatewayId", m.tool, m.provider, m.field, m.kind, m.calls, m.sessions,
           m.newest_at as "newestAt", ${words}
    from tool_mistakes m where ${ofThese(of)} order by m.tenant_id, m.gateway_id, m.tool, m.provider, m.place`;
}

/** Whether some tool has more refused calls than were looked at. */
export async function isMore(tx: Tx, of: Narrowed): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ more: boolean }[]>`
    select exists (select 1 from tool_mistake_passes m where m.more and ${ofThese(of)}) as more`;
  return row?.more ?? false;
}
