import { read, readList, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { namesAxis } from "./boundaries/spellings";
import { foundIn } from "./found";
import { callList } from "./log/list";
import { outcomeClass, outcomesOf, receivedAround } from "./rules";
import type { CallRow } from "./schema";
import { CALL_COUNT_MAX, type CallFilter, type CallPlace } from "./types";

// Rows of one step of an export: few enough that even the largest arguments stay within memory.
const EXPORT_STEP = 200;

// Words in at most this many calls are looked up in the index and put in order; those of more are found by reading the newest
// calls, where they soon turn up. With other filters as well it takes longer until one turns up.
const RARE_MAX = 2_000;
const RARE_MAX_NARROWED = 20_000;

const placeOf = (row: CallRow): [Date, string] => [row.occurredAt, row.id];

type CallPage = { rows: CallRow[]; nextCursor: string | null };

/**
 * A page of calls in the scope's tenants, newest first. A gateway sees its own.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listCalls(
  scope: Scope,
  filter: CallFilter,
  page: { limit: number; cursor?: string },
): Promise<CallPage> {
  const after = callList.cursor.read(page.cursor);
  const rows = await readCalls(scope, filter, after, page.limit + 1);
  return callList.cursor.page(rows, page.limit, placeOf);
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
  let after: CallPlace | null = callList.cursor.read(cursor);
  for (;;) {
    const rows = await readCalls(scope, filter, after, EXPORT_STEP);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_STEP) return;
    after = placeOf(last);
  }
}

/** How many calls there are, counted up to CALL_COUNT_MAX. */
export function countCalls(scope: Scope, filter: CallFilter): Promise<number> {
  return readList(scope, async (tx) => {
    const picked = await pickedCalls(tx, scope, filter, null, CALL_COUNT_MAX);
    const [row] = await tx.$queryRaw<{ n: number }[]>`select count(*)::int as n from (${picked}) counted`;
    return row?.n ?? 0;
  });
}

/**
 * One call. Ids tell when a row arrived, so its month is asked first and all others only if it was not there.
 * @throws DomainError NOT_FOUND, the same for another tenant's as for none
 */
export async function getCall(scope: Scope, id: string): Promise<CallRow> {
  const row = isId(id) ? await read(scope, (tx) => findCall(tx, scope, id)) : null;
  if (!row) throw new DomainError("NOT_FOUND", "There is no such call.");
  return row;
}

async function findCall(tx: Tx, scope: Scope, id: string): Promise<CallRow | null> {
  const { since, until } = receivedAround(id);
  const within = Prisma.sql`and a.occurred_at >= ${since.toISOString()}::timestamptz
    and a.occurred_at < ${until.toISOString()}::timestamptz`;
  const own =
    scope.actor.kind === "gateway" ? Prisma.sql`and a.gateway_id = ${scope.actor.id}::uuid` : Prisma.empty;
  for (const when of [within, Prisma.empty]) {
    const rows = await readPicked(
      tx,
      Prisma.sql`
      select a.tenant_id, a.occurred_at, a.id from tool_calls a
      where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = ${id}::uuid ${own} ${when} limit 1`,
    );
    if (rows[0]) return rows[0];
  }
  return null;
}

type StoredViolation = { path: string; message: string; received_json?: string };

type StoredCall = Omit<CallRow, "arguments" | "class" | "validation"> & {
  argumentsText: string | null;
  validation: StoredViolation[] | null;
};

function readCalls(
  scope: Scope,
  filter: CallFilter,
  after: CallPlace | null,
  limit: number,
): Promise<CallRow[]> {
  return readList(scope, async (tx) => readPicked(tx, await pickedCalls(tx, scope, filter, after, limit)));
}

/** The calls at the places that `picked` gives, whole and newest first. */
export async function readPicked(tx: Tx, picked: Prisma.Sql): Promise<CallRow[]> {
  const rows = await tx.$queryRaw<StoredCall[]>`
    with picked as materialized (${picked})
    select a.id, a.external_id as "externalId", t.key as tenant, g.name as gateway, a.provider, a.tool, a.method, a.rationale,
           a.risk::text as risk, a.arguments_text as "argumentsText", a.outcome, a.outcome_detail as "outcomeDetail",
           a.error_message as "errorMessage", a.validation, a.referral, a.duration_ms as "durationMs", a.attempt, a.agent,
           a.agent_version as "agentVersion", a.model, a.on_behalf_of as "onBehalfOf", a.session_id as "sessionId",
           a.call_id as "callId", a.approval_id as "approvalId", a.occurred_at as "occurredAt",
           a.received_at as "receivedAt"
    from picked p
    join tool_calls a on a.tenant_id = p.tenant_id and a.occurred_at = p.occurred_at and a.id = p.id
    join tenants t on t.id = a.tenant_id
    join gateways g on g.id = a.gateway_id
    order by p.occurred_at desc, p.id desc`;
  return rows.map(toCall);
}

/**
 * A statement for the places of a filter's calls, newest first, and what they are counted by. Each tenant's newest come from an
 * index of their own, then the newest of all; only those are read whole.
 */
export async function pickedCalls(
  tx: Tx,
  scope: Scope,
  filter: CallFilter,
  after: CallPlace | null,
  limit: number,
): Promise<Prisma.Sql> {
  const tenants = await tenantIdsOf(tx, scope, filter.tenant);
  const found = foundIn(filter, { after, limit: scope.actor.kind === "gateway" ? null : limit });
  const conditions = [...conditionsOf(scope, filter, after), ...found.conditions];
  if (filter.axis !== undefined) conditions.push(await namesAxis(tx, tenants, filter.axis, filter));
  const rare = filter.q === undefined ? null : await findRare(tx, filter.q, tenants, conditions.length > 0);
  const outcomes = filter.class === undefined ? null : outcomesOf(filter.class);
  const columns = Prisma.sql`a.tenant_id, a.occurred_at, a.id, a.tool, a.agent, a.outcome`;
  if (rare) {
    return Prisma.sql`
      select ${columns} from json_to_recordset(${JSON.stringify(rare)}::json) as m(t uuid, o timestamptz, i uuid)
      join tool_calls a on a.tenant_id = m.t and a.occurred_at = m.o and a.id = m.i
      where ${joined([outcomes ? Prisma.sql`a.outcome = any(${outcomes}::text[])` : Prisma.sql`true`, ...conditions])}
      order by a.occurred_at desc, a.id desc limit ${limit}::int`;
  }
  // The whole filter once per outcome of a class: each has its index, and their newest are merged.
  const branches = outcomes
    ? Prisma.sql`cross join unnest(${outcomes}::text[]) as branch(outcome)`
    : Prisma.empty;
  const own = [
    Prisma.sql`a.tenant_id = owner.id`,
    outcomes && Prisma.sql`a.outcome = branch.outcome`,
    ...conditions,
    filter.q === undefined ? null : hasWords(filter.q),
  ];
  // Few calls are found among many: each is looked up where it was found, which a join would leave to chance.
  const newest = found.places
    ? Prisma.sql`
      select c.* from (${found.places}) p cross join lateral (
        select ${columns} from tool_calls a
        where a.occurred_at = p.occurred_at and a.id = p.id and ${joined(own)} limit 1) c
      order by p.occurred_at desc, p.id desc limit ${limit}::int`
    : Prisma.sql`
      select ${columns} from tool_calls a where ${joined(own)}
      order by a.occurred_at desc, a.id desc limit ${limit}::int`;
  return Prisma.sql`
    select r.* from unnest(${tenants}::uuid[]) as owner(id) ${branches} cross join lateral (${newest}) r
    order by r.occurred_at desc, r.id desc limit ${limit}::int`;
}

function joined(parts: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  return Prisma.join(
    parts.filter((part) => part !== null),
    " and ",
  );
}

/** The places of calls with these words, if there are few; null when there are many. */
async function findRare(
  tx: Tx,
  q: string,
  tenants: readonly string[],
  narrowed: boolean,
): Promise<{ t: string; o: Date; i: string }[] | null> {
  const most = narrowed ? RARE_MAX_NARROWED : RARE_MAX;
  const found = await tx.$queryRaw<{ t: string; o: Date; i: string }[]>`
    select w.tenant_id as t, w.occurred_at as o, w.id as i
    from find_call_words(${q}, ${[...tenants]}::uuid[], ${most + 1}::int) w`;
  return found.length > most ? null : found;
}

// Words as they are written: rationales come in every language.
function hasWords(q: string): Prisma.Sql {
  return Prisma.sql`to_tsvector('simple', coalesce(a.rationale, '')) @@ websearch_to_tsquery('simple', ${q})`;
}

/** What the filter asks of a call besides its tenant, its words and the class of its outcome. */
function conditionsOf({ actor }: Scope, filter: CallFilter, after: CallPlace | null): Prisma.Sql[] {
  const when = (at: Date) => Prisma.sql`${at.toISOString()}::timestamptz`;
  const parts = [
    actor.kind === "gateway" && Prisma.sql`a.gateway_id = ${actor.id}::uuid`,
    filter.tool !== undefined && Prisma.sql`a.tool = ${filter.tool}`,
    filter.provider !== undefined && Prisma.sql`a.provider = ${filter.provider}`,
    filter.outcome !== undefined && Prisma.sql`a.outcome = ${filter.outcome}`,
    filter.agent !== undefined && Prisma.sql`a.agent = ${filter.agent}`,
    filter.model !== undefined && Prisma.sql`a.model = ${filter.model}`,
    filter.method !== undefined && Prisma.sql`a.method = ${filter.method}`,
    filter.sessionId !== undefined && Prisma.sql`a.session_id = ${filter.sessionId}`,
    filter.gateway !== undefined &&
      Prisma.sql`a.gateway_id = (select g.id from gateways g where g.name = ${filter.gateway})`,
    filter.approvalId !== undefined && Prisma.sql`a.approval_id = ${filter.approvalId}::uuid`,
    filter.rationale !== undefined && Prisma.sql`is_rationale_missing(a.rationale)`,
    filter.since !== undefined && Prisma.sql`a.occurred_at >= ${when(filter.since)}`,
    filter.until !== undefined && Prisma.sql`a.occurred_at < ${when(filter.until)}`,
    after !== null && Prisma.sql`(a.occurred_at, a.id) < (${when(after[0])}, ${after[1]}::uuid)`,
  ];
  return parts.filter((part) => part !== false);
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
