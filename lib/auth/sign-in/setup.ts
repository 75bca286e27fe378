import { recordActivity, recordChange } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { proveScope, systemScope } from "@/lib/core/scope";
import { newToken } from "@/lib/core/secrets";
import { sha256 } from "@/lib/core/sha256";
import { hashPassword } from "../credentials/password";
import { insertUser, lockPeople } from "../people/commands";
import type { Setup } from "../schema";

/** Lifetime of a setup link in hours: a day to find it in a log. */
const LINK_HOURS = 24;

const system = systemScope("setup");

/** Whether the installation still waits for its first administrator. */
export async function setupState(): Promise<{ needed: boolean }> {
  return read(system, async (tx) => ({ needed: !(await hasPeople(tx)) }));
}

/**
 * Creates a one-time link for the first administrator; earlier ones end. Only its hash is stored.
 * @param publicUrl the origin people open
 * @throws DomainError CONFLICT when a person can sign in already
 */
export async function createSetupLink(publicUrl: string): Promise<{ url: string; expiresAt: Date }> {
  const token = newToken("");
  const hash = sha256(token);
  return change(system, async (tx) => {
    await lockPeople(tx);
    if (await hasPeople(tx)) {
      throw new DomainError(
        "CONFLICT",
        `An account can sign in already. No setup link was made; ask an administrator for an account, or run \`${env().COUNTERSIGN_COMMAND} user create\`.`,
      );
    }
    const [row] = await tx.$queryRaw<{ expiresAt: Date }[]>`
      insert into setup_links (id, hash, expires_at)
      values (1, ${hash}, clock_timestamp() + make_interval(hours => ${LINK_HOURS}::int))
      on conflict (id) do update set hash = excluded.hash, expires_at = excluded.expires_at, used_at = null,
                                     created_at = clock_timestamp()
      returning expires_at as "expiresAt"`;
    if (!row) throw new Error("the setup link was not stored");
    await recordActivity(tx, system, "setup.link_created", { kind: "setup", id: "1" });
    return { url: `${publicUrl}/setup?token=${token}`, expiresAt: row.expiresAt };
  });
}

/** Whether the link is usable, for the page before its form. Changes nothing. */
export async function isSetupToken(token: string): Promise<boolean> {
  return read(system, (tx) => isOpen(tx, token));
}

/**
 * Creates the first administrator and ends the link. Of concurrent attempts exactly one succeeds.
 * @throws DomainError NOT_FOUND when the link is unknown, used or expired, or a person can sign in
 * already
 */
export async function completeSetup(input: Setup): Promise<{ userId: string }> {
  // Runs before the expensive hash, so that a wrong link costs nothing.
  if (!(await isSetupToken(input.token))) throw linkGone();
  const passwordHash = await hashPassword(input.password);
  return change(system, async (tx) => {
    await lockPeople(tx);
    const won = await tx.$executeRaw`
      update setup_links set used_at = clock_timestamp()
      where id = 1 and hash = ${sha256(input.token)} and used_at is null and expires_at > clock_timestamp()
        and not exists (select 1 from users)`;
    if (won === 0) throw linkGone();
    const { email, name } = input;
    const user = await insertUser(tx, { email, name, role: "admin", passwordHash, tenantIds: null });
    if (user === null) throw linkGone();
    const userId = user.id;
    const actor = { kind: "user", id: userId, name, email, role: "admin", via: "session" } as const;
    const scope = proveScope({ ...actor, credentialId: userId }, [], { unlimited: true });
    await recordChange(tx, scope, "setup.completed", null, user, { subject: { kind: "user", id: userId } });
    return { userId };
  });
}

async function isOpen(tx: Tx, token: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from setup_links where id = 1 and hash = ${sha256(token)} and used_at is null
      and expires_at > clock_timestamp() and not exists (select 1 from users)`;
  return rows.length > 0;
}

async function hasPeople(tx: Tx): Promise<boolean> {
  return (await tx.user.findFirst({ select: { id: true } })) !== null;
}

// Public text, so it names no folder of the server.
function linkGone(): DomainError {
  return new DomainError(
    "NOT_FOUND",
    "This setup link is not valid: it was used, has expired, or was replaced. No account was added. On the server, the command `setup-link` makes a new one while no account can sign in.",
  );
}
