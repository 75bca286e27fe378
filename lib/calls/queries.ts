import { read } from "@/lib/core/db";
import { RawJson } from "@/lib/core/json/raw";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { type CallPlace, callCursor, callPlace, outcomeClass } from "./rules";
import type { CallFilter, CallRow } from "./schema";

// Rows of one step of an export: few enough that even the largest arguments stay within memory.
const EXPORT_STEP = 200;

export type CallPage = { rows: CallRow[]; nextCursor: string | null };

/**
 * A page of calls in the scope's tenants, newest first. A gateway sees its own.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listCalls(
  scope: Scope,
  filter: CallFilter,
  page: { limit: number; cursor?: string },
): Promise<CallPage> {
  const after = page.cursor === undefined ? null : callPlace(page.cursor);
  const rows = await readCalls(scope, filter, after, page.limit + 1);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: rows.length > shown.length && last ? callCursor(last) : null };
}

/**
 * All calls of a filter, newest first, a step at a time: memory stays the same however many there are. Calls that arrive
 * meanwhile are in it only if they happened before the place reached.
 */
export async function* exportCalls(
  scope: Scope,
  filter: CallFilter,
  cursor?: string,
): AsyncGenerator<CallRow[]> {
  let after = cursor === undefined ? null : callPlace(cursor);
  for (;;) {
    const rows = await readCalls(scope, filter, after, EXPORT_STEP);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_STEP) return;
    after = last;
  }
}

type StoredViolation = { path: string; message: string; received_json?: string };

type StoredCall = Omit<CallRow, "arguments" | "class" | "validation"> & {
  argumentsText: string | null;
  validation: StoredViolation[] | null;
};

async function readCalls(
  scope: Scope,
  filter: CallFilter,
  after: CallPlace | null,
  limit: number,
): Promise<CallRow[]> {
  const rows = await read(
    scope,
    // Each tenant's newest by its own index, then the newest of all; only those are read whole.
    (tx) => tx.$queryRaw<StoredCall[]>`
      with picked as materialized (
        select r.tenant_id, r.occurred_at, r.id
        from tenants t cross join lateral (
          select a.tenant_id, a.occurred_at, a.id from audit_rows a
          where a.tenant_id = t.id ${conditions(scope, filter, after)}
          order by a.occurred_at desc, a.id desc limit ${limit}) r
        where t.id = any(${[...scope.tenants]}::uuid[])
          ${filter.tenant === undefined ? Prisma.empty : Prisma.sql`and t.key = ${filter.tenant}`}
        order by r.occurred_at desc, r.id desc limit ${limit})
      select a.id, a.external_id as "externalId", t.key as tenant, g.name as gateway, a.provider, a.tool, a.method, a.rationale,
             a.risk::text as risk, a.arguments_text as "argumentsText", a.outcome, a.outcome_detail as "outcomeDetail",
             a.error_message as "errorMessage", a.validation, a.referral, a.duration_ms as "durationMs", a.attempt, a.agent,
             a.agent_version as "agentVersion", a.model, a.on_behalf_of as "onBehalfOf", a.session_id as "sessionId",
             a.call_id as "callId", a.approval_id as "approvalId", a.occurred_at as "occurredAt",
             a.received_at as "receivedAt"
      from picked p
      join audit_rows a on a.tenant_id = p.tenant_id and a.occurred_at = p.occurred_at and a.id = p.id
      join tenants t on t.id = a.tenant_id
      join gateways g on g.id = a.gateway_id
      order by p.occurred_at desc, p.id desc`,
  );
  return rows.map(toCall);
}

function conditions(scope: Scope, filter: CallFilter, after: CallPlace | null): Prisma.Sql {
  const { actor } = scope;
  const parts = [
    actor.kind === "gateway" ? Prisma.sql`a.gateway_id = ${actor.id}::uuid` : null,
    filter.tool === undefined ? null : Prisma.sql`a.tool = ${filter.tool}`,
    filter.outcome === undefined ? null : Prisma.sql`a.outcome = ${filter.outcome}`,
    filter.agent === undefined ? null : Prisma.sql`a.agent = ${filter.agent}`,
    filter.sessionId === undefined ? null : Prisma.sql`a.session_id = ${filter.sessionId}`,
    filter.since === undefined
      ? null
      : Prisma.sql`a.occurred_at >= ${filter.since.toISOString()}::timestamptz`,
    filter.until === undefined
      ? null
      : Prisma.sql`a.occurred_at < ${filter.until.toISOString()}::timestamptz`,
    // Words as they are written: rationales come in every language. A GIN index on the same expression can serve it.
    filter.q === undefined
      ? null
      : Prisma.sql`to_tsvector('simple', coalesce(a.rationale, '')) @@ websearch_to_tsquery('simple', ${filter.q})`,
    after === null
      ? null
      : Prisma.sql`(a.occurred_at, a.id) < (${after.occurredAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
  ];
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? Prisma.empty : Prisma.sql`and ${Prisma.join(given, " and ")}`;
}

function toCall({ argumentsText, validation, ...row }: StoredCall): CallRow {
  return {
    ...row,
    class: outcomeClass(row.outcome),
    arguments: argumentsText === null ? null : RawJson.parse(argumentsText),
    validation:
      validation?.map(({ received_json: received, ...violation }) => ({
        ...violation,
        ...(received === undefined ? {} : { received: RawJson.parse(received) }),
      })) ?? null,
  };
}
