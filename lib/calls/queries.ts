import { columnsOf } from "@/lib/core/columns";
import { read, readList, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { namesAxis } from "./axes/queries";
import { callList } from "./log/list";
import { outcomeClass, outcomesOf, RATIONALE_PATH, receivedAround } from "./rules";
import { foundIn, hasRetries, placesOfRetries, whileRetries } from "./signal-filters";
import { CALL_COUNT_MAX, type CallFilter, type CallPlace } from "./types";
import { type CallRow, callWire } from "./wire";

// Rows per step of an export: few enough that even the largest arguments fit into memory.
const EXPORT_STEP = 200;

// Words in at most this many calls are looked up in the index and sorted. More frequent ones turn
// up fast among the newest calls; with further filters, less fast. The limit is split evenly
// between tenants, each judged separately.
const RARE_MAX = 10_000;
const RARE_MAX_NARROWED = 20_000;
// The more calls are wanted, the longer it takes until they turn up.
const RARE_MAX_OF_MANY = 50_000;
const RARE_MIN_OF_TENANT = 100;

// Retries after an error, per tenant, that can be looked up and sorted within a second.
const RETRIES_MAX = 10_000;

const placeOf = (row: CallRow): [Date, string] => [row.occurredAt, row.id];

type CallPage = { rows: CallRow[]; nextCursor: string | null };

/**
 * A page of calls in the scope's tenants, newest first. A gateway sees only its own.
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
 * All calls of a filter, newest first, in steps of constant memory. Includes calls that arrive
 * meanwhile only if they happened before the current position.
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
    const picked = isOfWords(scope, filter)
      ? Prisma.sql`select from ${placesOfWords(filter, await tenantIdsOf(tx, scope, filter.tenant), CALL_COUNT_MAX)} limit ${CALL_COUNT_MAX}::int`
      : await pickedCalls(tx, scope, filter, null, CALL_COUNT_MAX);
    const [row] = await tx.$queryRaw<{ n: number }[]>`select count(*)::int as n from (${picked}) counted`;
    return row?.n ?? 0;
  });
}

const OF_WORDS: ReadonlySet<string> = new Set<keyof CallFilter>(["q", "tenant", "since", "until"]);

/** Whether the index of words alone finds the matching calls. */
const isOfWords = ({ actor }: Scope, filter: CallFilter): filter is CallFilter & { q: string } =>
  filter.q !== undefined &&
  actor.kind !== "gateway" &&
  Object.entries(filter).every(([name, value]) => value === undefined || OF_WORDS.has(name));

/**
 * One call. The id contains the arrival time, so its month is searched first, then all others.
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

// Members that are not plain columns of the call's row.
const MADE: readonly string[] = ["tenant", "gateway", "arguments", "class"];

const OWN = columnsOf("a", callWire, MADE);

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

/** The calls at the positions of `picked`, whole and newest first. */
export async function readPicked(tx: Tx, picked: Prisma.Sql): Promise<CallRow[]> {
  const rows = await tx.$queryRaw<StoredCall[]>`
    with picked as materialized (${picked})
    select ${OWN}, a.arguments_text as "argumentsText", t.key as tenant, g.name as gateway
    from picked p
    join tool_calls a on a.tenant_id = p.tenant_id and a.occurred_at = p.occurred_at and a.id = p.id
    join tenants t on t.id = a.tenant_id
    join gateways g on g.id = a.gateway_id
    order by p.occurred_at desc, p.id desc`;
  return rows.map(toCall);
}

/**
 * A statement for the positions of a filter's calls, newest first, and its counting basis. Takes
 * the newest of each tenant from one index, then the newest of all; only those are read whole.
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
  const asked = ofCall(filter, conditions);
  if (found.walk) {
    const fits = await findAmong(tx, tenants, found.walk, [...asked, ...wordsOf(filter)], after, limit);
    const places = Prisma.sql`json_to_recordset(${JSON.stringify(fits)}::json) as m(tenant_id uuid, occurred_at timestamptz, id uuid)`;
    return placedAt(places, [], limit);
  }
  const words =
    filter.q === undefined
      ? null
      : await findWords(tx, { ...filter, q: filter.q }, tenants, rareMax(conditions.length > 0, limit));
  const owners = words?.frequent ?? tenants;
  const few = filter.attempt === "retried" ? await withFewRetries(tx, owners, filter) : [];
  const many = owners.filter((owner) => !few.includes(owner));
  const within = filter.attempt === "retried" ? [...conditions, whileRetries(filter)] : conditions;
  const newest = newestOf(many, filter, within, found.places, limit);
  const looked = newestOf(few, filter, conditions, placesOfRetries(filter), limit);
  const walked = few.length === 0 ? newest : many.length === 0 ? looked : newestOfBoth(looked, newest, limit);
  if (!words) return walked;
  const rare = placedAt(words.rare, asked, limit);
  if (words.frequent.length === 0) return rare;
  return newestOfBoth(rare, walked, limit);
}

const newestOfBoth = (some: Prisma.Sql, others: Prisma.Sql, limit: number): Prisma.Sql => Prisma.sql`
  select * from ((${some}) union all (${others})) r order by r.occurred_at desc, r.id desc limit ${limit}::int`;

/** Tenants with so few retries that these are looked up; others soon show some. */
async function withFewRetries(tx: Tx, tenants: readonly string[], filter: CallFilter): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select owner.id::text as id from unnest(${[...tenants]}::uuid[]) as owner(id) cross join lateral (
      select coalesce(sum(s.calls), 0) as calls from (
        select f.calls from attempt_groups f where ${hasRetries(filter)} limit ${RETRIES_MAX + 1}::int) s) counted
    where counted.calls <= ${RETRIES_MAX}::int`;
  return rows.map(({ id }) => id);
}

const PICKED = Prisma.sql`a.tenant_id, a.occurred_at, a.id, a.tool, a.agent, a.outcome`;

/** The newest of each tenant, then of all. `places`: for few matches among many calls. */
function newestOf(
  tenants: readonly string[],
  filter: CallFilter,
  conditions: readonly Prisma.Sql[],
  places: Prisma.Sql | null,
  limit: number,
): Prisma.Sql {
  const outcomes = filter.class === undefined ? null : outcomesOf(filter.class);
  // One branch per outcome of a class: each has its index, and their newest are merged.
  const branches = outcomes
    ? Prisma.sql`cross join unnest(${outcomes}::text[]) as branch(outcome)`
    : Prisma.empty;
  const own = [
    Prisma.sql`a.tenant_id = owner.id`,
    outcomes && Prisma.sql`a.outcome = branch.outcome`,
    ...conditions,
    ...wordsOf(filter),
  ];
  // A lateral lookup, because for a join the planner might choose another order.
  const newest = places
    ? Prisma.sql`
      select c.* from (${places}) p cross join lateral (
        select ${PICKED} from tool_calls a
        where a.occurred_at = p.occurred_at and a.id = p.id and ${joined(own)} limit 1) c
      order by p.occurred_at desc, p.id desc limit ${limit}::int`
    : Prisma.sql`
      select ${PICKED} from tool_calls a where ${joined(own)}
      order by a.occurred_at desc, a.id desc limit ${limit}::int`;
  return Prisma.sql`
    select r.* from unnest(${[...tenants]}::uuid[]) as owner(id) ${branches} cross join lateral (${newest}) r
    order by r.occurred_at desc, r.id desc limit ${limit}::int`;
}

function joined(parts: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  return Prisma.join(
    parts.filter((part) => part !== null),
    " and ",
  );
}

/** The calls at some positions `m` that meet the conditions, newest first. */
function placedAt(places: Prisma.Sql, conditions: readonly Prisma.Sql[], limit: number): Prisma.Sql {
  return Prisma.sql`
    select ${PICKED} from ${places}
    join tool_calls a on a.tenant_id = m.tenant_id and a.occurred_at = m.occurred_at and a.id = m.id
    where ${joined([Prisma.sql`true`, ...conditions])}
    order by a.occurred_at desc, a.id desc limit ${limit}::int`;
}

/** A filter's conditions on a call `a`, except its words. */
function ofCall(filter: CallFilter, conditions: readonly Prisma.Sql[]): Prisma.Sql[] {
  if (filter.class === undefined) return [...conditions];
  return [Prisma.sql`a.outcome = any(${outcomesOf(filter.class)}::text[])`, ...conditions];
}

type Place = { tenant_id: string; occurred_at: Date; id: string };

const STEP_FIRST = 1_000;
const STEP_MOST = 64_000;
const STEP_GROWTH = 4;

/** The newest matches: searches backwards in steps until the page is full. */
async function findAmong(
  tx: Tx,
  tenants: readonly string[],
  walk: (after: CallPlace | null, limit: number) => Prisma.Sql,
  conditions: readonly Prisma.Sql[],
  after: CallPlace | null,
  limit: number,
): Promise<Place[]> {
  const found: Place[] = [];
  let from = after;
  let looked = 0;
  for (let size = STEP_FIRST; found.length < limit; size = nextStep(size, looked, found.length, limit)) {
    // The last row gives the next position, even if it does not match.
    const rows = await tx.$queryRaw<(Place & { fits: boolean; all: number })[]>`
      with looked as materialized (
        select p.* from unnest(${[...tenants]}::uuid[]) as owner(id) cross join lateral (${walk(from, size)}) p
        order by p.occurred_at desc, p.id desc limit ${size}::int)
      select s.tenant_id, s.occurred_at, s.id, s.all, c.fits is not null as fits
      from (select l.*, (row_number() over (order by l.occurred_at desc, l.id desc))::int as at, (count(*) over ())::int as all
            from looked l) s
      left join lateral (
        select true as fits from tool_calls a
        where a.tenant_id = s.tenant_id and a.occurred_at = s.occurred_at and a.id = s.id
          and ${joined([Prisma.sql`true`, ...conditions])}
        limit 1) c on true
      where c.fits or s.at = s.all
      order by s.occurred_at desc, s.id desc`;
    found.push(...rows.filter(({ fits }) => fits));
    const last = rows.at(-1);
    if (!last || last.all < size) break;
    from = [last.occurred_at, last.id];
    looked += last.all;
  }
  return found.slice(0, limit);
}

/** As many as are probably needed to fill the page, judged by what fitted so far. */
function nextStep(size: number, looked: number, found: number, limit: number): number {
  const needed = Math.ceil((looked * (limit - found)) / Math.max(1, found));
  return Math.min(STEP_MOST, size * STEP_GROWTH, Math.max(STEP_FIRST, needed));
}

type Words = {
  /** The positions `m` of matching calls in tenants with few of them. */
  rare: Prisma.Sql;
  frequent: string[];
};

function rareMax(narrowed: boolean, wanted: number): number {
  if (wanted >= CALL_COUNT_MAX) return RARE_MAX_OF_MANY;
  return narrowed ? RARE_MAX_NARROWED : RARE_MAX;
}

type Sought = Pick<CallFilter, "since" | "until"> & { q: string };

/** The positions `m` of calls with these words, so many of each tenant. */
const placesOfWords = ({ q, since, until }: Sought, tenants: readonly string[], most: number) => Prisma.sql`
  find_call_words(${q}, ${[...tenants]}::uuid[], ${most}::int, ${since?.toISOString() ?? null}::timestamptz,
    ${until?.toISOString() ?? null}::timestamptz) m`;

/** Tenants with few and with many such calls. Counts first: positions stay in the database. */
async function findWords(tx: Tx, sought: Sought, tenants: readonly string[], all: number): Promise<Words> {
  const most = Math.max(RARE_MIN_OF_TENANT, Math.ceil(all / Math.max(1, tenants.length)));
  const counted = await tx.$queryRaw<{ tenant: string; calls: number }[]>`
    select m.tenant_id as tenant, count(*)::int as calls from ${placesOfWords(sought, tenants, most + 1)} group by 1`;
  const frequent = counted.filter(({ calls }) => calls > most).map(({ tenant }) => tenant);
  const rare = counted.filter(({ calls }) => calls <= most).map(({ tenant }) => tenant);
  return { rare: placesOfWords(sought, rare, most + 1), frequent };
}

/** No usable rationale was sent; a later removed one does not count. Has an index. */
export const isRationaleMissing = Prisma.sql`(is_rationale_missing(a.rationale)
  and (a.rationale_removed_after_days is null or a.rationale = ''))`;

/** Validation errors about the tool's own parameters, without the missing rationale. */
export const toolViolations = Prisma.sql`(case when is_rationale_missing(a.rationale)
  then (select jsonb_agg(v) from jsonb_array_elements(a.validation) v where v->>'path' <> ${RATIONALE_PATH}) else a.validation end)`;

const wordsOf = ({ q }: CallFilter): Prisma.Sql[] => (q === undefined ? [] : [hasWords(q)]);

// Without stemming: rationales come in every language.
function hasWords(q: string): Prisma.Sql {
  return Prisma.sql`to_tsvector('simple', coalesce(a.rationale, '')) @@ websearch_to_tsquery('simple', ${q})`;
}

/** A filter's conditions on a call, except tenant, words and outcome class. */
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
    filter.rationale !== undefined && isRationaleMissing,
    filter.ran_on !== undefined && Prisma.sql`a.ran_on = ${filter.ran_on}`,
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
