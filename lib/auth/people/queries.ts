import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { PAGE_ROWS } from "@/lib/core/limits";
import type { SystemScope, UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { groupsOf } from "./groups";
import { type PeopleFilter, peopleList } from "./list";
import type { LinkedIdentity, PersonDetails, PersonListed } from "./types";

const COLUMNS = Prisma.sql`
  u.id, u.name, u.email, u.role::text as role, u.last_sign_in_at as "lastSignInAt", u.created_at as "createdAt",
  u.disabled_at as "disabledAt", u.password_hash is not null as "hasPassword",
  exists (select 1 from accounts a where a.user_id = u.id) as "hasSingleSignOn",
  case when u.all_tenants then null else array(
    select t.key from memberships m join tenants t on t.id = m.tenant_id where m.user_id = u.id order by t.key) end as tenants,
  ${groupsOf(Prisma.raw("u.id"), "at any hour")} as groups`;

const IDENTITIES = Prisma.sql`
  (select coalesce(json_agg(json_build_object('id', a.provider_account_id, 'linkedAt', a.created_at) order by a.created_at), '[]')
   from accounts a where a.user_id = u.id) as identities`;

type LinkRow = { id: string; linkedAt: string };

/**
 * A page of the people who may sign in, by name. For administrators of all tenants.
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR for a foreign cursor
 */
export async function listPeople(
  scope: UserScope | SystemScope,
  filter: PeopleFilter,
): Promise<{ rows: PersonListed[]; nextCursor: string | null }> {
  assertMayAdministerAll(scope, "see all people");
  const found = await read(
    scope,
    (tx) => tx.$queryRaw<PersonListed[]>`
      select ${COLUMNS} from users u where ${Prisma.join(conditionsOf(filter), " and ")}
      order by lower(u.name), u.id limit ${PAGE_ROWS + 1}`,
  );
  return peopleList.cursor.page(found, PAGE_ROWS, (row) => [row.name, row.id]);
}

function conditionsOf({ q, role, state, method, tenant, cursor }: PeopleFilter): Prisma.Sql[] {
  const conditions = [Prisma.sql`true`];
  if (q) {
    const text = q.toLowerCase();
    conditions.push(Prisma.sql`(strpos(lower(u.name), ${text}) > 0 or strpos(u.email, ${text}) > 0)`);
  }
  if (role) conditions.push(Prisma.sql`u.role = ${role}::role`);
  if (state === "off") conditions.push(Prisma.sql`u.disabled_at is not null`);
  if (state === "active")
    conditions.push(Prisma.sql`u.disabled_at is null and u.last_sign_in_at is not null`);
  if (state === "new") conditions.push(Prisma.sql`u.disabled_at is null and u.last_sign_in_at is null`);
  if (method === "password") conditions.push(Prisma.sql`u.password_hash is not null`);
  if (method === "sso") conditions.push(Prisma.sql`exists (select 1 from accounts a where a.user_id = u.id)`);
  if (tenant) {
    conditions.push(Prisma.sql`(u.all_tenants or exists (
      select 1 from memberships m join tenants t on t.id = m.tenant_id where m.user_id = u.id and t.key = ${tenant}))`);
  }
  const after = peopleList.cursor.read(cursor);
  if (after) conditions.push(Prisma.sql`(lower(u.name), u.id) > (lower(${after[0]}), ${after[1]}::uuid)`);
  return conditions;
}

/**
 * One person. For administrators of all tenants.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function getPerson(scope: UserScope, id: string): Promise<PersonDetails> {
  assertMayAdministerAll(scope, "see other people");
  const [person] = isId(id)
    ? await read(
        scope,
        (tx) => tx.$queryRaw<(Omit<PersonDetails, "identities"> & { identities: LinkRow[] })[]>`
          select ${COLUMNS}, ${IDENTITIES},
            u.role = 'admin' and u.all_tenants and u.disabled_at is null and not exists (
              select 1 from users o where o.id <> u.id and o.role = 'admin' and o.all_tenants and o.disabled_at is null)
              as "lastAdmin",
            (select json_build_object('id', l.id, 'expiresAt', l.expires_at, 'createdBy', l.created_by) from user_links l
             where l.user_id = u.id and l.kind = 'password' and l.used_at is null and l.revoked_at is null
               and l.expires_at > clock_timestamp()) as "passwordLink"
          from users u where u.id = ${id}::uuid`,
      )
    : [];
  if (!person) throw new DomainError("NOT_FOUND", "There is no such person. Look at the list again.");
  const link = person.passwordLink;
  const identities = person.identities.map(identityOf);
  return { ...person, identities, passwordLink: link && { ...link, expiresAt: new Date(link.expiresAt) } };
}

export async function getOwnAccount(
  scope: UserScope,
): Promise<Pick<PersonDetails, "hasPassword" | "identities" | "tenants">> {
  const [row] = await read(
    scope,
    (tx) => tx.$queryRaw<(PersonListed & { identities: LinkRow[] })[]>`
      select ${COLUMNS}, ${IDENTITIES} from users u where u.id = ${scope.actor.id}::uuid`,
  );
  if (!row) throw new DomainError("NOT_FOUND", "This account no longer exists.");
  const { hasPassword, tenants } = row;
  return { hasPassword, identities: row.identities.map(identityOf), tenants };
}

/** An issuer is a URL without fragment, so the first # ends it. */
function identityOf({ id, linkedAt }: LinkRow): LinkedIdentity {
  const [issuer = "", ...subject] = id.split("#");
  return { issuer, subject: subject.join("#"), linkedAt: new Date(linkedAt) };
}
