import { setImmediate } from "node:timers/promises";
import { groupedBy } from "@/gateway/lint/groups";
import { isFailure, outcomeClass } from "@/lib/calls/rules";
import { OUTCOME_CLASSES } from "@/lib/calls/types";
import type { Tx } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import { Prisma } from "@/lib/generated/prisma/client";
import { lockIntents } from "../figures";
import { bankKey, judgeMeaning } from "../meaning/rules";
import { HABIT_SESSIONS, MEANING_EDITION, type Verdict } from "../meaning/types";
import { templateId } from "./identity";
import { bankOf, knownTemplates } from "./queries";
import { laneOf, seenWith, templateText } from "./rules";
import { type SaidCall, type TemplateVerdict, UNFIT_OUTCOMES } from "./types";

type Told = SaidCall & { template: string; text: string };

/**
 * Adds calls to their templates: judges new templates, counts known ones. The caller holds the
 * tenant's lock.
 */
export async function tellTemplates(tx: Tx, tenantId: string, calls: readonly SaidCall[]): Promise<void> {
  if (calls.length === 0) return;
  const told = await inTurns(calls, (call): Told => {
    const text = templateText(call.rationale);
    return { ...call, text, template: templateId(call.provider, call.tool, text) };
  });
  const groups = groupedBy(told, ({ template }) => template);
  const known = await knownTemplates(tx, tenantId, [...groups.keys()]);
  const judged = [...groups].flatMap(([id, group]) => {
    const [first] = group;
    const before = known.get(id) ?? null;
    return first ? [{ id, first, before, seen: seenWith(before, group) }] : [];
  });
  // Judges a known template again only if the verdict may change, because it takes ten times as
  // long as counting.
  const isOpen = ({ before, seen }: (typeof judged)[number]) =>
    before === null ||
    !before.isCurrent ||
    before.verdict === "echo" ||
    becomesHabit(before.sessions, seen.sessions);
  const open = await inTurns(
    judged.filter(isOpen),
    ({ id, first }) => [id, bankKey(first.rationale)] as const,
  );
  const keys = new Map(open);
  const bank = await bankOf(tx, tenantId, [...new Set(keys.values())]);
  const rows = await inTurns(judged, ({ id, first, before, seen }) => {
    const key = keys.get(id);
    const verdict =
      key === undefined && before
        ? before.verdict
        : verdictOf(before, judgeMeaning({ ...first, sessions: seen.sessions.length }, bank));
    const said = { id, provider: first.provider ?? "", tool: first.tool, text: first.text, key: key ?? "" };
    return { ...seen, ...said, verdict, lane: laneOf(first.text, seen) };
  });
  await keepTemplates(tx, tenantId, rows);
  await keepCalls(tx, tenantId, told);
  await countDays(tx, tenantId, told);
}

async function keepCalls(tx: Tx, tenantId: string, told: readonly Told[]): Promise<void> {
  const rows = told.map(({ id, template, occurredAt }) => ({ id, template, at: occurredAt }));
  await tx.$executeRaw`
    insert into rationale_calls (tenant_id, template_id, occurred_at, call_id)
    select ${tenantId}::uuid, r.template, r.at, r.id
    from json_to_recordset(${serializeJson(rows)}::json) as r(id uuid, template uuid, at timestamptz)
    on conflict do nothing`;
}

// A text made to be slow takes ten milliseconds.
const TURN = 20;

/** Maps items and yields every TURN items. */
async function inTurns<T, R>(all: readonly T[], make: (one: T) => R): Promise<R[]> {
  const made: R[] = [];
  for (const [at, one] of all.entries()) {
    made.push(make(one));
    if (at % TURN === TURN - 1) await setImmediate();
  }
  return made;
}

const becomesHabit = (before: readonly number[], now: readonly number[]) =>
  before.length < HABIT_SESSIONS && now.length >= HABIT_SESSIONS;

/**
 * A meaningful template stays meaningful, because another call's arguments may be echoed. Habits
 * are the exception, and verdicts of earlier rules.
 */
function verdictOf(
  before: { verdict: TemplateVerdict; isCurrent: boolean } | null,
  judged: Verdict,
): TemplateVerdict {
  if (judged.meaningful) return "meaningful";
  return before?.isCurrent && before.verdict === "meaningful" && judged.reason !== "repeated"
    ? "meaningful"
    : judged.reason;
}

// A person who puts a template into an intent says that it is meaningful.
const BY_PEOPLE = Prisma.sql`(t.judged_by is not null or t.placed_by is not null)`;

const MAY_BELONG = Prisma.sql`excluded.lane = 'people' and (${BY_PEOPLE} or excluded.verdict = 'meaningful')`;

