import { type ActivityEntry, changeEntry, recordActivities } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { proveScope, type Role, systemScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { hashPassword } from "../credentials/password";
import { clearSignIns, countLinkUse } from "../credentials/throttle";
import { deleteSessions } from "../sessions/commands";
import { insertUser, lockPeople } from "./commands";
import type { LinkKind } from "./links";
import { revokeTokensOf } from "./revocation";
import type { AcceptInvitation, ResetPassword } from "./schema";

// Use of one-time links. Reading a link changes nothing: mail scanners open every link.

const system = systemScope("one-time links");

type LinkState =
  | { state: "open"; kind: LinkKind; email: string; role: Role | null; expiresAt: Date }
  | { state: "used" | "expired" | "revoked" | "unknown" };

type LinkRow = {
  id: string;
  kind: LinkKind;
  email: string;
  role: Role | null;
  allTenants: boolean;
  tenantIds: string[];
  userId: string | null;
};

/** The state of a link, for the page before it shows a form. Changes nothing. */
export async function readLink(secret: string): Promise<LinkState> {
  const [row] = await read(
    system,
    (tx) => tx.$queryRaw<
      {
        state: "open" | "used" | "expired" | "revoked";
        kind: LinkKind;
        email: string;
        role: Role | null;
        expiresAt: Date;
      }[]
    >`
      select l.kind, l.email, l.role::text as role, l.expires_at as "expiresAt",
        case when l.used_at is not null then 'used' when l.revoked_at is not null then 'revoked'
             when l.expires_at <= clock_timestamp() then 'expired' else 'open' end as state
      from user_links l where l.hash = ${sha256(secret)}`,
  );
  if (!row) return { state: "unknown" };
  const { state, ...link } = row;
  return state === "open" ? { state, ...link } : { state };
}

/**
 * Creates the invited person with their chosen password. Of concurrent uses exactly one succeeds.
 * @throws DomainError GONE when the link is unknown, used, revoked or expired, RATE_LIMITED
 */
export async function acceptInvitation(input: AcceptInvitation): Promise<{ email: string }> {
  const { email } = await assertUsable(input.token, "invitation");
  if (input.password.toLowerCase() === email) throw likeTheEmail();
  const passwordHash = await hashPassword(input.password);
  return change(system, async (tx) => {
    await lockPeople(tx);
    const link = await take(tx, input.token, "invitation");
    const person = { name: input.name, passwordHash, role: link.role ?? "viewer" };
    const { id, deed } = await becomePerson(tx, link, person);
    await markUsed(tx, link.id, id);
    await recordActivities(tx, system, [deed]);
    return { email };
  });
}

/**
 * Sets the new password and ends all sessions and tokens of the person: an intruder may have
 * created some.
 * @throws DomainError GONE when the link is unknown, used, revoked or expired, RATE_LIMITED
 */
export async function resetPassword(input: ResetPassword): Promise<{ email: string }> {
  const { email } = await assertUsable(input.token, "password");
  if (input.password.toLowerCase() === email) throw likeTheEmail();
  const passwordHash = await hashPassword(input.password);
  await change(system, async (tx) => {
    await lockPeople(tx);
    const { id, userId } = await take(tx, input.token, "password");
    const where = { id: userId ?? "", disabledAt: null };
    const before = await tx.user.findFirst({ where });
    const [user] = await tx.user.updateManyAndReturn({ where, data: { passwordHash } });
    if (!user || userId === null) throw linkGone();
    await markUsed(tx, id, userId);
    const actor = {
      kind: "user",
      id: userId,
      name: user.name,
      email,
      role: user.role,
      via: "session",
    } as const;
    const scope = proveScope({ ...actor, credentialId: userId }, [], { unlimited: true });
    const { deeds } = await deleteSessions(tx, scope, userId, false);
    const ended = [...deeds, ...(await revokeTokensOf(tx, userId))];
    await recordActivities(tx, scope, [changeEntry("user.password_reset", before, user), ...ended]);
  });
  await clearSignIns(email);
  return { email };
}

/**
 * The open invitation of an address, within a transaction that holds the lock on people; null
 * without one.
 */
export async function openInvitation(tx: Tx, email: string): Promise<LinkRow | null> {
  const [row] = await tx.$queryRaw<LinkRow[]>`
    select id, kind, email, role::text as role, all_tenants as "allTenants", tenant_ids as "tenantIds", user_id as "userId"
    from user_links where kind = 'invitation' and email = ${email} and used_at is null and revoked_at is null
      and expires_at > clock_timestamp()`;
  return row ?? null;
}

/**
 * Inserts an invited person with the limits of the invitation; returns the activity for the caller
 * to record.
 * @throws DomainError GONE when its tenants are gone, CONFLICT when the address has an account
 */
export async function becomePerson(
  tx: Tx,
  link: LinkRow,
  person: { name: string; passwordHash: string | null; role: Role },
): Promise<{ id: string; deed: ActivityEntry }> {
  const tenants = link.allTenants
    ? null
    : await tx.tenant.findMany({ where: { id: { in: link.tenantIds } } });
  if (tenants?.length === 0) {
    throw new DomainError(
      "GONE",
      "The tenants this invitation was for no longer exist. No account was made; ask for a new invitation.",
    );
  }
  const { email } = link;
  const user = await insertUser(tx, {
    email,
    ...person,
    tenantIds: tenants?.map((tenant) => tenant.id) ?? null,
  });
  if (user === null) {
    throw new DomainError("CONFLICT", `${email} already has an account. None was made; sign in with it.`);
  }
  const { id, name, role } = user;
  const actor = { kind: "user", id, name, email, role, via: "session", credentialId: id } as const;
  const facts = { tenants: tenants?.map((tenant) => tenant.key) ?? "all", invitation: link.id };
  return { id, deed: { ...changeEntry("user.joined", null, user, { facts }), actor } };
}

/** Marks a link as used. The row stays, so that a second visitor gets a clear answer. */
export async function markUsed(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.$executeRaw`
    update user_links set used_at = clock_timestamp(), user_id = ${userId}::uuid where id = ${id}::uuid`;
}

/** Runs before the expensive hash, so that a wrong link costs little. */
async function assertUsable(secret: string, kind: LinkKind): Promise<{ email: string }> {
  if (env().PASSWORD_SIGN_IN === "off") {
    throw new DomainError(
      "FORBIDDEN",
      "Signing in with a password is switched off here. Nothing was changed; sign in with single sign-on.",
    );
  }
  const link = await readLink(secret);
  const usable = link.state === "open" && link.kind === kind;
  await countLinkUse(usable ? sha256(secret) : null);
  if (!usable) throw linkGone();
  return { email: link.email };
}

async function take(tx: Tx, secret: string, kind: LinkKind): Promise<LinkRow> {
  const [row] = await tx.$queryRaw<LinkRow[]>`
    select id, kind, email, role::text as role, all_tenants as "allTenants", tenant_ids as "tenantIds", user_id as "userId"
    from user_links where hash = ${sha256(secret)} and kind = ${kind} and used_at is null and revoked_at is null
      and expires_at > clock_timestamp() for update`;
  if (!row) throw linkGone();
  return row;
}

function linkGone(): DomainError {
  return new DomainError(
    "GONE",
    "This link can no longer be used: it was used, has expired, or was revoked. Nothing was changed; ask an administrator for a new one.",
  );
}

function likeTheEmail(): DomainError {
  const message = "Choose something other than the e-mail address.";
  return new DomainError("VALIDATION_ERROR", "What was sent is not valid. Nothing was changed.", {
    errors: [{ pointer: "/password", code: "invalid", message }],
  });
}
