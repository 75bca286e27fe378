import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { triageIn } from "@/lib/feedback/triage/commands";
import { Prisma } from "@/lib/generated/prisma/client";
import { SHOWN_NAME } from "../columns";
import { countIntents } from "../figures";
import { RATIONALE_JUDGES } from "../runs/types";
import { FACT_COLUMNS, type FactBefore } from "./commands";
import { holdNamed, measureIntent, restorePlaces } from "./members";
import { leadOn, type MembersBefore } from "./merge";
import type { UndoIntentAct, UndoIntentMarks } from "./schema";
import { lockOwnIntents } from "./snapshots";
import type { ActKind } from "./types";

type Taken = {
  id: string;
  kind: ActKind;
  intentId: string;
  otherId: string | null;
  before: MembersBefore & FactBefore;
};

const changedSince = () =>
  new DomainError(
    "CONFLICT",
    "The intent was changed again since, or is part of another one. Take that back first. Nothing was changed.",
  );

/**
 * Undoes an act of any person: restores what no one changed since.
 * @returns the intent to show next
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if it is undone already or something changed
 * since
 */
export async function undoIntentAct(
  scope: UserScope,
  { tenantId, actId }: UndoIntentAct,
): Promise<{ id: string }> {
  requireRole(scope, ...RATIONALE_JUDGES);
  return change(scope, async (tx) => {
    await lockOwnIntents(tx, scope, tenantId);
    const [act] = await takeActs(tx, scope, tenantId, [actId]);
    await refuseBuiltOn(tx, tenantId, [actId]);
    const deeds = await UNDONE[act.kind](tx, scope, tenantId, act);
    const about = { kind: "intent", id: act.intentId, tenantId };
    await recordActivities(tx, scope, [
      ...deeds,
      { action: "intent.act_undone", subject: about, details: { act: act.kind } },
    ]);
    return { id: act.intentId };
  });
}

/**
 * Undoes acts that marked several intents at once, all or none.
 * @throws DomainError as of `undoIntentAct`
 */
export async function undoIntentMarks(
  scope: UserScope,
  { tenantId, actIds }: UndoIntentMarks,
): Promise<Record<never, never>> {
  requireRole(scope, ...RATIONALE_JUDGES);
  return change(scope, async (tx) => {
    await lockOwnIntents(tx, scope, tenantId);
    const acts = await takeActs(tx, scope, tenantId, actIds);
    const [{ kind }] = acts;
    if (kind === "issue" || !(kind in FACT_COLUMNS) || acts.some((act) => act.kind !== kind))
      throw new DomainError("VALIDATION_ERROR", "Only marks of one kind are taken back together.");
    await refuseBuiltOn(tx, tenantId, actIds);
    await restoreFacts(tx, scope, tenantId, acts);
    const undone = ({ intentId: id }: Taken) => ({
      action: "intent.act_undone",
      ...{ subject: { kind: "intent", id, tenantId }, details: { act: kind } },
    });
    await recordActivities(tx, scope, acts.map(undone));
    return {};
  });
}

/** Marks acts as undone. Of two concurrent attempts, one succeeds. */
async function takeActs(
  tx: Tx,
  scope: UserScope,
  tenantId: string,
  actIds: readonly string[],
): Promise<[Taken, ...Taken[]]> {
  const which = Prisma.sql`a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.tenant_id = ${tenantId}::uuid and a.id = any(${[...actIds]}::uuid[])`;
  const acts = await tx.$queryRaw<Taken[]>`
    update intent_acts a set undone_by = ${scope.actor.id}::uuid, undone_at = clock_timestamp()
    where ${which} and a.undone_at is null
    returning a.id, a.kind, a.intent_id as "intentId", a.other_id as "otherId", a.before`;
  const [first, ...rest] = acts;
  if (first && acts.length === new Set(actIds).size) return [first, ...rest];
  const taken = acts.map(({ id }) => id);
  const [done] = await tx.$queryRaw<{ by: string | null }[]>`
    select u.name as by from intent_acts a left join users u on u.id = a.undone_by
    where ${which} and a.id <> all(${taken}::uuid[]) limit 1`;
  if (!done) throw new DomainError("NOT_FOUND", "There is no such act to take back. Nothing was changed.");
  throw new DomainError(
    "CONFLICT",
    `${done.by ?? "Another user"} took this back already. Nothing was changed.`,
  );
}

/**
 * Refuses if a later act depends on this one: a repeated act, an act on the split-off intent, or a
 * later move of the same rationales.
 * @throws DomainError CONFLICT
 */
async function refuseBuiltOn(tx: Tx, tenantId: string, actIds: readonly string[]): Promise<void> {
  const moves = (act: Prisma.Sql) => Prisma.sql`
    select m.value #>> '{after,id}' from jsonb_array_elements(${act}.before -> 'templates') m
    where m.value #>> '{before,intent_id}' is distinct from m.value #>> '{after,intent_id}'`;
  const [row] = await tx.$queryRaw<{ some: boolean }[]>`
    select exists (
      select 1 from intent_acts a join intent_acts n on n.tenant_id = a.tenant_id and n.undone_at is null
        and (n.made_at, n.id) > (a.made_at, a.id)
        and (n.intent_id in (a.intent_id, a.other_id) or n.other_id in (a.intent_id, a.other_id))
      where a.tenant_id = ${tenantId}::uuid and a.id = any(${[...actIds]}::uuid[]) and (
        (n.kind = a.kind and n.intent_id = a.intent_id and a.kind = any(${Object.keys(FACT_COLUMNS)}::text[]))
        or (a.kind = 'split' and a.other_id in (n.intent_id, n.other_id))
        or exists (${moves(Prisma.sql`a`)} intersect ${moves(Prisma.sql`n`)}))) as some`;
  if (row?.some) throw changedSince();
}

