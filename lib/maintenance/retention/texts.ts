import type { Tx } from "@/lib/core/db";
import { FIRST_ID } from "@/lib/core/ids";
import { JsonError } from "@/lib/core/json/parse";
import { RawJson, serializeJson } from "@/lib/core/json/raw";
import { Prisma } from "@/lib/generated/prisma/client";

// Removes texts in order of arrival, which is the order of ids. A cursor per tenant marks the
// progress, so that no call is read twice.

/** Calls per transaction; each update rewrites the row in all its indexes. */
const TEXTS_BATCH = 1_000;

// Bytes of arguments per batch; one call may have 256 KiB.
const ARGUMENTS_BYTES = 8 * 1024 * 1024;

export type Step = { gone: number; more: boolean };

/** The lowest id of that time. */
function firstIdBefore(days: number): Prisma.Sql {
  return Prisma.sql`(select (lpad(to_hex((extract(epoch from clock_timestamp() - make_interval(days => ${days}::int)) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid)`;
}

/** The next calls whose texts are past their time, in the order of their arrival. */
export function nextTexts(kept: "rationales" | "arguments", tenantId: string, days: number): Prisma.Sql {
  const cursor = Prisma.raw(`${kept}_until`);
  return Prisma.sql`
    select a.id, a.occurred_at from tool_calls a
    where a.tenant_id = ${tenantId}::uuid and a.id < ${firstIdBefore(days)} and a.id > coalesce(
      (select k.${cursor} from tenant_retention k where k.tenant_id = ${tenantId}::uuid), ${FIRST_ID}::uuid)`;
}

/**
 * Removes rationales of a tenant's next calls. A too short one is removed too, and still counts as
 * missing.
 */
export async function removeRationales(tx: Tx, tenantId: string, days: number): Promise<Step> {
  const [row] = await tx.$queryRaw<{ walked: number; gone: number }[]>`
    with walked as materialized (${nextTexts("rationales", tenantId, days)} order by a.id limit ${TEXTS_BATCH}::int),
    gone as (
      update tool_calls a set rationale = case when is_rationale_missing(a.rationale) then '' end,
        rationale_removed_after_days = ${days}::int
      from walked w where a.tenant_id = ${tenantId}::uuid and a.occurred_at = w.occurred_at and a.id = w.id
        and a.rationale <> '' returning 1),
    moved as (
      update tenant_retention k set rationales_until = w.id from (select id from walked order by id desc limit 1) w
      where k.tenant_id = ${tenantId}::uuid)
    select (select count(*) from walked)::int as walked, (select count(*) from gone)::int as gone`;
  return { gone: row?.gone ?? 0, more: row?.walked === TEXTS_BATCH };
}

type Sent = { id: string; at: string; text: string | null; received: boolean };

/**
 * Removes arguments of a tenant's next calls, except the digest, and values quoted from them by
 * gateways and the worker.
 */
export async function removeArguments(tx: Tx, tenantId: string, days: number): Promise<Step> {
  const walked = await tx.$queryRaw<Sent[]>`
    with walked as materialized (${nextTexts("arguments", tenantId, days)} order by a.id limit ${TEXTS_BATCH}::int),
    sent as (
      select a.id, a.occurred_at, a.arguments_text, a.validation,
             sum(coalesce(octet_length(a.arguments_text), 0)) over (order by a.id) as bytes, row_number() over (order by a.id) as place
      from walked w join tool_calls a on a.tenant_id = ${tenantId}::uuid and a.occurred_at = w.occurred_at and a.id = w.id)
    select s.id, s.occurred_at::text as at, s.arguments_text as text,
           coalesce(jsonb_path_exists(s.validation, '$[*].received_json'), false) as received
    from sent s where s.place = 1 or s.bytes <= ${ARGUMENTS_BYTES}::int order by s.id`;
  const last = walked.at(-1);
  if (!last) return { gone: 0, more: false };
  const rows = walked.flatMap(({ id, at, text, received }) =>
    text === null && !received ? [] : [{ id, at, sha: text === null ? null : digestOf(text) }],
  );
  await forget(tx, tenantId, days, rows);
  await tx.$executeRaw`
    update tenant_retention set arguments_until = ${last.id}::uuid where tenant_id = ${tenantId}::uuid`;
  return { gone: rows.length, more: true };
}

type Gone = { id: string; at: string; sha: string | null };

async function forget(tx: Tx, tenantId: string, days: number, rows: readonly Gone[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`
    update tool_calls a set arguments_text = null, arguments_sha256 = r.sha, arguments_removed_after_days = ${days}::int,
      validation = case when a.validation is not null then (
        select jsonb_agg(v.said - 'received_json' order by v.place)
        from jsonb_array_elements(a.validation) with ordinality v(said, place)) end
    from json_to_recordset(${serializeJson(rows)}::json) as r(id uuid, at timestamptz, sha text)
    where a.tenant_id = ${tenantId}::uuid and a.occurred_at = r.at and a.id = r.id`;
  const ids = rows.map(({ id }) => id);
  await tx.$executeRaw`
    with gone as (
      update tool_refusals f set value = null, masked = null
      where f.tenant_id = ${tenantId}::uuid and f.call_id = any(${ids}::uuid[]) and (f.value is not null or f.masked is not null)
      returning f.gateway_id, f.tool)
    update tool_mistake_passes p set due = true from (select distinct gateway_id, tool from gone) g
    where p.tenant_id = ${tenantId}::uuid and p.gateway_id = g.gateway_id and p.tool = g.tool`;
}

/** Null for invalid JSON, which is no longer stored today. */
function digestOf(text: string): string | null {
  try {
    return RawJson.parse(text).sha256;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
