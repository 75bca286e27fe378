import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import { HELD_OUTCOMES, outcomesOf } from "./rules";
import type { AttemptChoice, CallFilter, CallPlace } from "./types";

const NOT_AT_ONCE = ["worked", "switched", "abandoned"] as const;

/** The group endings whose first calls are selected; null for other calls, or more than those. */
const ENDS: Record<AttemptChoice, readonly string[] | null> = {
  begun: null,
  first: null,
  failed: NOT_AT_ONCE,
  worked: ["worked"],
  switched: ["switched"],
  abandoned: ["abandoned"],
  retried: null,
};

type Found = {
  /** The positions of a tenant's (`owner.id`) matches, newest first; null without such a filter. */
  places: Prisma.Sql | null;
  conditions: Prisma.Sql[];
  /** Instead of `places` if only some match the page: the newest before a position. */
  walk?: (after: CallPlace | null, limit: number) => Prisma.Sql;
};

const all = (parts: readonly (Prisma.Sql | false)[]) =>
  Prisma.join(
    parts.filter((part) => part !== false),
    " and ",
  );

// Filters on findings themselves, so that each finding is a call of the page.
const OF_FINDINGS: ReadonlySet<string> = new Set<keyof CallFilter>([
  ...([
    "spot",
    "attempt",
    "next",
    "purpose",
    "templates",
    "tool",
    "gateway",
    "tenant",
    "since",
    "until",
  ] as const),
]);

/** Whether a page needs no more findings than it has calls. */
function isOfFindings(filter: CallFilter): boolean {
  const asked = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : name));
  const kinds = [filter.spot, filter.attempt ?? filter.next, filter.purpose, filter.templates];
  return (
    asked.every((name) => OF_FINDINGS.has(name)) && kinds.filter((kind) => kind !== undefined).length === 1
  );
}

/** Limits a tenant's findings to a filter and page, so that no later call is looked up. */
function withinOf({ tool, gateway, since, until }: CallFilter, after: CallPlace | null, id: Prisma.Sql) {
  const when = (at: Date) => Prisma.sql`${at.toISOString()}::timestamptz`;
  return [
    after !== null && Prisma.sql`(f.occurred_at, ${id}) < (${when(after[0])}, ${after[1]}::uuid)`,
    since !== undefined && Prisma.sql`f.occurred_at >= ${when(since)}`,
    until !== undefined && Prisma.sql`f.occurred_at < ${when(until)}`,
    tool !== undefined && Prisma.sql`f.tool = ${tool}`,
    gateway !== undefined &&
      Prisma.sql`f.gateway_id = (select g.id from gateways g where g.name = ${gateway})`,
  ];
}

// Groups of the call's session and tool during the call: it belongs to them.
const IN_GROUP = Prisma.sql`f.tenant_id = a.tenant_id and f.session_id = a.session_id and f.tool = a.tool
  and f.gateway_id = a.gateway_id and f.occurred_at <= a.occurred_at and f.last_at >= a.occurred_at`;

/** For a call `a`: whether it succeeded at once. Only other attempts form groups. */
const isFirstTry = Prisma.sql`a.session_id is not null and a.outcome = any(${outcomesOf("ok")}::text[])
  and not exists (select 1 from attempt_groups f where ${IN_GROUP})`;

const isFailedAtFirst = Prisma.sql`exists (select 1 from attempt_groups f
  where f.tenant_id = a.tenant_id and f.id = a.id and f.ended = any(${[...NOT_AT_ONCE]}::text[]))`;

const isRetry = Prisma.sql`a.outcome <> all(${[...outcomesOf("governance"), ...outcomesOf("boundary")]}::text[])
  and exists (select 1 from attempt_groups f where ${IN_GROUP} and f.ended is not null and f.calls > 1 and f.id <> a.id)`;

const MADE_FOR_OTHER = Prisma.sql`exists (select 1 from tool_other_purposes f
  where f.tenant_id = a.tenant_id and f.call_id = a.id)`;

const IS_HELD = Prisma.sql`(a.approval_id is not null or a.outcome = any(${[...HELD_OUTCOMES]}::text[]))`;

/** The condition on a call that is not the first of a group. */
function inAttempt(attempt: AttemptChoice | undefined): Prisma.Sql | false {
  if (attempt === "first") return isFirstTry;
  if (attempt === "retried") return isRetry;
  return attempt === "begun" && Prisma.sql`(${isFirstTry} or ${isFailedAtFirst})`;
}

type Page = {
  after: CallPlace | null;
  /** Calls of the page; null if not every found call may match. */
  limit: number | null;
};