type Undo = (tx: Tx, scope: UserScope, tenantId: string, act: Taken) => Promise<ActivityEntry[]>;

/** Restores what acts of one kind set, if it is unchanged. */
async function restoreFacts(
  tx: Tx,
  scope: UserScope,
  tenantId: string,
  acts: readonly [Taken, ...Taken[]],
): Promise<void> {
  const columns = Prisma.raw(FACT_COLUMNS[acts[0].kind as keyof typeof FACT_COLUMNS].join(", "));
  const facts = acts.map(({ intentId: id, before: { before, after } }) => ({ id, before, after }));
  const done = await tx.$executeRaw`
    update intents i set revision = i.revision + 1,
      (${columns}) = (select ${columns} from jsonb_populate_record(null::intents, b.before))
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as b(id uuid, before jsonb, after jsonb)
    where i.tenant_id = ${tenantId}::uuid and i.id = b.id and to_jsonb(i) - 'middle' @> b.after`;
  if (done < acts.length) throw changedSince();
  const ids = acts.map(({ intentId }) => intentId);
  await holdNamed(tx, scope, tenantId, ids);
}

const undoFact: Undo = async (tx, scope, tenantId, act) => {
  await restoreFacts(tx, scope, tenantId, [act]);
  return [];
};

const undoIssue: Undo = async (tx, scope, tenantId, act) => {
  await undoFact(tx, scope, tenantId, act);
  const id = String(act.before.after.issue_id);
  const [issue] = await tx.$queryRaw<{ seen: Date }[]>`
    select f.updated_at as seen from feedback_issues f where f.tenant_id = ${tenantId}::uuid and f.id = ${id}::uuid and f.state = 'new'`;
  // An issue in use stays.
  if (!issue) return [];
  const items = [{ id, seen: issue.seen.toISOString() }];
  return (await triageIn(tx, scope, { verb: "decline", items, reason: "out_of_scope" })).deeds;
};

const undoMerge: Undo = async (tx, scope, tenantId, { intentId, before: { intents, templates, links } }) => {
  await nextOrConflict(tx, tenantId, [intentId]);
  await tx.$executeRaw`
    insert into intents select (jsonb_populate_record(null::intents, r.value || jsonb_build_object('revision', (r.value->>'revision')::int + 1))).*
    from jsonb_array_elements(${JSON.stringify(intents)}::jsonb) r on conflict (tenant_id, id) do nothing`;
  const ids = intents.map(({ id }) => id);
  await tx.$executeRaw`delete from former_intents where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[])`;
  await restorePlaces(tx, tenantId, templates);
  await settle(tx, scope, tenantId, { ids: [intentId, ...ids], links });
  return [];
};

const undoSplit: Undo = async (tx, scope, tenantId, { intentId, otherId, before: { templates, links } }) => {
  const part = otherId ?? "";
  await nextOrConflict(tx, tenantId, [intentId, part]);
  await restorePlaces(tx, tenantId, templates);
  // Rationales that joined since return to the original intent.
  await tx.$executeRaw`
    update rationale_templates t set intent_id = ${intentId}::uuid, placed_by = null, placed_at = null
    where t.tenant_id = ${tenantId}::uuid and t.intent_id = ${part}::uuid`;
  const gone = await tx.$queryRaw<{ id: string; name: string }[]>`
    delete from intents i where i.tenant_id = ${tenantId}::uuid and i.id = ${part}::uuid returning i.id, ${SHOWN_NAME} as name`;
  await leadOn(tx, tenantId, { from: gone, to: intentId, why: "undone" });
  await settle(tx, scope, tenantId, { ids: [intentId, part], links });
  return [];
};

const undoMove: Undo = async (tx, scope, tenantId, { intentId, otherId, before: { templates, links } }) => {
  const both = [intentId, otherId ?? ""];
  await nextOrConflict(tx, tenantId, both);
  await restorePlaces(tx, tenantId, templates);
  await settle(tx, scope, tenantId, { ids: both, links });
  return [];
};

/** Increments the revisions of intents, all of which have to exist. */
async function nextOrConflict(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  const there = await tx.$executeRaw`
    update intents i set revision = i.revision + 1 where i.tenant_id = ${tenantId}::uuid and i.id = any(${[...ids]}::uuid[])`;
  if (there < ids.length) throw changedSince();
}

/**
 * Restores links between pairs, and measures, anchors and counts intents with restored rationales.
 */
async function settle(
  tx: Tx,
  scope: UserScope,
  tenantId: string,
  { ids, links }: { ids: readonly string[]; links: MembersBefore["links"] },
): Promise<void> {
  await tx.$executeRaw`
    insert into intent_links select (jsonb_populate_record(null::intent_links, r.value)).*
    from jsonb_array_elements(${JSON.stringify(links)}::jsonb) r on conflict do nothing`;
  for (const id of ids) await measureIntent(tx, tenantId, id);
  await holdNamed(tx, scope, tenantId, ids);
  await countIntents(tx, tenantId, { intents: ids });
}

const UNDONE: Record<ActKind, Undo> = {
  rename: undoFact,
  pin: undoFact,
  ignore: undoFact,
  review: undoFact,
  merge: undoMerge,
  split: undoSplit,
  move: undoMove,
  issue: undoIssue,
};
