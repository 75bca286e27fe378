import "server-only";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { SHOWN_NAME } from "../columns";
import { lockIntents } from "../figures";
import type { ActKind, ActSays } from "./types";

export type Seen = { id: string; revision: number };

export type Target = Seen & { tenantId: string };

export const ofTenant = (scope: UserScope, tenantId: string) =>
  Prisma.sql`i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.tenant_id = ${tenantId}::uuid`;

type Act = {
  tenantId: string;
  intentId: string;
  otherId?: string;
  kind: ActKind;
  says: ActSays;
  before: object;
};

/**
 * Stores acts for display and undo.
 * @returns their ids
 */
export async function keepActs(tx: Tx, scope: UserScope, acts: readonly Act[]): Promise<string[]> {
  const rows = acts.map((act) => ({ ...act, id: newId() }));
  await tx.$executeRaw`
    insert into intent_acts (tenant_id, id, intent_id, other_id, kind, says, before, made_by, made_at)
    select r."tenantId", r.id, r."intentId", r."otherId", r.kind, r.says, r.before, ${scope.actor.id}::uuid, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("tenantId" uuid, id uuid, "intentId" uuid, "otherId" uuid, kind text, says jsonb, before jsonb)`;
  return rows.map(({ id }) => id);
}

export async function keepAct(tx: Tx, scope: UserScope, act: Act): Promise<string> {
  const [id = ""] = await keepActs(tx, scope, [act]);
  return id;
}

/**
 * Locks the tenant's intents.
 * @throws DomainError NOT_FOUND outside the scope
 */
export async function lockOwnIntents(tx: Tx, scope: UserScope, tenantId: string): Promise<void> {
  if (!scope.tenants.includes(tenantId)) throw noSuch();
  await lockIntents(tx, tenantId);
}

const noSuch = () =>
  new DomainError(
    "NOT_FOUND",
    "There is no such intent, or it is part of another one by now. Nothing was changed.",
  );

/**
 * The revisions that an act on these intents starts from: the one the person read, or the current
 * one if their own undo was the last change. After an undo the page may still be old. Call it under
 * the lock of the tenant's intents.
 */
export function startingFrom(
  tx: Tx,
  scope: UserScope,
  tenantId: string,
  seen: readonly Seen[],
): Promise<Seen[]> {
  return tx.$queryRaw<Seen[]>`
    select m.id, case when o.own then i.revision else m.revision end as revision
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as m(id uuid, revision int)
    left join intents i on i.tenant_id = ${tenantId}::uuid and i.id = m.id and i.revision > m.revision
    cross join lateral (
      select count(*) = i.revision - m.revision and bool_and(e.by = ${scope.actor.id}::uuid)
             and (array_agg(e.taken order by e.at desc))[1] as own from (
        select e.at, e.by, e.taken from intent_acts a
        cross join lateral (values (a.made_at, a.made_by, false), (a.undone_at, a.undone_by, true)) e(at, by, taken)
        where a.tenant_id = i.tenant_id and (a.intent_id = i.id or a.other_id = i.id) and e.at is not null
        order by e.at desc limit greatest(0, i.revision - m.revision)) e) o`;
}

/** The revision that an act on one intent starts from. */
export async function goesOnFrom(
  tx: Tx,
  scope: UserScope,
  { tenantId, id, revision }: Target,
): Promise<number> {
  const [from] = await startingFrom(tx, scope, tenantId, [{ id, revision }]);
  return from?.revision ?? revision;
}

/**
 * Increments an intent's revision.
 * @throws DomainError NOT_FOUND, STALE_VIEW
 */
export async function nextRevision(
  tx: Tx,
  scope: UserScope,
  target: Target,
): Promise<{ revision: number; name: string }> {
  const { tenantId, id } = target;
  const revision = await goesOnFrom(tx, scope, target);
  const [row] = await tx.$queryRaw<{ revision: number; name: string }[]>`
    update intents i set revision = i.revision + 1
    where ${ofTenant(scope, tenantId)} and i.id = ${id}::uuid and i.revision = ${revision}::int
    returning i.revision, ${SHOWN_NAME} as name`;
  if (!row) throw await whyNot(tx, scope, { tenantId, id });
  return row;
}

/** Why an act on an intent did nothing: it is no more, or another person acted on it. */
export async function whyNot(
  tx: Tx,
  scope: UserScope,
  { tenantId, id }: Pick<Target, "tenantId" | "id">,
): Promise<DomainError> {
  const [row] = await tx.$queryRaw<{ by: string | null; undone: string | null }[]>`
    select (select coalesce(v.name, u.name) from intent_acts a
              left join users u on u.id = a.made_by left join users v on v.id = a.undone_by
            where a.tenant_id = i.tenant_id and (a.intent_id = i.id or a.other_id = i.id)
            order by greatest(a.made_at, a.undone_at) desc limit 1) as by
    from intents i where ${ofTenant(scope, tenantId)} and i.id = ${id}::uuid`;
  if (!row) return noSuch();
  return new DomainError(
    "STALE_VIEW",
    `${row.by ?? "Another user"} changed this intent after you read it. Nothing was changed; read the page again.`,
  );
}
