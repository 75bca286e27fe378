import { type AxisAliases, axesOf, axisOf, NO_ALIASES } from "@/lib/calls/axes/rules";
import type { ToolKey } from "@/lib/calls/of-tool/types";
import { databaseNow } from "@/lib/core/clock";
import { readList, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { firstIdOfDay } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import type { Scope } from "@/lib/core/scope";
import { type EventRow, type Facts, isAbout, placesOf, readFacts } from "./facts";
import { assess, mayStandOut, successorsOf, utilityOf } from "./rules";
import {
  BOUNDARY_DAYS,
  type BoundaryEvent,
  EVENTS_MAX,
  type Referral,
  SIGNAL_WEIGHTS,
  type Successor,
  type ToolBoundaries,
  type ToolStanding,
} from "./types";

// Enough to see the axes of each of many tools.
const EVENTS_OF_EACH = 300;

const REFERRALS_SHOWN = 5;

const CORRECTIONS_SHOWN = 5;

// Newest events for which the next calls are read.
const FOLLOWED_MAX = 200;

// Calls after an event in which a switch to another tool counts.
const CALLS_AFTER = 5;

const tenantsOf = (scope: Scope, tenantId: string | null) =>
  tenantId === null ? [...scope.tenants] : scope.tenants.filter((id) => id === tenantId);

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function period(tx: Tx): Promise<{ today: string; since: string }> {
  const now = (await databaseNow(tx)).getTime();
  return { today: dayOf(now), since: dayOf(now - (BOUNDARY_DAYS - 1) * DAY_MS) };
}

/** Boundaries of one tool over the last four weeks, with the words of those who reported them. */
export function getToolBoundaries(scope: Scope, tool: ToolKey): Promise<ToolBoundaries> {
  return readList(scope, async (tx) => {
    const { today, since } = await period(tx);
    const tenants = [...scope.tenants];
    const facts = await readFacts(tx, { tenants, tools: [tool], since, events: EVENTS_MAX, words: true });
    const rows = boundaryRows(facts, tool);
    const successors = await listSuccessors(tx, [tool], facts);
    return {
      ...standingOf(facts, tool, today, EVENTS_MAX),
      since,
      more: isCut(facts, tool, EVENTS_MAX),
      words: wordsOf(rows, facts),
      referrals: rows.slice(0, REFERRALS_SHOWN).map((row) => referralOf(row, facts, tool)),
      successors: successors.get(tool.id) ?? [],
      corrections: await newestCorrections(tx, tenants, tool, since),
      aliases: aliasesAmong(rows, facts),
    };
  });
}

/**
 * Standings by tool id, with successors of tools that have a warning. Tools without an entry are
 * unremarkable.
 */
export type ToolStandings = ReadonlyMap<string, ToolStanding & { successors: readonly Successor[] }>;

/**
 * Judges many tools, by id. Reads no call of tools whose counts alone rule out a warning.
 * @param most newest events to read of each tool and tenant
 */
export function listToolStandings(
  scope: Scope,
  tools: readonly ToolKey[],
  tenantId: string | null,
  most: number = EVENTS_OF_EACH,
): Promise<ToolStandings> {
  return readList(scope, async (tx) => {
    const { today, since } = await period(tx);
    const tenants = tenantsOf(scope, tenantId);
    const looked = new Set<string>();
    const of = (known: Facts, tool: ToolKey) => {
      const may = mayStandOut(signalsOf(known, tool), today);
      if (may) looked.add(tool.id);
      return may;
    };
    const facts = await readFacts(tx, { tenants, tools, since, events: most, words: false, of });
    const told = tools
      .filter(({ id }) => looked.has(id))
      .map((tool) => ({ tool, standing: standingOf(facts, tool, today, most) }))
      .filter(({ standing }) => standing.events > 0 || standing.utility.sessions > 0);
    const warned = told.filter(({ standing }) => standing.cohesion === "warning").map(({ tool }) => tool);
    const successors = await listSuccessors(tx, warned, facts);
    return new Map(
      told.map(({ tool: { id }, standing }) => [id, { ...standing, successors: successors.get(id) ?? [] }]),
    );
  });
}

const boundaryRows = ({ events }: Facts, { id }: ToolKey) =>
  (events.get(id) ?? []).filter(({ outcome }) => outcome === "wrong_tool_boundary");

function isCut({ events }: Facts, { id }: ToolKey, limit: number): boolean {
  const read = new Map<string, number>();
  for (const { tenantId } of events.get(id) ?? []) read.set(tenantId, (read.get(tenantId) ?? 0) + 1);
  return [...read.values()].some((count) => count >= limit);
}

const sessionOf = ({ tenantId, sessionId }: { tenantId: string; sessionId: string | null }) =>
  sessionId === null ? null : `${tenantId} ${sessionId}`;

const signals = (some: readonly (Parameters<typeof sessionOf>[0] & { day: string })[]) =>
  some.map((row) => ({ day: row.day, session: sessionOf(row) }));

function signalsOf({ names, days, reports, corrections }: Facts, tool: ToolKey) {
  const { gatewayId: own } = tool;
  // A report belongs to the gateway of its agent.
  const reported = (reports.get(tool.name) ?? []).filter(
    ({ gatewayId, provider }) =>
      gatewayId === own && (provider === null ? names.isAlone(tool) : provider === tool.provider),
  );
  const corrected = (corrections.get(tool.name) ?? []).filter((one) => isAbout(one, tool, names));
  return { days: days.get(tool.id) ?? [], feedback: signals(reported), correction: signals(corrected) };
}

function standingOf(facts: Facts, tool: ToolKey, today: string, limit: number): ToolStanding {
  const { days, feedback, correction } = signalsOf(facts, tool);
  const rows = boundaryRows(facts, tool);
  const events = rows.map((row) => eventOf(row, facts, tool));
  const low = (facts.events.get(tool.id) ?? []).filter(({ outcome }) => outcome === "low_utility");
  const utility = utilityOf(days, { own: signals(low), feedback, correction }, today);
  const all = days.map(({ day, boundary }) => ({ day, weight: SIGNAL_WEIGHTS.own, count: boundary }));
  const judged = isCut(facts, tool, limit) ? assess(days, events, today, all) : assess(days, events, today);
  return { ...judged, utility };
}

function eventOf(row: EventRow, facts: Facts, tool: ToolKey): BoundaryEvent {
  return {
    day: row.day,
    session: sessionOf(row),
    weight: isConfirmed(row, facts, tool) ? SIGNAL_WEIGHTS.correction : SIGNAL_WEIGHTS.own,
    axes: eventAxes(row, facts),
  };
}

const eventAxes = (row: EventRow, facts: Facts) =>
  axesOf(row.referral?.boundary_axes ?? [], aliasesOf(facts, row));

const aliasesOf = ({ aliases }: Facts, { tenantId }: { tenantId: string }): AxisAliases =>
  aliases.get(tenantId) ?? NO_ALIASES;

function isConfirmed(row: EventRow, { corrected }: Facts, { name }: ToolKey): boolean {
  return placesOf(row, name).some((place) => corrected.has(place));
}

function referralOf(row: EventRow, facts: Facts, tool: ToolKey): Referral {
  const { referral, agent, occurredAt, id: call } = row;
  return {
    call,
    axes: referral?.boundary_axes ?? [],
    taskShape: referral?.observed_task_shape ?? null,
    suggestedSplit: referral?.suggested_split ?? null,
    evidence: referral?.evidence ?? null,
    agent,
    occurredAt,
    confirmed: isConfirmed(row, facts, tool),
  };
}

function wordsOf(rows: readonly EventRow[], facts: Facts): Map<string, string[]> {
  const words = new Map<string, Set<string>>();
  for (const row of rows)
    for (const word of row.referral?.boundary_axes ?? []) {
      const axis = axisOf(word, aliasesOf(facts, row));
      words.set(axis, (words.get(axis) ?? new Set()).add(word));
    }
  return new Map([...words].map(([axis, some]) => [axis, [...some].sort()]));
}

function aliasesAmong(rows: readonly EventRow[], facts: Facts): ToolBoundaries["aliases"] {
  const named = new Map<string, Set<string>>();
  for (const row of rows) {
    const axes = named.get(row.tenantId) ?? new Set<string>();
    named.set(row.tenantId, axes);
    for (const axis of eventAxes(row, facts)) axes.add(axis);
  }
  return [...named].flatMap(([tenantId, axes]) =>
    [...aliasesOf(facts, { tenantId })]
      .filter(([, axis]) => axes.has(axis))
      .map(([alias, axis]) => ({ tenantId, alias, axis })),
  );
}

function newestCorrections(
  tx: Tx,
  tenants: readonly string[],
  { name }: ToolKey,
  since: string,
): Promise<ToolBoundaries["corrections"][number][]> {
  return tx.$queryRaw`
    select c.id, c.utterance, c.session_id as "sessionId", coalesce(c.occurred_at, c.created_at) as at from corrections c
    where c.tenant_id = any(${[...tenants]}::uuid[]) and c.tool = ${name} and c.id >= ${firstIdOfDay(since)}::uuid
    order by c.id desc limit ${CORRECTIONS_SHOWN}::int`;
}

async function listSuccessors(
  tx: Tx,
  tools: readonly ToolKey[],
  facts: Facts,
): Promise<Map<string, Successor[]>> {
  const followed = tools.flatMap((tool) =>
    boundaryRows(facts, tool)
      .filter(({ sessionId }) => sessionId !== null)
      .slice(0, FOLLOWED_MAX)
      .map((row) => ({ row, tool })),
  );
  if (followed.length === 0) return new Map();
  const asked = followed.map(({ row: { tenantId: t, sessionId: s, occurredAt: o, id: i }, tool }, n) => ({
    n,
    t,
    s,
    o,
    i,
    own: tool.name,
  }));
  const found = await tx.$queryRaw<{ n: number; provider: string | null; next: string }[]>`
    select e.n, x.provider, x.tool as next
    from json_to_recordset(${serializeJson(asked)}::json)
      as e(n int, t uuid, s text, o timestamptz, i uuid, own text)
    cross join lateral (
      select after.provider, after.tool from (
        select a.provider, a.tool, a.outcome, a.occurred_at, a.id from tool_calls a
        where a.tenant_id = e.t and a.session_id = e.s and a.occurred_at >= e.o
          and a.occurred_at < e.o + interval '1 day' and (a.occurred_at, a.id) > (e.o, e.i)
        order by a.occurred_at, a.id limit ${CALLS_AFTER}::int) after
      where after.outcome = 'ok' and after.tool <> e.own order by after.occurred_at, after.id limit 1) x`;
  const went = new Map<string, Parameters<typeof successorsOf>[0][number][]>();
  for (const { n, provider, next } of found) {
    const from = followed[n];
    if (!from) continue;
    const { id } = from.tool;
    const one = { ...eventOf(from.row, facts, from.tool), provider, tool: next };
    went.set(id, [...(went.get(id) ?? []), one]);
  }
  return new Map([...went].map(([id, some]) => [id, successorsOf(some)]));
}
