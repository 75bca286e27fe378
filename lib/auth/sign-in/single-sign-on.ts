import { recordActivity, recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { type Role, systemScope } from "@/lib/core/scope";
import { insertUser, isLastAdmin, lockPeople, nameFrom } from "../people/commands";
import { becomePerson, markUsed, openInvitation } from "../people/link-use";
import { revokeLinksBy } from "../people/revocation";
import { emailSchema } from "../schema";

// How an identity's row says whether the person's role came from the provider's groups. If it did and the groups no longer
// give one, the person has no access any more; a role given here stays.
const LINKED = "oidc";

const LINKED_WITH_ROLE = "oidc:role";

const system = systemScope("single sign-on");

export type Identity = {
  /** Issuer and subject: a subject alone means nothing under another issuer. */
  issuer: string;
  subject: string;
  email: unknown;
  /** Undefined when the provider does not say. */
  emailVerified: unknown;
  name: unknown;
  /** What the provider's groups give, if anything. */
  role: Role | null;
};

type SignOnResult =
  | { userId: string }
  | { refused: "no-access" | "email-missing" | "email-unverified" | "disabled" };

/**
 * Whose identity it is. Known identities sign in as themselves; a new one is linked to the person with that address, or makes a
 * person if they were invited or the provider's groups give a role. Anybody else is refused: knowing an address at the provider
 * is no invitation.
 */
export async function signOn(identity: Identity): Promise<SignOnResult> {
  if (identity.emailVerified !== undefined && !isTrue(identity.emailVerified)) {
    return { refused: "email-unverified" };
  }
  const email = emailSchema.safeParse(identity.email);
  return change(system, async (tx) => {
    await lockPeople(tx);
    const accountId = `${identity.issuer}#${identity.subject}`;
    const known = await tx.account.findFirst({
      where: { provider: { in: [LINKED, LINKED_WITH_ROLE] }, providerAccountId: accountId },
      include: { user: true },
    });
    if (known) return signOnKnown(tx, known.provider, accountId, known.user, identity.role);
    if (!email.success) return { refused: "email-missing" };
    return signOnNew(tx, accountId, email.data, identity);
  });
}

type UserRow = { id: string; role: Role; disabledAt: Date | null };

async function signOnKnown(
  tx: Tx,
  provider: string,
  accountId: string,
  user: UserRow,
  role: Role | null,
): Promise<SignOnResult> {
  if (user.disabledAt) return { refused: "disabled" };
  if (role === null) return provider === LINKED_WITH_ROLE ? { refused: "no-access" } : { userId: user.id };
  if (provider === LINKED) {
    await tx.account.updateMany({
      where: { provider, providerAccountId: accountId },
      data: { provider: LINKED_WITH_ROLE },
    });
  }
  await takeRole(tx, user, role);
  return { userId: user.id };
}

async function signOnNew(
  tx: Tx,
  accountId: string,
  email: string,
  { role, name }: Identity,
): Promise<SignOnResult> {
  const provider = role === null ? LINKED : LINKED_WITH_ROLE;
  const user = await tx.user.findUnique({ where: { email } });
  if (user?.disabledAt) return { refused: "disabled" };
  const invitation = user ? null : await openInvitation(tx, email);
  const given = role ?? invitation?.role ?? null;
  if (!user && given === null) return { refused: "no-access" };
  const userId = user?.id ?? (await makePerson(tx, email, name, given ?? "viewer", invitation));
  await tx.account.create({ data: { provider, providerAccountId: accountId, userId } });
  await recordActivity(tx, system, "user.identity_linked", { kind: "user", id: userId }, { email });
  if (user && role !== null) await takeRole(tx, user, role);
  return { userId };
}

async function makePerson(
  tx: Tx,
  email: string,
  name: unknown,
  role: Role,
  invitation: Awaited<ReturnType<typeof openInvitation>>,
): Promise<string> {
  const called = typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, 200) : nameFrom(email);
  if (invitation) {
    // The provider vouches for the address, so the invitation needs no link.
    const joined = await becomePerson(tx, invitation, { name: called, passwordHash: null, role });
    await markUsed(tx, invitation.id, joined);
    return joined;
  }
  const user = await insertUser(tx, { email, name: called, role, passwordHash: null, tenantIds: null });
  if (user === null) throw new Error("a person appeared although people are locked");
  await recordChange(tx, system, "user.created", null, user, { facts: { tenants: "all" } });
  return user.id;
}

/** The provider's groups decide, except that the last administrator stays one. */
async function takeRole(tx: Tx, user: UserRow, role: Role): Promise<void> {
  if (user.role === role || (await isLastAdmin(tx, user.id))) return;
  const after = await tx.user.update({ where: { id: user.id }, data: { role } });
  await recordChange(tx, system, "user.role_changed", user, after);
  if (user.role === "admin") await revokeLinksBy(tx, system, user.id);
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === "true";
}
