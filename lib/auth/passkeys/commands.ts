import { recordActivity } from "@/lib/activity/record";
import { bookkeep, change, isUniqueViolation, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { assertStillAdmin, lockPeople } from "../people/commands";
import { challengeIn, challengeOf } from "./assertion";
import { ALGORITHMS, readNewPasskey } from "./ceremony";
import { keepChallenge, newNonce, takeChallenge } from "./challenges";
import { assertInApp, assertItIsThem } from "./proof";
import { requireSite } from "./site";
import { CHALLENGE_SECONDS, type NewPasskeyResponse, PASSKEYS_MAX } from "./types";

export type MakingOptions = {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: "public-key"; alg: number }[];
  timeout: number;
  attestation: "none";
  excludeCredentials: { id: string; type: "public-key" }[];
  authenticatorSelection: {
    residentKey: "required";
    requireResidentKey: true;
    userVerification: "required";
  };
};

/**
 * Starts the registration of a passkey. Requires a recent sign-in or the password.
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR at /password, RATE_LIMITED, CONFLICT
 */
export async function beginPasskey(
  scope: UserScope,
  { password }: { password?: string },
): Promise<{ options: MakingOptions }> {
  const { rpId } = requireSite();
  await assertItIsThem(password, scope);
  const { id, name, email } = scope.actor;
  const challenge = challengeOf(newNonce());
  const has = await bookkeep(scope, async (tx) => {
    await keepChallenge(tx, scope, { challenge, purpose: "add" });
    return tx.passkey.findMany({ where: { userId: id }, select: { credentialId: true } });
  });
  assertRoom(has.length);
  return {
    options: {
      challenge,
      rp: { id: rpId, name: "Countersign" },
      user: { id: Buffer.from(id).toString("base64url"), name: email, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      timeout: CHALLENGE_SECONDS * 1_000,
      attestation: "none",
      excludeCredentials: has.map(({ credentialId }) => ({ id: credentialId, type: "public-key" })),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
    },
  };
}

function assertRoom(count: number): void {
  if (count < PASSKEYS_MAX) return;
  throw new DomainError(
    "CONFLICT",
    `You have ${count} passkeys, and ${PASSKEYS_MAX} are the most. None was added; remove one that you do not use.`,
  );
}

/**
 * Adds the passkey that the browser created. Requires a recent, unused challenge of this session.
 * @throws DomainError VALIDATION_ERROR, CONFLICT
 */
export async function addPasskey(
  scope: UserScope,
  { name, response }: { name: string; response: NewPasskeyResponse },
): Promise<{ id: string; name: string }> {
  const site = requireSite();
  assertInApp(scope);
  const challenge = challengeIn(response.response.clientDataJSON) ?? "";
  const made = await readNewPasskey(response, { ...site, challenge });
  const { id: userId, credentialId: addedIn } = scope.actor;
  const id = newId();
  try {
    return await change(scope, async (tx) => {
      await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for no key update`;
      if (!(await takeChallenge(tx, scope, { challenge, purpose: "add" })))
        throw new DomainError(
          "CONFLICT",
          "This registration has expired, belongs to another session, or is already complete. No passkey was added; start again.",
        );
      assertRoom(await tx.passkey.count({ where: { userId } }));
      await tx.passkey.create({ data: { id, userId, name, addedIn, ...made } });
      const { credentialId: credential_id, publicKey: public_key, synced } = made;
      const details = { passkey: name, passkey_id: id, credential_id, public_key, synced };
      await recordActivity(tx, scope, "user.passkey_added", { kind: "user", id: userId }, details);
      return { id, name };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError("CONFLICT", "This passkey is added already. Nothing was changed.");
  }
}

/** @throws DomainError NOT_FOUND, also for other people's passkeys */
export async function renamePasskey(
  scope: UserScope,
  { id, name }: { id: string; name: string },
): Promise<{ name: string }> {
  assertInApp(scope);
  const userId = scope.actor.id;
  return change(scope, async (tx) => {
    const before = isId(id) ? await tx.passkey.findFirst({ where: { id, userId } }) : null;
    if (!before) throw noSuchPasskey();
    if (before.name === name) return { name };
    await tx.passkey.update({ where: { id }, data: { name } });
    const details = { passkey: name, passkey_id: id, name: { from: before.name, to: name } };
    await recordActivity(tx, scope, "user.passkey_renamed", { kind: "user", id: userId }, details);
    return { name };
  });
}

/**
 * Removes a passkey: the caller's, after the same proof as for adding one, or any as an
 * administrator of all tenants. Its signatures on pending calls no longer count.
 * @throws DomainError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR at /password, RATE_LIMITED
 */
export async function removePasskey(
  scope: UserScope,
  { id, password }: { id: string; password?: string },
): Promise<{ left: number }> {
  assertInApp(scope);
  const { id: me, role } = scope.actor;
  const found = isId(id) ? await read(scope, (tx) => findPasskey(tx, id)) : null;
  const isOwn = found?.userId === me;
  if (!found || !(isOwn || (role === "admin" && scope.unlimited))) throw noSuchPasskey();
  if (isOwn) await assertItIsThem(password, scope);
  const { userId, name: passkey, credentialId: credential_id } = found;
  return change(scope, async (tx) => {
    if (!isOwn) {
      await lockPeople(tx);
      await assertStillAdmin(tx, scope);
    }
    const { count } = await tx.passkey.deleteMany({ where: { id } });
    if (count === 0) throw noSuchPasskey();
    const left = await tx.passkey.count({ where: { userId } });
    const details = { passkey, passkey_id: id, credential_id, left };
    await recordActivity(tx, scope, "user.passkey_removed", { kind: "user", id: userId }, details);
    return { left };
  });
}

/**
 * Dismisses the notice about a passkey from another session. Only for this session: a session
 * opened with that passkey cannot dismiss it elsewhere.
 */
export async function noticePasskey(scope: UserScope, { id }: { id: string }): Promise<{ id: string }> {
  const { id: userId, credentialId } = scope.actor;
  if (isId(id))
    await bookkeep(
      scope,
      (tx) => tx.$executeRaw`
        update sessions s set passkeys_noticed_until = greatest(s.passkeys_noticed_until, k.created_at)
        from passkeys k where k.id = ${id}::uuid and k.user_id = ${userId}::uuid
          and s.id = ${credentialId}::uuid and s.user_id = k.user_id`,
    );
  return { id };
}

const findPasskey = (tx: Tx, id: string) =>
  tx.passkey.findUnique({ where: { id }, select: { userId: true, name: true, credentialId: true } });

function noSuchPasskey(): DomainError {
  return new DomainError("NOT_FOUND", "There is no such passkey any more. Nothing was changed.");
}
