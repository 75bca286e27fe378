import { recordActivity, recordChange } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { Role, UserScope } from "@/lib/core/scope";
import { newToken } from "@/lib/core/secrets";
import { sha256 } from "@/lib/core/sha256";
import type { UserLink } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { assertStillAdmin, getUser, lockPeople, tenantIds } from "./commands";
import type { Invite } from "./schema";
import type { Invitation } from "./types";

// One-time links from administrators: invitations and password links. Only the hash of the secret
// is stored, so a link is shown once.

const LISTED_MAX = 200;

export type LinkKind = "invitation" | "password";

export type IssuedLink = { id: string; secret: string; email: string; expiresAt: Date };

/**
 * Invites a person by a link that works once.
 * @throws DomainError CONFLICT when they have an account or an open invitation, NOT_FOUND for an
 * unknown tenant, FORBIDDEN
 */
export async function invite(scope: UserScope, input: Invite): Promise<IssuedLink> {
  assertMayAdministerAll(scope, "invite people");
  const { email, role, tenants, days } = input;
  return change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    if (await tx.user.findUnique({ where: { email }, select: { id: true } })) {
      throw new DomainError(
        "CONFLICT",
        `${email} already has an account. No invitation was made; change that account.`,
      );
    }
    const open = await tx.userLink.count({
      where: { kind: "invitation", email, usedAt: null, revokedAt: null },
    });
    if (open > 0) {
      throw new DomainError(
        "CONFLICT",
        `${email} is already invited. No second invitation was made; renew the first one to get a new link.`,
      );
    }
    const ids = tenants === null ? [] : await tenantIds(tx, tenants);
    const { link, row } = await issue(tx, scope, {
      kind: "invitation",
      email,
      role,
      tenants: ids,
      userId: null,
      days,
    });
    await recordChange(tx, scope, "invitation.created", null, row, { facts: { tenants: tenants ?? "all" } });
    return link;
  });
}

export async function listInvitations(scope: UserScope): Promise<Invitation[]> {
  assertMayAdministerAll(scope, "see invitations");
  return read(
    scope,
    (tx) => tx.$queryRaw<Invitation[]>`
      select l.id, l.email, l.role::text as role, l.created_by as "createdBy", l.created_at as "createdAt",
        l.expires_at as "expiresAt", l.expires_at <= clock_timestamp() as expired,
        case when l.all_tenants then null else array(select t.key from tenants t where t.id = any(l.tenant_ids) order by t.key)
          end as tenants
      from user_links l where l.kind = 'invitation' and l.used_at is null and l.revoked_at is null
      order by l.id desc limit ${LISTED_MAX}`,
  );
}

/**
 * Replaces the link and expiry of an invitation; the old link stops working. The caller becomes its
 * author.
 * @throws DomainError NOT_FOUND when it was used or revoked, FORBIDDEN
 */
export async function renewInvitation(scope: UserScope, id: string, days: number): Promise<IssuedLink> {
  assertMayAdministerAll(scope, "invite people");
  const secret = newToken("");
  return change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    const before = isId(id) ? await tx.userLink.findUnique({ where: { id } }) : null;
    const [row] = isId(id)
      ? await tx.$queryRaw<{ email: string; expiresAt: Date }[]>`
          update user_links set hash = ${sha256(secret)}, created_by = ${scope.actor.name}, created_by_id = ${scope.actor.id}::uuid,
            expires_at = clock_timestamp() + make_interval(days => ${days}::int)
          where id = ${id}::uuid and kind = 'invitation' and used_at is null and revoked_at is null
          returning email, expires_at as "expiresAt"`
      : [];
    if (!row) throw gone();
    const after = await tx.userLink.findUnique({ where: { id } });
    const facts = { email: row.email };
    await recordChange(tx, scope, "invitation.renewed", before, after, { facts });
    return { id, secret, ...row };
  });
}

/**
 * Revokes an invitation or a password link.
 * @throws DomainError NOT_FOUND when it was used or revoked before, FORBIDDEN
 */
export async function revokeLink(scope: UserScope, id: string): Promise<{ id: string }> {
  assertMayAdministerAll(scope, "revoke links");
  return change(scope, async (tx) => {
    const [row] = isId(id)
      ? await tx.$queryRaw<{ kind: LinkKind; email: string; userId: string | null }[]>`
          update user_links set revoked_at = clock_timestamp()
          where id = ${id}::uuid and used_at is null and revoked_at is null
          returning kind, email, user_id as "userId"`
      : [];
    if (!row) throw gone();
    const about = row.userId ? { kind: "user", id: row.userId } : { kind: "invitation", id };
    const action = row.kind === "invitation" ? "invitation.withdrawn" : "user.password_link_withdrawn";
    await recordActivity(tx, scope, action, about, { email: row.email });
    return { id };
  });
}

/**
 * Creates a link to set a new password; an earlier one stops working. Nothing else changes until
 * its use.
 * @throws DomainError CONFLICT for a disabled person, NOT_FOUND, FORBIDDEN
 */
export async function createPasswordLink(
  scope: UserScope,
  userId: string,
  days: number,
): Promise<IssuedLink> {
  assertMayAdministerAll(scope, "reset passwords");
  return change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    const { email, disabledAt } = await getUser(tx, userId);
    if (disabledAt) {
      throw new DomainError("CONFLICT", `${email} is switched off. No link was made; switch them on first.`);
    }
    await tx.$executeRaw`
      update user_links set revoked_at = clock_timestamp()
      where kind = 'password' and email = ${email} and used_at is null and revoked_at is null`;
    const { link, row } = await issue(tx, scope, {
      kind: "password",
      email,
      role: null,
      tenants: [],
      userId,
      days,
    });
    const subject = { kind: "user", id: userId };
    await recordChange(tx, scope, "user.password_link_created", null, row, { subject });
    return link;
  });
}

type NewLink = {
  kind: LinkKind;
  email: string;
  role: Role | null;
  tenants: readonly string[];
  userId: string | null;
  days: number;
};

type Issued = { link: IssuedLink; row: UserLink };

async function issue(tx: Tx, { actor }: UserScope, link: NewLink): Promise<Issued> {
  const id = newId();
  const secret = newToken("");
  const { kind, email, role, tenants, userId, days } = link;
  await tx.$executeRaw`
    insert into user_links (id, kind, hash, email, role, all_tenants, tenant_ids, user_id, created_by,
                              created_by_id, expires_at)
    values (${id}::uuid, ${kind}, ${sha256(secret)}, ${email}, ${role}::role, ${tenants.length === 0}, ${[...tenants]}::uuid[],
            ${userId}::uuid, ${actor.name}, ${actor.id}::uuid, clock_timestamp() + make_interval(days => ${days}::int))`;
  const row = await tx.userLink.findUniqueOrThrow({ where: { id } });
  return { link: { id, secret, email, expiresAt: row.expiresAt }, row };
}

function gone(): DomainError {
  return new DomainError(
    "NOT_FOUND",
    "This link was used or revoked meanwhile. Nothing was changed; look at the list again.",
  );
}
