import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { takeProviderGroups } from "../groups/commands";
import { assertNotLastAdmin, assertStillAdmin, getUser, lockPeople } from "../people/commands";
import { revokeTokensOf } from "../people/revocation";
import { deleteSessions } from "../sessions/commands";
import type { LinkEnd } from "./types";

// Row types of identities: they record whether the person's role came from the provider's groups.
// Without such a group later, that person loses access; a manual role stays.
export const LINKED = "oidc";

export const LINKED_WITH_ROLE = "oidc:role";

/** A subject is unique only within its issuer. */
export type Subject = { issuer: string; subject: string };

export async function findLink(tx: Tx, identity: Subject) {
  return tx.account.findFirst({
    where: { provider: { in: [LINKED, LINKED_WITH_ROLE] }, providerAccountId: accountIdOf(identity) },
    include: { user: true },
  });
}

/** Whether a person has an identity at this issuer; those at former issuers do not work. */
export async function hasLinkAt(tx: Tx, issuer: string, userId: string): Promise<boolean> {
  const where = { userId, providerAccountId: { startsWith: `${issuer}#` } };
  return (await tx.account.count({ where })) > 0;
}

/**
 * Inserts a link in the caller's transaction.
 * @returns the activity for the caller to record
 */
export async function insertLink(
  tx: Tx,
  identity: Subject,
  person: { id: string; email: string },
  provider = LINKED,
): Promise<ActivityEntry> {
  const { id: userId, email } = person;
  await tx.account.create({ data: { provider, providerAccountId: accountIdOf(identity), userId } });
  const { issuer, subject } = identity;
  const about = { kind: "user", id: userId };
  return { action: "user.identity_linked", subject: about, details: { email, issuer, subject } };
}

/**
 * Links an identity, just proved at the provider, to the signed-in person. Ignores its address. The
 * provider's groups set the role from the first sign-in with it.
 */
export async function linkIdentity(scope: UserScope, identity: Subject): Promise<LinkEnd> {
  return change(scope, async (tx) => {
    await lockPeople(tx);
    const { id, email } = await getUser(tx, scope.actor.id);
    const known = await findLink(tx, identity);
    if (known && known.userId !== id) return "taken";
    if (known || (await hasLinkAt(tx, identity.issuer, id))) return "already";
    await recordActivities(tx, scope, [await insertLink(tx, identity, { id, email })]);
    return "linked";
  });
}

/**
 * Removes a person's links to the identity provider, with the sessions and tokens that may come
 * from them.
 * @throws DomainError CONFLICT without a link, or when the last administrator could not sign in any
 * more; FORBIDDEN, NOT_FOUND
 */
export async function endIdentityLink(scope: UserScope, userId: string): Promise<object> {
  assertMayAdministerAll(scope, "end a link to single sign-on");
  return change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    const user = await getUser(tx, userId);
    const links = await tx.account.findMany({ where: { userId } });
    if (links.length === 0) {
      throw new DomainError("CONFLICT", "This person is not linked to single sign-on. Nothing was changed.");
    }
    if (user.passwordHash === null || env().PASSWORD_SIGN_IN === "off") await assertNotLastAdmin(tx, userId);
    await tx.account.deleteMany({ where: { userId } });
    const identities = links.map(({ providerAccountId }) => providerAccountId);
    const { deeds } = await deleteSessions(tx, scope, userId, userId === scope.actor.id);
    // The provider's group claims end with the link.
    const left = await takeProviderGroups(tx, userId, []);
    const ended = [...deeds, ...(await revokeTokensOf(tx, userId)), ...left];
    const subject = { kind: "user", id: userId };
    const deed = { action: "user.identity_ended", subject, details: { identities } };
    await recordActivities(tx, scope, [deed, ...ended]);
    return {};
  });
}

function accountIdOf({ issuer, subject }: Subject): string {
  return `${issuer}#${subject}`;
}
