import { type ActivityEntry, changeEntry, recordActivities } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { type Role, systemScope } from "@/lib/core/scope";
import { takeProviderGroups } from "../groups/commands";
import { insertUser, isLastAdmin, lockPeople, nameFrom } from "../people/commands";
import { becomePerson, markUsed, openInvitation } from "../people/link-use";
import { revokeLinksBy } from "../people/revocation";
import { emailSchema } from "../schema";
import { findLink, hasLinkAt, insertLink, LINKED, LINKED_WITH_ROLE, type Subject } from "./identity-link";

const system = systemScope("single sign-on");

export type Identity = Subject & {
  email: unknown;
  emailVerified: unknown;
  name: unknown;
  role: Role | null;
  /** Own groups from the provider's groups; absent: none. */
  groups?: readonly string[];
};

type SignOnResult =
  | { userId: string }
  | {
      refused:
        | "no-access"
        | "email-missing"
        | "email-unverified"
        | "disabled"
        | "has-password"
        | "linked-elsewhere";
    };

/**
 * Finds or creates the person of an identity. A new one needs a verified address. It joins the
 * person with that address if they have neither password nor identity. It creates a person if there
 * is an invitation or a role from groups. All others are refused.
 * @param trust.assumesVerified whether an address is verified if the provider does not say
 */
export async function signOn(identity: Identity, trust = { assumesVerified: false }): Promise<SignOnResult> {
  const verified =
    identity.emailVerified === undefined ? trust.assumesVerified : isTrue(identity.emailVerified);
  const email = emailSchema.safeParse(identity.email);
  return change(system, async (tx) => {
    await lockPeople(tx);
    const known = await findLink(tx, identity);
    if (known) return signOnKnown(tx, known, identity);
    if (!email.success) return { refused: "email-missing" };
    if (!verified) return { refused: "email-unverified" };
    return signOnNew(tx, email.data, identity);
  });
}

type UserRow = { id: string; role: Role; disabledAt: Date | null };

async function signOnKnown(
  tx: Tx,
  { provider, providerAccountId, user }: { provider: string; providerAccountId: string; user: UserRow },
  { role, groups = [] }: Identity,
): Promise<SignOnResult> {
  if (user.disabledAt) return { refused: "disabled" };
  if (role === null && provider === LINKED_WITH_ROLE) {
    await recordActivities(tx, system, await takeProviderGroups(tx, user.id, []));
    return { refused: "no-access" };
  }
  if (role !== null && provider === LINKED) {
    await tx.account.updateMany({
      where: { provider, providerAccountId },
      data: { provider: LINKED_WITH_ROLE },
    });
  }
  const changed = role === null ? [] : await takeRole(tx, user, role);
  await recordActivities(tx, system, [...changed, ...(await takeProviderGroups(tx, user.id, groups))]);
  return { userId: user.id };
}

async function signOnNew(tx: Tx, email: string, identity: Identity): Promise<SignOnResult> {
  const { issuer, role, name, groups = [] } = identity;
  const user = await tx.user.findUnique({ where: { email } });
  if (user?.disabledAt) return { refused: "disabled" };
  if (user && user.passwordHash !== null) return { refused: "has-password" };
  if (user && (await hasLinkAt(tx, issuer, user.id))) return { refused: "linked-elsewhere" };
  const invitation = user ? null : await openInvitation(tx, email);
  const given = role ?? invitation?.role ?? null;
  if (!user && given === null) return { refused: "no-access" };
  const made = user ? null : await makePerson(tx, email, name, given ?? "viewer", invitation);
  const userId = user?.id ?? made?.id ?? "";
  const provider = role === null ? LINKED : LINKED_WITH_ROLE;
  const linked = await insertLink(tx, identity, { id: userId, email }, provider);
  const changed = user && role !== null ? await takeRole(tx, user, role) : [];
  const joined = await takeProviderGroups(tx, userId, groups);
  await recordActivities(tx, system, [...(made ? [made.deed] : []), linked, ...changed, ...joined]);
  return { userId };
}

async function makePerson(
  tx: Tx,
  email: string,
  name: unknown,
  role: Role,
  invitation: Awaited<ReturnType<typeof openInvitation>>,
): Promise<{ id: string; deed: ActivityEntry }> {
  const called = typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, 200) : nameFrom(email);
  if (invitation) {
    // The provider vouches for the address, so the invitation needs no link.
    const joined = await becomePerson(tx, invitation, { name: called, passwordHash: null, role });
    await markUsed(tx, invitation.id, joined.id);
    return joined;
  }
  const user = await insertUser(tx, { email, name: called, role, passwordHash: null, tenantIds: null });
  if (user === null) throw new Error("a person appeared although people are locked");
  return { id: user.id, deed: changeEntry("user.created", null, user, { facts: { tenants: "all" } }) };
}

/**
 * Applies the role from the provider's groups, except to the last administrator.
 * @returns activities to record
 */
async function takeRole(tx: Tx, user: UserRow, role: Role): Promise<ActivityEntry[]> {
  if (user.role === role || (await isLastAdmin(tx, user.id))) return [];
  const after = await tx.user.update({ where: { id: user.id }, data: { role } });
  const ended = user.role === "admin" ? await revokeLinksBy(tx, user.id) : [];
  return [changeEntry("user.role_changed", user, after), ...ended];
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === "true";
}
