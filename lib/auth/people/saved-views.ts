import { recordChange } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { change, isUniqueViolation, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { SAVED_VIEWS_MAX, type SavedList } from "./types";

export type StoredView = { id: string; name: string; list: SavedList; query: string };

/**
 * Saves a filter of a list under a name. `query` is normalized by the list: equal filters are equal
 * texts.
 * @throws DomainError VALIDATION_ERROR when the name is taken, CONFLICT when there are
 * SAVED_VIEWS_MAX
 */
export async function keepView(
  scope: UserScope,
  { name, list, query }: Omit<StoredView, "id">,
): Promise<{ id: string; href: string }> {
  const id = newId();
  return named(name, () =>
    change(scope, async (tx) => {
      const userId = scope.actor.id;
      // Serializes one person's views, so that the limit holds.
      await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`saved_views:${userId}`}, 0))`;
      if ((await tx.savedView.count({ where: { userId } })) >= SAVED_VIEWS_MAX) {
        throw new DomainError(
          "CONFLICT",
          `You have ${SAVED_VIEWS_MAX} saved views, the most you can have. Nothing was saved; delete one first.`,
        );
      }
      const view = await tx.savedView.create({
        data: { id, userId, name, list, query, createdAt: await databaseNow(tx) },
      });
      await recordChange(tx, scope, "view.saved", null, view, { subject: aboutView(id) });
      return { id, href: hrefOf({ list, query }) };
    }),
  );
}

/** @throws DomainError NOT_FOUND for another person's, VALIDATION_ERROR when the name is taken */
export async function renameView(
  scope: UserScope,
  { id, name }: { id: string; name: string },
): Promise<object> {
  return named(name, () =>
    change(scope, async (tx) => {
      const where = { id, userId: scope.actor.id };
      const before = await tx.savedView.findFirst({ where });
      const [after] = await tx.savedView.updateManyAndReturn({ where, data: { name } });
      if (!after) throw noSuchView();
      await recordChange(tx, scope, "view.renamed", before, after, { subject: aboutView(id) });
      return {};
    }),
  );
}

/** @throws DomainError NOT_FOUND for another person's */
export async function deleteView(scope: UserScope, id: string): Promise<object> {
  return change(scope, async (tx: Tx) => {
    const where = { id, userId: scope.actor.id };
    const before = await tx.savedView.findFirst({ where });
    const gone = await tx.savedView.deleteMany({ where });
    if (gone.count === 0) throw noSuchView();
    await recordChange(tx, scope, "view.deleted", before, null, { subject: aboutView(id) });
    return {};
  });
}

async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalid("/name", "taken", `You have a view called ${name} already. Nothing was saved.`);
  }
}

const aboutView = (id: string) => ({ kind: "saved_view", id });

function noSuchView(): DomainError {
  return new DomainError("NOT_FOUND", "This view is gone already. Nothing was changed.");
}

export function hrefOf({ list, query }: Pick<StoredView, "list" | "query">): string {
  return `/${list}?${query}`;
}

/** The person's own views as one column, for a statement that asks other facts too. */
export function savedViews(scope: UserScope): Prisma.Sql {
  return Prisma.sql`(
    select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'list', v.list, 'query', v.query)
                             order by v.created_at, v.id), '[]')
    from (select * from saved_views where user_id = ${scope.actor.id}::uuid
          order by created_at, id limit ${SAVED_VIEWS_MAX}::int) v)`;
}

/** The person's view with exactly this filter, as one column; null without one. */
export function savedHere(scope: UserScope, list: SavedList, query: string): Prisma.Sql {
  return Prisma.sql`(
    select json_build_object('id', v.id, 'name', v.name) from saved_views v
    where v.user_id = ${scope.actor.id}::uuid and v.list = ${list} and v.query = ${query} order by v.created_at limit 1)`;
}
