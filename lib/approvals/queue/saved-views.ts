import { recordChange } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { change, isUniqueViolation, read, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { COUNT_CAP } from "../types";
import { conditionsOf } from "./conditions";
import { type QueueFilter, queueList } from "./list";
import { SAVED_VIEWS_MAX, type SavedViewLink } from "./types";

/**
 * Keeps a filter of the queue under a name.
 * @throws DomainError VALIDATION_ERROR when the name is taken, CONFLICT when there are SAVED_VIEWS_MAX
 */
export async function saveView(
  scope: UserScope,
  { name, query }: { name: string; query: string },
): Promise<{ id: string; href: string }> {
  const id = newId();
  const kept = canonicalQuery(query);
  return named(name, () =>
    change(scope, async (tx) => {
      const userId = scope.actor.id;
      // One person's views one after the other, so that the limit holds.
      await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`saved_views:${userId}`}, 0))`;
      if ((await tx.savedView.count({ where: { userId } })) >= SAVED_VIEWS_MAX) {
        throw new DomainError(
          "CONFLICT",
          `You have ${SAVED_VIEWS_MAX} saved views, the most you can have. Nothing was saved; delete one first.`,
        );
      }
      const view = await tx.savedView.create({
        data: { id, userId, name, query: kept, createdAt: await databaseNow(tx) },
      });
      await recordChange(tx, scope, "view.saved", null, view, { subject: aboutView(id) });
      return { id, href: `/approvals?${kept}` };
    }),
  );
}

/** @throws DomainError NOT_FOUND for anybody else's, VALIDATION_ERROR when the name is taken */
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

/** @throws DomainError NOT_FOUND for anybody else's */
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

/** The person's own views of the queue with what each finds now. */
export function listSavedViews(scope: UserScope): Promise<SavedViewLink[]> {
  return read(scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ views: StoredView[] }[]>`select ${savedViews(scope)} as views`;
    return countSavedViews(tx, scope, row?.views ?? []);
  });
}

export type StoredView = { id: string; name: string; query: string };

/** The person's own views as one column, for a statement that asks other facts too. */
export function savedViews(scope: UserScope): Prisma.Sql {
  return Prisma.sql`(
    select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'query', v.query) order by v.created_at, v.id), '[]')
    from (select * from saved_views where user_id = ${scope.actor.id}::uuid
          order by created_at, id limit ${SAVED_VIEWS_MAX}::int) v)`;
}

/** What each of these views finds now, counted up to COUNT_CAP, in one statement. */
export async function countSavedViews(
  tx: Tx,
  scope: UserScope,
  views: readonly StoredView[],
): Promise<SavedViewLink[]> {
  if (views.length === 0) return [];
  const counts = views.map(({ query }) => {
    const { tenants, where } = conditionsOf(scope, filterOf(query));
    return Prisma.sql`(select count(*)::int from (
      select 1 from approvals a where a.tenant_id = any(${tenants}) and ${where("a")} limit ${COUNT_CAP}::int) found)`;
  });
  const [row] = await tx.$queryRaw<{ counts: number[] }[]>`select array[${Prisma.join(counts)}] as counts`;
  return views.map(({ id, name, query }, index) => ({
    id,
    name,
    href: `/approvals?${query}`,
    count: row?.counts[index] ?? 0,
  }));
}

/** A query string of the queue reduced to its filters. */
export function canonicalQuery(query: string): string {
  return queryOf(filterOf(query));
}

/** A filter as it is kept: without its page, in one order, so that equal views have equal texts. */
export function queryOf(filter: QueueFilter): string {
  return new URLSearchParams(queueList.entries(filter)).toString();
}

/** The filter a saved query stands for. */
function filterOf(query: string): QueueFilter {
  return queueList.parse(Object.fromEntries(new URLSearchParams(query))).filter;
}