/** A filter's conditions on a call by the worker's findings (lib/signals/attempts). */
export function foundIn(filter: CallFilter, page: Page): Found {
  const { spot, sent, attempt, next } = filter;
  const ends = attempt === undefined ? null : ENDS[attempt];
  const refused = [
    spot !== undefined && Prisma.sql`f.spot = ${spot}`,
    sent !== undefined && Prisma.sql`f.sent = ${sent}`,
  ].filter((part) => part !== false);
  const switched = next === undefined ? [] : [Prisma.sql`f.next_tool = ${next}`];
  const isTried = ends !== null || switched.length > 0;
  const inRefusals = Prisma.sql`exists (select 1 from tool_refusals f
    where f.tenant_id = a.tenant_id and f.call_id = a.id and ${all([Prisma.sql`true`, ...refused])})`;
  const ended = ends === null ? [] : [Prisma.sql`f.ended = any(${[...ends]}::text[])`];
  const inGroups = Prisma.sql`exists (select 1 from attempt_groups f
    where f.tenant_id = a.tenant_id and f.id = a.id and ${all([Prisma.sql`true`, ...ended, ...switched])})`;
  const isOther = filter.purpose !== undefined;
  const { templates } = filter;
  const conditions = [
    refused.length > 0 && inRefusals,
    isTried && inGroups,
    inAttempt(attempt),
    isOther && MADE_FOR_OTHER,
    filter.held !== undefined && IS_HELD,
    templates !== undefined && saysOneOf(templates),
  ].filter((part) => part !== false);
  if (refused.length > 0)
    return { conditions, places: placesIn("tool_refusals", "call_id", [refused], filter, page) };
  if (isOther)
    return {
      conditions,
      places: placesIn("tool_other_purposes", "call_id", [[Prisma.sql`true`]], filter, page),
    };
  if (!isTried && templates !== undefined) {
    const { after, limit } = page;
    const walk: Found["walk"] = (from, most) => placesOfTemplates(templates, filter, from, most);
    const isAll =
      limit !== null && isOfFindings(filter) && filter.tool === undefined && filter.gateway === undefined;
    return isAll ? { conditions, places: walk(after, limit) } : { conditions, places: null, walk };
  }
  if (!isTried) return { conditions, places: null };
  // Each ending has its own order in the index.
  const branches = (ends ?? NOT_AT_ONCE).map((end) => [Prisma.sql`f.ended = ${end}`, ...switched]);
  return { conditions, places: placesIn("attempt_groups", "id", branches, filter, page) };
}

/** For attempts `f` of the tenant `owner.id`: whether they have retries that match a filter. */
export function hasRetries({ tool, gateway, since, until }: CallFilter): Prisma.Sql {
  const ofTool = withinOf({ tool, gateway }, null, Prisma.raw("f.id"));
  return all([
    Prisma.sql`f.tenant_id = owner.id and f.ended is not null and f.calls > 1`,
    ...ofTool,
    since !== undefined && Prisma.sql`f.last_at >= ${since.toISOString()}::timestamptz`,
    until !== undefined && Prisma.sql`f.occurred_at < ${until.toISOString()}::timestamptz`,
  ]);
}

/** The positions of these attempts' calls, newest first. Always looked up by session. */
export function placesOfRetries(filter: CallFilter): Prisma.Sql {
  return Prisma.sql`
    select distinct f.tenant_id, c.occurred_at, c.id from attempt_groups f cross join lateral (
      select a.occurred_at, a.id from tool_calls a where ${IN_GROUP} and a.id <> f.id offset 0) c
    where ${hasRetries(filter)}
    order by c.occurred_at desc, c.id desc offset 0`;
}

/** Whether a call `a` is in the time range of such attempts, which skips all others. */
export function whileRetries(filter: CallFilter): Prisma.Sql {
  const ofAll = (what: Prisma.Sql) =>
    Prisma.sql`(select ${what} from attempt_groups f where ${hasRetries(filter)})`;
  return Prisma.sql`a.occurred_at <= ${ofAll(Prisma.sql`max(f.last_at)`)} and a.occurred_at >= ${ofAll(Prisma.sql`min(f.occurred_at)`)}`;
}

const saysOneOf = (templates: readonly string[]) => Prisma.sql`exists (select 1 from rationale_calls f
  where f.tenant_id = a.tenant_id and f.template_id = any(${[...templates]}::uuid[]) and f.occurred_at = a.occurred_at and f.call_id = a.id)`;

/** The newest calls with these templates; other conditions check tool and gateway. */
function placesOfTemplates(
  templates: readonly string[],
  { tool: _tool, gateway: _gateway, ...filter }: CallFilter,
  after: CallPlace | null,
  limit: number,
): Prisma.Sql {
  return Prisma.sql`
    select f.tenant_id, f.occurred_at, f.id from unnest(${[...templates]}::uuid[]) as said(template) cross join lateral (
      select f.tenant_id, f.occurred_at, f.call_id as id from rationale_calls f
      where f.tenant_id = owner.id and f.template_id = said.template
        and ${all([Prisma.sql`true`, ...withinOf(filter, after, Prisma.raw("f.call_id"))])}
      order by f.occurred_at desc, f.call_id desc limit ${limit}::int) f
    order by f.occurred_at desc, f.id desc limit ${limit}::int`;
}

function placesIn(
  table: "tool_refusals" | "attempt_groups" | "tool_other_purposes",
  column: "call_id" | "id",
  branches: readonly (readonly Prisma.Sql[])[],
  filter: CallFilter,
  { after, limit }: Page,
): Prisma.Sql {
  // Only with a limit does the planner read just the start; without one it may sort everything
  // first.
  const end = limit !== null && isOfFindings(filter) ? Prisma.sql`limit ${limit}::int` : Prisma.sql`offset 0`;
  const id = Prisma.raw(`f.${column}`);
  // Each branch is already in order; sorting them together took 0.2 seconds for 250,000.
  const selects = branches.map(
    (asked) => Prisma.sql`(
      select f.tenant_id, f.occurred_at, ${id} as id from ${Prisma.raw(table)} f
      where f.tenant_id = owner.id and ${all([...asked, ...withinOf(filter, after, id)])}
      order by f.occurred_at desc, ${id} desc ${end})`,
  );
  const [only = Prisma.empty] = selects;
  if (selects.length === 1) return only;
  return Prisma.sql`${Prisma.join(selects, " union all ")} order by occurred_at desc, id desc ${end}`;
}
