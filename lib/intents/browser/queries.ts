import { readList, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { WORDS_MODEL } from "@/lib/language/clusters/types";
import { SHOWN_NAME, WEEK_SUMS } from "../columns";
import { type IntentFilter, intentList } from "../list";
import { type IntentMap, MAPPED_MAX, type MappedIntent } from "../map/types";
import { WEEKS } from "../types";
import { MEANING_LINES, WORD_LINES } from "../vectors";
import { isOfParts, LEVEL_PLACES, sortOf } from "./rules";
import {
  type IntentCounts,
  type IntentKind,
  type IntentLevel,
  type IntentPage,
  type IntentSort,
  type ListedIntent,
  WEAK_CALLS,
} from "./types";

type Place = [pinned: number, key: number, id: string, part: number];

type Row = ListedIntent & { key: number };

/** An intent `i` is weak if its templates have little in common or it has few calls. */
export const IS_WEAK = Prisma.sql`(i.calls < ${WEAK_CALLS}::int or i.cohesion < case when i.model = ${WORDS_MODEL}
  then ${WORD_LINES.assign}::real else ${MEANING_LINES.assign}::real end)`;

const tenantsOf = (scope: Scope, tenantId: string | undefined) =>
  scope.tenants.filter((one) => tenantId === undefined || one === tenantId);

/**
 * A page of the intents of these tenants: pinned ones first, then by the filter's order. Ignored
 * ones only on request.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listIntents(
  scope: Scope,
  filter: Omit<IntentFilter, "by" | "tenant">,
  { limit, tenantId }: { limit: number; tenantId?: string },
): Promise<IntentPage> {
  const after = intentList.cursor.read(filter.cursor);
  const tenants = tenantsOf(scope, tenantId);
  const sort = sortOf(filter);
  const rows = await readList(scope, async (tx) => {
    const found = await tx.$queryRaw<Row[]>`
      select r.*, ${KEYS[sort]} as key from (${sourceOf(tenants, filter.level)}) r
      where ${Prisma.join([...Object.values(conditionsOf(filter)), after ? isAfter(after, KEYS[sort]) : ANY], " and ")}
      order by r.pinned desc, key desc, r.id, r.part limit ${limit + 1}::int`;
    return isOfParts(filter.level) ? withFigures(tx, found, filter.level) : found;
  });
  const placeOf = ({ pinned, key, id, part }: Row): Place => [pinned ? 1 : 0, key, id, part];
  const page = intentList.cursor.page(rows, limit, placeOf);
  return { ...page, rows: page.rows.map(({ key: _, ...row }) => row) };
}

/**
 * How many intents match a filter, and how many would with each value of its choices, the others
 * unchanged.
 */
export async function countIntents(
  scope: Scope,
  filter: Omit<IntentFilter, "by" | "tenant">,
  tenantId?: string,
): Promise<IntentCounts> {
  const rows = await readList(scope, (tx) =>
    tx.$queryRaw<{ kind: string; name: string; intents: number }[]>(
      countsOf(tenantsOf(scope, tenantId), filter),
    ),
  );
  const of = (kind: string) =>
    Object.fromEntries(rows.flatMap((row) => (row.kind === kind ? [[row.name, row.intents]] : [])));
  return {
    matching: of("all").matching ?? 0,
    listed: of("all").listed ?? 0,
    ...{ states: of("state"), reviews: of("review"), only: of("only"), tools: of("tool") },
  };
}

const TOOLS_COUNTED = 200;

function countsOf(tenants: readonly string[], filter: Omit<IntentFilter, "by" | "tenant">): Prisma.Sql {
  const is = conditionsOf(filter);
  return Prisma.sql`
    with f as materialized (
      select r.state, r.review, r.pinned, r.ignored, r.weak, r.named, r.tools, ${is.q} as of_words, ${is.tool} as of_tool,
             ${is.state} as of_state, ${is.review} as of_review, ${is.only} as of_only
      from (${sourceOf(tenants, filter.level)}) r)
    select 'all' as kind, n.name, count(*)::int as intents from f
    cross join lateral (values ('listed', not ignored), ('matching', of_words and of_tool and of_state and of_review and of_only)) n(name, counts)
    where n.counts group by 2
    union all
    select 'state', state, count(*)::int from f where of_words and of_tool and of_review and of_only group by 2
    union all
    select 'review', review, count(*)::int from f where of_words and of_tool and of_state and of_only group by 2
    union all
    select 'only', n.name, count(*)::int from f
    cross join lateral (values ('pinned', pinned and not ignored), ('weak', weak and not ignored), ('named', named and not ignored), ('ignored', ignored)) n(name, counts)
    where n.counts and of_words and of_tool and of_state and of_review group by 2
    union all
    (select 'tool', v.tool, count(*)::int from f cross join unnest(f.tools) v(tool)
     where of_words and of_state and of_review and of_only group by 2 order by 3 desc, 2 limit ${TOOLS_COUNTED}::int)`;
}

// Offset that makes growth positive for cursors: a decrease is below a billion.
const GROWTH_ZERO = 1_000_000_000;

/**
 * The intents of one tenant that its map shows, the most called first, with what the filter finds
 * among them. At the finer levels, whose parts have no places, those of the grouping.
 */
export async function mapIntents(
  scope: Scope,
  { level, ...filter }: Omit<IntentFilter, "by" | "tenant">,
  tenantId: string,
): Promise<IntentMap> {
  const tenants = scope.tenants.filter((one) => one === tenantId);
  const wider = isOfParts(level) ? undefined : level;
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<(MappedIntent & { others: number })[]>`
      select * from (
        select r.id, r.name, r.calls, r.failed, r.held, r.x, r.y, (${Prisma.join(Object.values(conditionsOf(filter)), " and ")}) as found,
               (count(*) filter (where r.x is null) over ())::int as others
        from (${sourceOf(tenants, wider)}) r where ${filter.only === "ignored" ? Prisma.sql`true` : Prisma.sql`not r.ignored`}) m
      where m.x is not null order by m.calls desc, m.id limit ${MAPPED_MAX}::int`,
  );
  return { others: rows[0]?.others ?? 0, intents: rows.map(({ others: _, ...row }) => row) };
}