/** Locks in order of id, like other writers. */
async function keepTemplates(tx: Tx, tenantId: string, rows: readonly object[]): Promise<void> {
  await tx.$executeRaw`
    insert into rationale_templates as t (tenant_id, id, provider, tool, text, bank_key, verdict, judged_edition, lane, calls, sessions, first_at,
      last_at, last_call_id, gaps, gap_mean, gap_squares)
    select ${tenantId}::uuid, r.id, r.provider, r.tool, r.text, r.key, r.verdict, ${MEANING_EDITION}::int, r.lane, r.calls,
           array(select json_array_elements_text(r.sessions)::int), r."firstAt", r."lastAt", r."lastCallId", r.gaps, r."gapMean", r."gapSquares"
    from json_to_recordset(${serializeJson(rows)}::json) as r(id uuid, provider text, tool text, text text, key text, verdict text,
      lane text, calls int, sessions json, "firstAt" timestamptz, "lastAt" timestamptz, "lastCallId" uuid, gaps int,
      "gapMean" float8, "gapSquares" float8)
    order by r.id
    on conflict (tenant_id, id) do update set calls = excluded.calls, sessions = excluded.sessions, first_at = excluded.first_at,
      last_at = excluded.last_at, last_call_id = excluded.last_call_id, gaps = excluded.gaps, gap_mean = excluded.gap_mean,
      gap_squares = excluded.gap_squares, lane = excluded.lane,
      judged_edition = excluded.judged_edition,
      verdict = case when ${BY_PEOPLE} then t.verdict else excluded.verdict end,
      intent_id = case when ${MAY_BELONG} then t.intent_id end,
      placed_by = case when ${MAY_BELONG} then t.placed_by end, placed_at = case when ${MAY_BELONG} then t.placed_at end`;
}

async function countDays(tx: Tx, tenantId: string, told: readonly Told[]): Promise<void> {
  const days = groupedBy(told, ({ occurredAt, template, gatewayId, agent, model }) =>
    JSON.stringify([occurredAt.toISOString().slice(0, 10), template, gatewayId, agent ?? "", model ?? ""]),
  );
  const rows = [...days].map(([key, group]) => {
    const [day, template, gateway, agent, model]: string[] = JSON.parse(key);
    return { day, template, gateway, agent, model, ...becameOf(group), ...unfitOf(group) };
  });
  await tx.$executeRaw`
    insert into rationale_days as d (tenant_id, day, template_id, gateway_id, agent, model, calls, failed, held, ok, caller, broken,
      boundary, governance, extrinsic, unknown_tool, wrong_tool, low_use)
    select ${tenantId}::uuid, r.day, r.template, r.gateway, r.agent, r.model, r.calls, r.failed, r.held, r.ok, r.caller, r.tool,
           r.boundary, r.governance, r.extrinsic, r.unknown, r.wrong, r.low
    from json_to_recordset(${serializeJson(rows)}::json) as r(day date, template uuid, gateway uuid, agent text, model text, calls int,
      failed int, held int, ok int, caller int, tool int, boundary int, governance int, extrinsic int,
      unknown int, wrong int, low int)
    on conflict (tenant_id, day, template_id, gateway_id, agent, model) do update
      set calls = d.calls + excluded.calls, failed = d.failed + excluded.failed, held = d.held + excluded.held,
        ok = d.ok + excluded.ok, caller = d.caller + excluded.caller, broken = d.broken + excluded.broken,
        boundary = d.boundary + excluded.boundary, governance = d.governance + excluded.governance,
        extrinsic = d.extrinsic + excluded.extrinsic,
        unknown_tool = d.unknown_tool + excluded.unknown_tool, wrong_tool = d.wrong_tool + excluded.wrong_tool,
        low_use = d.low_use + excluded.low_use`;
}

function becameOf(calls: readonly Told[]) {
  const classes = calls.map(({ outcome }) => outcomeClass(outcome));
  return {
    calls: calls.length,
    failed: calls.filter(({ outcome }) => isFailure(outcome)).length,
    held: calls.filter(({ held }) => held).length,
    ...Object.fromEntries(
      OUTCOME_CLASSES.map((one) => [one, classes.filter((other) => other === one).length]),
    ),
  };
}

function unfitOf(calls: readonly Told[]) {
  const [unknown, wrong, low] = UNFIT_OUTCOMES.map(
    (one) => calls.filter(({ outcome }) => outcome === one).length,
  );
  return { unknown, wrong, low };
}

export async function moveCursor(tx: Tx, tenantId: string, callId: string): Promise<void> {
  await tx.$executeRaw`
    insert into rationale_cursors (tenant_id, call_id) values (${tenantId}::uuid, ${callId}::uuid)
    on conflict (tenant_id) do update set call_id = excluded.call_id, walked_at = clock_timestamp()`;
}

export const lockOf = (tenantId: string) => `rationales:${tenantId}`;

const TOLD = [
  ...(["rationale_calls", "rationale_days", "rationale_templates", "rationale_cursors"] as const),
  ...(["rationale_shares", "intents", "intent_days", "former_intents", "intent_acts"] as const),
] as const;

/**
 * Deletes the templates of these tenants, so that the worker reads their calls again. Keeps
 * verdicts and links of people, and vectors, which depend on texts only.
 */
export async function tellAnew(tx: Tx, tenantIds: readonly string[]): Promise<void> {
  for (const tenantId of tenantIds.toSorted())
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lockOf(tenantId)}, 0))`;
  for (const tenantId of tenantIds.toSorted()) await lockIntents(tx, tenantId);
  for (const table of TOLD)
    await tx.$executeRaw`delete from ${Prisma.raw(table)} where tenant_id = any(${[...tenantIds]}::uuid[])`;
}
