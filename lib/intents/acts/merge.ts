import { recordActivity } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { countIntents } from "../figures";
import { RATIONALE_JUDGES } from "../runs/types";
import { anchorIntents, type Changed, measureIntent, placeTemplates } from "./members";
import type { MergeIntents } from "./schema";
import { keepAct, lockOwnIntents, nextRevision, ofTenant, whyNot } from "./snapshots";
import type { Acted } from "./types";

type StoredRow = Record<string, unknown> & { id: string };

/** Changes of a merge, split or move, for undo. */
export type MembersBefore = {
  intents: StoredRow[];
  templates: Changed[];
  links: StoredRow[];
};

/**
 * Merges intents into another one. Their rationales belong to it now and in later groupings, and
 * old links redirect to it.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if an intent would be merged into itself,
 * STALE_VIEW
 */
export async function mergeIntents(
  scope: UserScope,
  { tenantId, id, revision, others }: MergeIntents,
): Promise<Acted> {
  requireRole(scope, ...RATIONALE_JUDGES);
  const ids = [...new Set(others.map((one) => one.id))];
  if (ids.includes(id))
    throw new DomainError("CONFLICT", "An intent cannot be merged into itself. Nothing was changed.");
  return change(scope, async (tx) => {
    await lockOwnIntents(tx, scope, tenantId);
    const into = await nextRevision(tx, scope, { tenantId, id, revision });
    const gone = await takeOut(tx, scope, tenantId, others);
    const missing = ids.find((one) => !gone.some((row) => row.id === one));
    if (missing) throw await whyNot(tx, scope, { tenantId, id: missing });
    const anchors = await anchorIntents(tx, scope, tenantId, [id]);
    const which = Prisma.sql`t.intent_id = any(${ids}::uuid[])`;
    const moved = await placeTemplates(tx, scope, { tenantId, into: id, which });
    const links = await unlinkWithin(tx, tenantId, id);
    const former = gone.map((row) => ({ id: row.id, name: nameOf(row) }));
    await leadOn(tx, tenantId, { from: former, to: id, why: "merged" });
    await measureIntent(tx, tenantId, id);
    await countIntents(tx, tenantId, { intents: [id, ...ids] });
    const names = gone.map(nameOf);
    const before: MembersBefore = { intents: gone, templates: [...anchors, ...moved], links };
    const says = { other: names.join(", "), rationales: moved.length };
    const otherId = ids.length === 1 ? ids[0] : undefined;
    const actId = await keepAct(tx, scope, {
      ...{ tenantId, intentId: id, kind: "merge", says, before },
      ...(otherId ? { otherId } : {}),
    });
    const details = { name: into.name, merged: names.join(", "), rationales: moved.length };
    await recordActivity(tx, scope, "intent.merged", { kind: "intent", id, tenantId }, details);
    return { id, revision: into.revision, actId };
  });
}

const nameOf = ({ given_name: given, name }: StoredRow) => String(given ?? name);

/** Deletes intents whose revision the person saw. */
async function takeOut(
  tx: Tx,
  scope: UserScope,
  tenantId: string,
  others: MergeIntents["others"],
): Promise<StoredRow[]> {
  const rows = await tx.$queryRaw<{ row: StoredRow }[]>`
    delete from intents i using jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as r(id uuid, revision int)
    where ${ofTenant(scope, tenantId)} and i.id = r.id and i.revision = r.revision
    returning to_jsonb(i) as row`;
  return rows.map(({ row }) => row);
}

/** Deletes "different" links between rationales that a person put into one intent. */
export async function unlinkWithin(tx: Tx, tenantId: string, id: string): Promise<StoredRow[]> {
  const rows = await tx.$queryRaw<{ row: StoredRow }[]>`
    delete from intent_links l using rationale_templates a, rationale_templates b
    where l.tenant_id = ${tenantId}::uuid and l.kind = 'apart'
      and a.tenant_id = l.tenant_id and a.id = l.a_id and a.intent_id = ${id}::uuid
      and b.tenant_id = l.tenant_id and b.id = l.b_id and b.intent_id = ${id}::uuid
    returning to_jsonb(l) as row`;
  return rows.map(({ row }) => row);
}

/** Redirects links and families of deleted intents to another one. */
export async function leadOn(
  tx: Tx,
  tenantId: string,
  { from, to, why }: { from: readonly { id: string; name: string }[]; to: string; why: "merged" | "undone" },
): Promise<void> {
  await tx.$executeRaw`
    insert into former_intents (tenant_id, id, name, to_id, why)
    select ${tenantId}::uuid, f.id, f.name, ${to}::uuid, ${why} from jsonb_to_recordset(${JSON.stringify(from)}::jsonb) as f(id uuid, name text)
    on conflict (tenant_id, id) do update set to_id = excluded.to_id, why = excluded.why, gone_at = clock_timestamp()`;
  for (const { id } of from)
    await tx.$executeRaw`
      update intents i set families = array_replace(i.families, ${id}::uuid, ${to}::uuid)
      where i.tenant_id = ${tenantId}::uuid and ${id}::uuid = any(i.families)`;
}