const KEYS: Record<IntentSort, Prisma.Sql> = {
  calls: Prisma.sql`r.calls::float8`,
  growth: Prisma.sql`(${GROWTH_ZERO}::int + r.weeks[${WEEKS}::int] - r.weeks[${WEEKS - 1}::int])::float8`,
  failed: Prisma.sql`(1000000::int8 * r.failed / greatest(r.calls, 1))::float8`,
  held: Prisma.sql`(1000000::int8 * r.held / greatest(r.calls, 1))::float8`,
  last: Prisma.sql`floor(extract(epoch from coalesce(r."lastAt", 'epoch')))::float8`,
};

const KINDS: Record<IntentKind, Prisma.Sql> = {
  pinned: Prisma.sql`r.pinned`,
  ignored: Prisma.sql`r.ignored`,
  weak: Prisma.sql`r.weak`,
  named: Prisma.sql`r.named`,
};

type Conditions = Record<"q" | "tool" | "state" | "review" | "only", Prisma.Sql>;

const ANY = Prisma.sql`true`;

/** The conditions of a filter, each alone. */
function conditionsOf({ q, tool, state, review, only }: Omit<IntentFilter, "by" | "tenant">): Conditions {
  const words = q?.trim().toLowerCase();
  return {
    q: words ? hasWords(words) : ANY,
    tool: tool === undefined ? ANY : Prisma.sql`${tool} = any(r.tools)`,
    state: state === undefined ? ANY : Prisma.sql`r.state = ${state}`,
    review: review === undefined ? ANY : Prisma.sql`r.review = ${review}`,
    only:
      only === "ignored"
        ? KINDS.ignored
        : Prisma.sql`not r.ignored and ${only === undefined ? ANY : KINDS[only]}`,
  };
}

/** Matches the name, a keyword, a tool or a rationale. */
function hasWords(words: string): Prisma.Sql {
  return Prisma.sql`(position(${words} in lower(r.name)) > 0 or position(${words} in lower(array_to_string(r.keywords || r.tools, ' '))) > 0
    or exists (select 1 from rationale_templates t where t.tenant_id = r."tenantId" and t.intent_id = r.id
      and position(${words} in lower(t.text)) > 0))`;
}

function isAfter([pinned, at, id, part]: Place, key: Prisma.Sql): Prisma.Sql {
  const here = Prisma.sql`(r.pinned::int, ${key})`;
  const there = Prisma.sql`(${pinned}::int, ${at}::float8)`;
  return Prisma.sql`(${here} < ${there} or (${here} = ${there} and (r.id, r.part) > (${id}::uuid, ${part}::int)))`;
}

function sourceOf(tenants: readonly string[], level: IntentLevel | undefined): Prisma.Sql {
  const those = Prisma.sql`i.tenant_id = any(${[...tenants]}::uuid[]) and i.templates > 0`;
  if (level === undefined)
    return Prisma.sql`
      select i.id, i.tenant_id as "tenantId", 0 as part, ${SHOWN_NAME} as name, i.given_name is not null as named, i.keywords, i.calls,
             i.failed, i.held, i.templates, i.tools, i.weeks, i.state, i.last_at as "lastAt", i.pinned_at is not null as pinned,
             i.map_x as x, i.map_y as y, i.ignored_at is not null as ignored, i.review, ${IS_WEAK} as weak, 1 as members, i.revision
      from intents i where ${those}`;
  const { of, at } = LEVEL_PLACES[level];
  return of === "families" ? familySource(those, at) : partSource(those, at);
}

