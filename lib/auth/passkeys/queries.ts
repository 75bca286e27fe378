import { read } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { Scope, UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdminister, assertMayAdministerAll } from "@/lib/tenants/rules";
import { decidesIn, isDecider } from "../people/deciders";
import { keyDigest } from "./assertion";
import { hasPasskeys } from "./site";
import { NEW_PASSKEY_DAYS, PASSKEYS_MAX, type PasskeyHolders, type PasskeyInfo } from "./types";

const FINGERPRINT_CHARACTERS = 16;

/** The part of a key's digest that people compare. */
function fingerprintOf(publicKey: string): string {
  return keyDigest(publicKey).slice(0, FINGERPRINT_CHARACTERS);
}

export function listOwnPasskeys(scope: UserScope): Promise<PasskeyInfo[]> {
  return passkeysOf(scope, scope.actor.id);
}

/**
 * A person's passkeys, newest first. For administrators of all tenants.
 * @throws DomainError FORBIDDEN
 */
export async function listPasskeysOf(scope: UserScope, userId: string): Promise<PasskeyInfo[]> {
  assertMayAdministerAll(scope, "see other people's passkeys");
  return isId(userId) ? passkeysOf(scope, userId) : [];
}

async function passkeysOf(scope: UserScope, userId: string): Promise<PasskeyInfo[]> {
  const rows = await read(scope, (tx) =>
    tx.passkey.findMany({ where: { userId }, orderBy: { id: "desc" }, take: PASSKEYS_MAX }),
  );
  return rows.map(({ id, name, publicKey, synced, createdAt, lastUsedAt }) => ({
    ...{ id, name, fingerprint: fingerprintOf(publicKey), synced, createdAt, lastUsedAt },
  }));
}

/** SQL value: the oldest recent passkey of another session with an open notice here. */
export function newPasskey({ actor }: UserScope): Prisma.Sql {
  return Prisma.sql`(
    select json_build_object('id', k.id, 'name', k.name, 'at', k.created_at) from passkeys k
    where k.user_id = ${actor.id}::uuid and k.added_in is distinct from ${actor.credentialId}::uuid
      and not exists (select 1 from sessions s where s.id = ${actor.credentialId}::uuid and s.passkeys_noticed_until >= k.created_at)
      and k.created_at > statement_timestamp() - make_interval(days => ${NEW_PASSKEY_DAYS}::int)
    order by k.created_at limit 1)`;
}

const WITHOUT_NAMED = 5;

/** The deciders of a tenant, and how many have a passkey; null if impossible here. */
export async function findPasskeyHolders(scope: UserScope, tenantId: string): Promise<PasskeyHolders | null> {
  if (!hasPasskeys()) return null;
  assertMayAdminister(scope, "see who has a passkey");
  const [row] = await read(
    scope,
    (tx) => tx.$queryRaw<PasskeyHolders[]>`
      with deciders as (
        select u.id, u.name, exists (select 1 from passkeys p where p.user_id = u.id) as has
        from users u where ${decidesIn(Prisma.raw("u"), Prisma.sql`${tenantId}::uuid`)})
      select count(*)::int as deciders, count(*) filter (where has)::int as "withPasskey", array(
        select d.name from deciders d where not d.has order by lower(d.name), d.id limit ${WITHOUT_NAMED}::int) as without
      from deciders`,
  );
  return row ?? null;
}

type ApproverKey = {
  person: string;
  name: string;
  email: string;
  passkey: string;
  credentialId: string;
  publicKey: string;
  createdAt: Date;
};

/**
 * Public keys of the deciders of a tenant, or of all, by person. For administrators of all tenants.
 * @throws DomainError FORBIDDEN
 */
export async function listApproverKeys(scope: Scope, tenant?: string): Promise<ApproverKey[]> {
  assertMayAdministerAll(scope, "see the keys of all people");
  return read(
    scope,
    (tx) => tx.$queryRaw<ApproverKey[]>`
      select u.id as person, u.name, u.email, p.name as passkey, p.credential_id as "credentialId", p.public_key as "publicKey",
             p.created_at as "createdAt"
      from passkeys p join users u on u.id = p.user_id
      where ${isDecider(Prisma.raw("u"))} and (${tenant ?? null}::text is null or u.all_tenants or exists (
        select 1 from memberships m join tenants t on t.id = m.tenant_id where m.user_id = u.id and t.key = ${tenant ?? null}))
      order by u.email, p.id`,
  );
}
