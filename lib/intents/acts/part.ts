import { recordActivity } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { namesOf } from "@/lib/language/clusters/naming";
import { SHOWN_NAME } from "../columns";
import { countIntents } from "../figures";
import { RATIONALE_JUDGES } from "../runs/types";
import { anchorIntents, type Changed, measureIntent, placeTemplates, pointsOf } from "./members";
import { type MembersBefore, unlinkWithin } from "./merge";
import type { MoveRationales, SplitIntent } from "./schema";
import { keepAct, lockOwnIntents, nextRevision, ofTenant, whyNot } from "./snapshots";
import type { Acted } from "./types";

const elsewhere = () =>
  new DomainError(
    "CONFLICT",
    "Some of these rationales belong to another intent by now. Nothing was changed; read the page again.",
  );

/** Moves rationales to another intent. At least one has to stay. */
async function takeFrom(
  tx: Tx,
  scope: UserScope,
  {
    tenantId,
    id,
    into,
    templateIds,
  }: { tenantId: string; id: string; into: string; templateIds: readonly string[] },
): Promise<Changed[]> {
  const ids = [...new Set(templateIds)];
  const which = Prisma.sql`t.intent_id = ${id}::uuid and t.id = any(${ids}::uuid[])`;
  const moved = await placeTemplates(tx, scope, { tenantId, into, which });
  if (moved.length < ids.length) throw elsewhere();
  const [left] = await tx.$queryRaw<{ some: boolean }[]>`
    select exists (select 1 from rationale_templates t where t.tenant_id = ${tenantId}::uuid and t.intent_id = ${id}::uuid) as some`;
  if (!left?.some)
    throw new DomainError(
      "CONFLICT",
      "These are all rationales of the intent. Merge it into the other one, or rename it. Nothing was changed.",
    );
  return moved;
}

/**
 * Splits rationales off into a new intent. Later groupings keep the two apart, with their current
 * rationales.
 * @returns the new intent
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if a rationale moved meanwhile or none would
 * be left, STALE_VIEW
 */
export async function splitIntent(
  scope: UserScope,
  { tenantId, id, revision, templateIds }: SplitIntent,
): Promise<Acted> {
  requireRole(scope, ...RATIONALE_JUDGES);
  const into = newId();
  return change(scope, async (tx) => {
    await lockOwnIntents(tx, scope, tenantId);
    const from = await nextRevision(tx, scope, { tenantId, id, revision });
    await tx.$executeRaw`
      insert into intents (tenant_id, id, name, keywords, medoid_id, middle, model, families, map_x, map_y)
      select i.tenant_id, ${into}::uuid, i.name, i.keywords, i.medoid_id, i.middle, i.model, i.families,
             i.map_x + case when i.map_x < 0.5 then 0.04 else -0.04 end, i.map_y
      from intents i where ${ofTenant(scope, tenantId)} and i.id = ${id}::uuid`;
    const moved = await takeFrom(tx, scope, { tenantId, id, into, templateIds });
    const rest = Prisma.sql`t.intent_id = ${id}::uuid and t.placed_by is null`;
    const stayed = await placeTemplates(tx, scope, { tenantId, into: id, which: rest });
    const links = await unlinkWithin(tx, tenantId, into);
    const name = await nameSplit(tx, tenantId, { id: into, from: id });
    await measureIntent(tx, tenantId, into);
    await measureIntent(tx, tenantId, id);
    await countIntents(tx, tenantId, { intents: [id, into] });
    const before: MembersBefore = { intents: [], templates: [...stayed, ...moved], links };
    const says = { other: name, rationales: moved.length };
    const act = { tenantId, intentId: id, otherId: into, kind: "split" as const, says, before };
    const actId = await keepAct(tx, scope, act);
    const details = { name: from.name, other: name, rationales: moved.length };
    await recordActivity(tx, scope, "intent.split", { kind: "intent", id, tenantId }, details);
    return { id: into, revision: 1, actId };
  });
}

/** Names the new intent by the words that distinguish it from the rest. */
async function nameSplit(tx: Tx, tenantId: string, of: { id: string; from: string }): Promise<string> {
  const [own, rest] = [await pointsOf(tx, tenantId, of.id), await pointsOf(tx, tenantId, of.from)];
  const [naming] = namesOf([own, rest]);
  if (!naming) throw new Error("two groups have no name");
  await tx.$executeRaw`
    update intents i set name = ${naming.name}, keywords = ${naming.keywords}::text[]
    where i.tenant_id = ${tenantId}::uuid and i.id = ${of.id}::uuid`;
  return naming.name;
}

/**
 * Moves rationales to another intent, now and in later groupings.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if a rationale moved meanwhile or none would
 * be left, STALE_VIEW
 */
export async function moveRationales(
  scope: UserScope,
  { tenantId, id, revision, templateIds, toId }: MoveRationales,
): Promise<Acted> {
  requireRole(scope, ...RATIONALE_JUDGES);
  if (toId === id)
    throw new DomainError("CONFLICT", "They belong to this intent already. Nothing was changed.");
  return change(scope, async (tx) => {
    await lockOwnIntents(tx, scope, tenantId);
    const from = await nextRevision(tx, scope, { tenantId, id, revision });
    const [to] = await tx.$queryRaw<{ name: string }[]>`
      update intents i set revision = i.revision + 1 where ${ofTenant(scope, tenantId)} and i.id = ${toId}::uuid
      returning ${SHOWN_NAME} as name`;
    if (!to) throw await whyNot(tx, scope, { tenantId, id: toId });
    const there = await anchorIntents(tx, scope, tenantId, [toId]);
    const moved = await takeFrom(tx, scope, { tenantId, id, into: toId, templateIds });
    const here = await anchorIntents(tx, scope, tenantId, [id]);
    const links = await unlinkWithin(tx, tenantId, toId);
    for (const one of [id, toId]) await measureIntent(tx, tenantId, one);
    await countIntents(tx, tenantId, { intents: [id, toId] });
    const before: MembersBefore = { intents: [], templates: [...here, ...there, ...moved], links };
    const says = { other: to.name, rationales: moved.length };
    const act = { tenantId, intentId: id, otherId: toId, kind: "move" as const, says, before };
    const actId = await keepAct(tx, scope, act);
    const details = { name: from.name, other: to.name, rationales: moved.length };
    await recordActivity(tx, scope, "intent.moved", { kind: "intent", id, tenantId }, details);
    return { id, revision: from.revision, actId };
  });
}
