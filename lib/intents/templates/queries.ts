import { HELD_OUTCOMES } from "@/lib/calls/rules";
import type { Tx } from "@/lib/core/db";
import { FIRST_ID } from "@/lib/core/ids";
import { RATIONALE_MAX } from "@/lib/core/limits";
import type { Bank } from "../meaning/rules";
import { ECHOED_CHARS, MEANING_EDITION } from "../meaning/types";
import type { SaidCall, Seen, TemplateVerdict } from "./types";

/**
 * The tenant's next calls: after the cursor and before an id made in the past. Calls without a
 * rationale only move the cursor.
 */
export function nextSaid(
  tx: Tx,
  tenantId: string,
  { after, before, most }: { after: string | null; before: string; most: number },
): Promise<(Omit<SaidCall, "rationale"> & { rationale: string | null })[]> {
  return tx.$queryRaw`
    select a.id, a.occurred_at as "occurredAt", a.gateway_id as "gatewayId", a.provider, a.tool, a.agent, a.model,
           a.session_id as "sessionId", a.outcome,
           (a.approval_id is not null or a.outcome = any(${[...HELD_OUTCOMES]}::text[])) as held,
           left(a.rationale, ${RATIONALE_MAX}::int) as rationale, left(a.arguments_text, ${ECHOED_CHARS}::int) as "argumentsText"
    from tool_calls a
    where a.tenant_id = ${tenantId}::uuid and a.id > ${after ?? FIRST_ID}::uuid and a.id < ${before}::uuid
    order by a.id limit ${most}::int`;
}

export async function dueTenants(tx: Tx, before: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select t.id from tenants t left join rationale_cursors c on c.tenant_id = t.id
    where exists (select 1 from tool_calls a where a.tenant_id = t.id and a.id > coalesce(c.call_id, ${FIRST_ID}::uuid)
                    and a.id < ${before}::uuid)
    order by c.walked_at nulls first`;
  return rows.map(({ id }) => id);
}

type KnownTemplate = Seen & { id: string; verdict: TemplateVerdict; isCurrent: boolean };

/** Of these templates, those that are kept, by id. */
export async function knownTemplates(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, KnownTemplate>> {
  const rows = await tx.$queryRaw<KnownTemplate[]>`
    select t.id, t.verdict, t.judged_edition = ${MEANING_EDITION}::int as "isCurrent", t.calls, t.sessions, t.first_at as "firstAt", t.last_at as "lastAt",
           t.last_call_id as "lastCallId", t.gaps, t.gap_mean as "gapMean", t.gap_squares as "gapSquares"
    from rationale_templates t where t.tenant_id = ${tenantId}::uuid and t.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** What people of a tenant said of words that rationales are made of. */
export async function bankOf(tx: Tx, tenantId: string, keys: readonly string[]): Promise<Bank> {
  const rows = await tx.$queryRaw<{ key: string; meaningful: boolean }[]>`
    select b.key, b.meaningful from rationale_bank b where b.tenant_id = ${tenantId}::uuid and b.key = any(${[...keys]}::text[])`;
  return new Map(rows.map(({ key, meaningful }) => [key, meaningful]));
}