const together = (column: Prisma.Sql) => Prisma.sql`array(
  select distinct v from unnest(string_to_array(string_agg(array_to_string(${column}, E'\\x1f'), E'\\x1f'), E'\\x1f')) v order by v)`;

const WEEKS_TOGETHER = Prisma.join(
  Array.from({ length: WEEKS }, (_, at) => Prisma.sql`sum(i.weeks[${at + 1}::int])::int`),
  ", ",
);

/** Shows several intents as the largest of them. A mark of people holds if all of them have it. */
function familySource(those: Prisma.Sql, at: number): Prisma.Sql {
  const first = (column: Prisma.Sql) =>
    Prisma.sql`(array_agg(${column} order by (i.id = i.lead) desc, i.calls desc, i.id))[1]`;
  return Prisma.sql`
    select ${first(Prisma.sql`i.id`)} as id, i.tenant_id as "tenantId", 0 as part, ${first(SHOWN_NAME)} as name,
           ${first(Prisma.sql`i.given_name is not null`)} as named, ${together(Prisma.sql`i.keywords`)} as keywords, sum(i.calls)::int as calls,
           sum(i.failed)::int as failed, sum(i.held)::int as held, sum(i.templates)::int as templates, ${together(Prisma.sql`i.tools`)} as tools,
           array[${WEEKS_TOGETHER}] as weeks, ${first(Prisma.sql`i.state`)} as state, max(i.last_at) as "lastAt",
           bool_or(i.pinned_at is not null) as pinned, bool_and(i.ignored_at is not null) as ignored,
           ${first(Prisma.sql`i.review`)} as review, bool_and(${IS_WEAK}) as weak, count(*)::int as members,
           ${first(Prisma.sql`i.revision`)} as revision, ${first(Prisma.sql`i.map_x`)} as x, ${first(Prisma.sql`i.map_y`)} as y
    from (select i.*, coalesce(i.families[${at}::int], i.id) as lead from intents i where ${those}) i
    group by i.tenant_id, i.lead`;
}

/**
 * Parts of intents, named by what distinguishes them. Calls are counted only for the rows shown.
 */
function partSource(those: Prisma.Sql, at: number): Prisma.Sql {
  return Prisma.sql`
    select i.id, i.tenant_id as "tenantId", p.part, coalesce(i.part_names -> ${at - 1}::int ->> (p.part - 1), ${SHOWN_NAME}) as name, false as named,
           i.keywords, p.calls, 0 as failed, 0 as held, p.templates, p.tools, i.weeks, i.state, p.last_at as "lastAt",
           i.pinned_at is not null as pinned, i.ignored_at is not null as ignored, i.review, ${IS_WEAK} as weak, 1 as members, i.revision
    from intents i cross join lateral (
      select coalesce(t.parts[${at}::int], 1)::int as part, sum(t.calls)::int as calls, count(*)::int as templates, max(t.last_at) as last_at,
             array_agg(distinct t.tool) as tools
      from rationale_templates t where t.tenant_id = i.tenant_id and t.intent_id = i.id group by 1) p
    where ${those}`;
}

async function withFigures(tx: Tx, rows: readonly Row[], level: IntentLevel | undefined): Promise<Row[]> {
  if (level === undefined) return [...rows];
  const asked = JSON.stringify(rows.map(({ id, tenantId, part }) => ({ id, tenant: tenantId, part })));
  const figures = await tx.$queryRaw<Pick<Row, "id" | "part" | "failed" | "held" | "weeks">[]>`
    select a.id, a.part, coalesce(sum(d.failed), 0)::int as failed, coalesce(sum(d.held), 0)::int as held, array[${WEEK_SUMS}] as weeks
    from json_to_recordset(${asked}::json) as a(id uuid, tenant uuid, part int)
    join rationale_templates t on t.tenant_id = a.tenant and t.intent_id = a.id and coalesce(t.parts[${LEVEL_PLACES[level].at}::int], 1) = a.part
    left join rationale_days d on d.tenant_id = t.tenant_id and d.template_id = t.id
    group by 1, 2`;
  const of = new Map(figures.map((one) => [`${one.id} ${one.part}`, one]));
  return rows.map((row) => ({ ...row, ...of.get(`${row.id} ${row.part}`) }));
}
