import { recordActivity } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { RATIONALE_JUDGES } from "../runs/types";
import { anchorIntent } from "./members";
import type { MarkIntent, RenameIntent, ReviewIntent } from "./schema";
import { goesOnFrom, keepAct, lockOwnIntents, ofTenant, type Target, whyNot } from "./snapshots";
import type { Acted, ActKind, ActSays } from "./types";

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

/** Sets facts about an intent. It keeps its id in later groupings, so the facts stay with it. */
async function setFact(scope: UserScope, target: Target, { kind, set, says, action }: Fact): Promise<Acted> {
  requireRole(scope, ...RATIONALE_JUDGES);
  const { tenantId, id } = target;
  return change(scope, async (tx) => {
    await lockOwnIntents(tx, scope, tenantId);
    const revision = await goesOnFrom(tx, scope, target);
    const [row] = await tx.$queryRaw<(FactBefore & { revision: number; name: string })[]>`
      update intents i set ${set}, revision = o.revision + 1 from intents o
      where ${ofTenant(scope, tenantId)} and i.id = ${id}::uuid and i.revision = ${revision}::int
        and o.tenant_id = i.tenant_id and o.id = i.id and o.revision = i.revision
      returning ${factsBefore(kind)}, i.revision, coalesce(o.given_name, o.name) as name`;
    if (!row) throw await whyNot(tx, scope, { tenantId, id });
    await anchorIntent(tx, scope, tenantId, id);
    const { before, after, name } = row;
    const actId = await keepAct(tx, scope, {
      ...{ tenantId, intentId: id, kind, says },
      before: { before, after } satisfies FactBefore,
    });
    await recordActivity(tx, scope, action, { kind: "intent", id, tenantId }, { name, ...said(says) });
    return { id, revision: row.revision, actId };
  });
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

/**
 * Pins or unpins an intent at the top of the list.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if another person acted on it
 */
export function pinIntent(scope: UserScope, { on, ...target }: MarkIntent): Promise<Acted> {
  const set = Prisma.sql`pinned_at = case when ${on}::boolean then clock_timestamp() end`;
  const action = on ? "intent.pinned" : "intent.unpinned";
  return setFact(scope, target, { kind: "pin", set, says: { on }, action });
}

/**
 * Hides an intent from the list and the weekly view, or shows it again. Its calls still count.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if another person acted on it
 */
export function ignoreIntent(scope: UserScope, { on, ...target }: MarkIntent): Promise<Acted> {
  const set = Prisma.sql`ignored_at = case when ${on}::boolean then clock_timestamp() end`;
  const action = on ? "intent.ignored" : "intent.unignored";
  return setFact(scope, target, { kind: "ignore", set, says: { on }, action });
}

/**
 * Marks an intent as reviewed, actioned or open, with a note.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if another person acted on it
 */
export function reviewIntent(scope: UserScope, { review, note, ...target }: ReviewIntent): Promise<Acted> {
  const by = review === "open" ? null : scope.actor.id;
  const set = Prisma.sql`review = ${review}, review_note = ${note || null}, reviewed_by = ${by}::uuid,
    reviewed_at = case when ${review} <> 'open' then clock_timestamp() end,
    reviewed_calls = case when ${review} <> 'open' then o.calls end`;
  const says = { said: review, note: note || null };
  return setFact(scope, target, { kind: "review", set, says, action: "intent.reviewed" });
}
