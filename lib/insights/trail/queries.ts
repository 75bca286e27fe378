import { namesOfAction } from "@/lib/activity/wire";
import { readList, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { chainsOf, type OwnerColumns, ownerOf } from "./chains";
import type { ActivityFilter } from "./filter";
import { labelSubjects } from "./labels";
import { trailList } from "./list";
import type { ActivityActor, ActivityRow, ChainOwner } from "./types";

// Filter options come from each chain's newest rows: a list of all actors would read the whole
// trail.
const ACTORS_FROM_ROWS = 200;

const ACTORS_MAX = 200;

type ActivityPlace = readonly [at: Date, tenantId: string, seq: string];

type ActivityPage = { rows: ActivityRow[]; nextCursor: string | null };

/**
 * A page of the trail, newest first, over every chain that the scope may see.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listActivity(
  scope: Scope,
  filter: ActivityFilter,
  page: { limit: number; cursor?: string },
): Promise<ActivityPage> {
  const after = trailList.cursor.read(page.cursor);
  return readList(scope, async (tx) => {
    const found = await readRows(tx, scope, filter, { after, limit: page.limit + 1 });
    const shown = trailList.cursor.page(found, page.limit, (row) => [row.at, row.tenantId, row.seq]);
    const labels = await labelSubjects(tx, scope, shown.rows);
    const rows = shown.rows.map(({ ownerKey, ownerName, removed, ...row }) => ({
      ...row,
      owner: ownerOf({ tenantId: row.tenantId, ownerKey, ownerName, removed }),
      subjectLabel: labels.get(`${row.subjectKind}:${row.subjectId}`) ?? null,
    }));
    return { ...shown, rows };
  });
}

type StoredRow = Omit<ActivityRow, "owner" | "subjectLabel"> & OwnerColumns;

function readRows(
  tx: Tx,
  scope: Scope,
  filter: ActivityFilter,
  { after, limit }: { after: ActivityPlace | null; limit: number },
): Promise<StoredRow[]> {
  return tx.$queryRaw<StoredRow[]>`
    select c.id as "tenantId", c.key as "ownerKey", c.name as "ownerName", c.removed, r.seq::text as seq, r.at,
           r.actor_kind as "actorKind", r.actor_id as "actorId", r.actor_name as "actorName", r.action,
           r.subject_kind as "subjectKind", r.subject_id as "subjectId", r.details, r.hash
    from (${chainsOf(scope, filter.tenant)}) c (id, key, name, removed) cross join lateral (
      select * from activity a where a.tenant_id = c.id ${conditions(filter, after)}
      order by a.at desc, a.seq desc limit ${limit}) r
    order by r.at desc, c.id desc, r.seq desc limit ${limit}`;
}

function conditions(filter: ActivityFilter, after: ActivityPlace | null): Prisma.Sql {
  const at = after?.[0].toISOString();
  const parts = [
    actorIs(filter.actor),
    actionIs(filter.action),
    subjectIs(filter.subject),
    filter.since === undefined ? null : Prisma.sql`a.at >= ${filter.since}::timestamptz`,
    filter.until === undefined ? null : Prisma.sql`a.at < ${filter.until}::timestamptz`,
    // The first half can use an index.
    after === null
      ? null
      : Prisma.sql`a.at <= ${at}::timestamptz
          and (a.at, a.tenant_id, a.seq) < (${at}::timestamptz, ${after[1]}::uuid, ${after[2]}::bigint)`,
  ];
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? Prisma.empty : Prisma.sql`and ${Prisma.join(given, " and ")}`;
}

function actorIs(actor: string | undefined): Prisma.Sql | null {
  if (actor === undefined) return null;
  const [kind, name] = [actor.slice(0, 7), actor.slice(7)];
  return kind === "system:"
    ? Prisma.sql`a.actor_id is null and a.actor_name = ${name}`
    : Prisma.sql`a.actor_id = ${actor}`;
}

function actionIs(action: string | undefined): Prisma.Sql | null {
  if (action === undefined) return null;
  return action.includes(".")
    ? Prisma.sql`a.action = any(${namesOfAction(action)})`
    : Prisma.sql`a.action_group = ${action}`;
}

function subjectIs(subject: string | undefined): Prisma.Sql | null {
  if (subject === undefined) return null;
  const colon = subject.indexOf(":");
  return Prisma.sql`a.subject_kind = ${subject.slice(0, colon)} and a.subject_id = ${subject.slice(colon + 1)}`;
}

export async function listActors(scope: Scope): Promise<ActivityActor[]> {
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<{ id: string | null; kind: string; name: string }[]>`
      select distinct on (r.actor_kind, coalesce(r.actor_id, r.actor_name))
             r.actor_id as id, r.actor_kind as kind, r.actor_name as name
      from (${chainsOf(scope)}) c (id, key, name, removed) cross join lateral (
        select * from activity a where a.tenant_id = c.id order by a.at desc, a.seq desc limit ${ACTORS_FROM_ROWS}) r
      order by r.actor_kind, coalesce(r.actor_id, r.actor_name), r.at desc limit ${ACTORS_MAX}`,
  );
  return rows
    .map(({ id, kind, name }) => ({ value: id ?? `system:${name}`, kind, name }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** The chains that a scope may see, by key; the installation's first. */
export async function listChains(scope: Scope): Promise<ChainOwner[]> {
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<OwnerColumns[]>`
      select c.id as "tenantId", c.key as "ownerKey", c.name as "ownerName", c.removed
      from (${chainsOf(scope)}) c (id, key, name, removed) order by c.key nulls first, c.removed, c.id`,
  );
  return rows.map(ownerOf);
}
