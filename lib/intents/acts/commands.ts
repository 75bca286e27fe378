import { recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { RATIONALE_JUDGES } from "../runs/types";
import { anchorIntents } from "./members";
import type { MarkIntent, MarkIntents, RenameIntent, ReviewIntent } from "./schema";
import {
  keepActs,
  lockOwnIntents,
  ofTenant,
  type Seen,
  startingFrom,
  type Target,
  whyNot,
} from "./snapshots";
import type { Acted, ActKind, ActSays, IntentMark, Marked, Review } from "./types";

/** Acts on an intent that do not change its members. */
type FactKind = Extract<ActKind, "rename" | "pin" | "ignore" | "review">;

export const FACT_COLUMNS: Record<FactKind | "issue", readonly string[]> = {
  rename: ["given_name"],
  pin: ["pinned_at"],
  ignore: ["ignored_at"],
  review: ["review", "review_note", "reviewed_by", "reviewed_at", "reviewed_calls"],
  issue: ["issue_id"],
};

/** Changed columns with their values before and after the act. */
export type FactBefore = {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

const columnsOf = (row: Prisma.Sql, kind: FactKind | "issue") => Prisma.sql`(
  select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(${row}) - 'middle') e where e.key = any(${[...FACT_COLUMNS[kind]]}::text[]))`;

/** SQL for the columns of an intent's row before (`o`) and after (`i`) a change. */
export const factsBefore = (kind: FactKind | "issue") =>
  Prisma.sql`${columnsOf(Prisma.sql`o`, kind)} as before, ${columnsOf(Prisma.sql`i`, kind)} as after`;

type Fact = {
  kind: FactKind;
  set: Prisma.Sql;
  says: ActSays;
  action: string;
};

/**
 * Sets a fact about intents, of all or of none. They keep their ids in later groupings, so the fact
 * stays with them.
 */
async function setFacts(
  scope: UserScope,
  { tenantId, intents }: { tenantId: string; intents: readonly Seen[] },
  { kind, set, says, action }: Fact,
): Promise<Acted[]> {
  requireRole(scope, ...RATIONALE_JUDGES);
  return change(scope, async (tx) => {
    await lockOwnIntents(tx, scope, tenantId);
    const from = await startingFrom(tx, scope, tenantId, intents);
    const rows = await tx.$queryRaw<(FactBefore & Seen & { name: string })[]>`
      update intents i set ${set}, revision = o.revision + 1
      from intents o join jsonb_to_recordset(${JSON.stringify(from)}::jsonb) as m(id uuid, revision int)
        on o.id = m.id and o.revision = m.revision
      where ${ofTenant(scope, tenantId)} and o.tenant_id = i.tenant_id and o.id = i.id and o.revision = i.revision
      returning ${factsBefore(kind)}, i.id, i.revision, coalesce(o.given_name, o.name) as name`;
    const missed = intents.find(({ id }) => !rows.some((row) => row.id === id));
    if (missed) throw await whyNot(tx, scope, { tenantId, id: missed.id });
    const ids = rows.map(({ id }) => id);
    await anchorIntents(tx, scope, tenantId, ids);
    const acts = await keepActs(
      tx,
      scope,
      rows.map(({ id, before, after }) => ({
        ...{ tenantId, intentId: id, kind, says },
        before: { before, after } satisfies FactBefore,
      })),
    );
    await recordActivities(
      tx,
      scope,
      rows.map(({ id, name }) => ({
        action,
        subject: { kind: "intent", id, tenantId },
        details: { name, ...said(says) },
      })),
    );
    return rows.map(({ id, revision }, at) => ({ id, revision, actId: acts[at] ?? "" }));
  });
}

async function setFact(scope: UserScope, { tenantId, ...seen }: Target, fact: Fact): Promise<Acted> {
  const [acted] = await setFacts(scope, { tenantId, intents: [seen] }, fact);
  if (!acted) throw new Error("the intent was changed without an act");
  return acted;
}

/** Drops undefined fields. */
const said = (says: ActSays) =>
  Object.fromEntries(Object.entries(says).filter(([, value]) => value !== null && value !== undefined));

/**
 * Names an intent. Groupings keep the name; an empty name restores the grouping's own.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if another person acted on it
 */
export function renameIntent(scope: UserScope, { name, ...target }: RenameIntent): Promise<Acted> {
  const given = name === "" ? null : name;
  const set = Prisma.sql`given_name = ${given}`;
  return setFact(scope, target, { kind: "rename", set, says: { said: given }, action: "intent.renamed" });
}

const pinned = (on: boolean): Fact => ({
  kind: "pin",
  set: Prisma.sql`pinned_at = case when ${on}::boolean then clock_timestamp() end`,
  says: { on },
  action: on ? "intent.pinned" : "intent.unpinned",
});

const ignored = (on: boolean): Fact => ({
  kind: "ignore",
  set: Prisma.sql`ignored_at = case when ${on}::boolean then clock_timestamp() end`,
  says: { on },
  action: on ? "intent.ignored" : "intent.unignored",
});

function reviewed(scope: UserScope, review: Review, note: string): Fact {
  const by = review === "open" ? null : scope.actor.id;
  const set = Prisma.sql`review = ${review}, review_note = ${note || null}, reviewed_by = ${by}::uuid,
    reviewed_at = case when ${review} <> 'open' then clock_timestamp() end,
    reviewed_calls = case when ${review} <> 'open' then o.calls end`;
  return { kind: "review", set, says: { said: review, note: note || null }, action: "intent.reviewed" };
}

/**
 * Pins or unpins an intent at the top of the list.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if another person acted on it
 */
export function pinIntent(scope: UserScope, { on, ...target }: MarkIntent): Promise<Acted> {
  return setFact(scope, target, pinned(on));
}

/**
 * Hides an intent from the list and the weekly view, or shows it again. Its calls still count.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if another person acted on it
 */
export function ignoreIntent(scope: UserScope, { on, ...target }: MarkIntent): Promise<Acted> {
  return setFact(scope, target, ignored(on));
}

/**
 * Marks an intent as reviewed, actioned or open, with a note.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if another person acted on it
 */
export function reviewIntent(scope: UserScope, { review, note, ...target }: ReviewIntent): Promise<Acted> {
  return setFact(scope, target, reviewed(scope, review, note));
}

const MARKS: Record<IntentMark, (scope: UserScope) => Fact> = {
  pinned: () => pinned(true),
  unpinned: () => pinned(false),
  ignored: () => ignored(true),
  unignored: () => ignored(false),
  reviewed: (scope) => reviewed(scope, "reviewed", ""),
  open: (scope) => reviewed(scope, "open", ""),
};

/**
 * Sets one mark on several intents of a tenant, on all or on none.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if another person acted on one of them
 */
export async function markIntents(scope: UserScope, { mark, ...those }: MarkIntents): Promise<Marked> {
  const acted = await setFacts(scope, those, MARKS[mark](scope));
  return { mark, actIds: acted.map(({ actId }) => actId) };
}
