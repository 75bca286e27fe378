import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { assertionProblem, challengeIn, challengeOf, counterIn } from "./assertion";
import { signingProblem } from "./ceremony";
import { keepChallenge, newNonce, takeChallenge } from "./challenges";
import { requireSite } from "./site";
import { type Assertion, CHALLENGE_SECONDS, type PasskeyResponse, type SigningOptions } from "./types";

// Signs texts with passkeys. The calling domain writes the text, which includes the nonce, so that
// no earlier signature matches.

/** Builds a text from its nonce and the site of the signature. */
type TextWith = (made: { nonce: string; origin: string }) => string;

/**
 * Creates the challenge for a text.
 * @throws DomainError CONFLICT without a passkey
 */
export async function askToSign(tx: Tx, scope: UserScope, textWith: TextWith): Promise<SigningOptions> {
  const { rpId, origin } = requireSite();
  const keys = await tx.passkey.findMany({
    where: { userId: scope.actor.id },
    select: { credentialId: true, transports: true },
    orderBy: { lastUsedAt: { sort: "desc", nulls: "last" } },
  });
  if (keys.length === 0)
    throw new DomainError(
      "CONFLICT",
      "You have no passkey. Nothing was recorded; add one in your profile, then come back.",
    );
  const nonce = newNonce();
  const challenge = challengeOf(textWith({ nonce, origin }));
  await keepChallenge(tx, scope, { challenge, purpose: "decision", nonce });
  return {
    challenge,
    rpId,
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: "required",
    allowCredentials: keys.map(({ credentialId: id, transports }) => ({
      id,
      type: "public-key",
      ...(transports.length > 0 ? { transports } : {}),
    })),
  };
}

type Signed = { passkeyId: string; nonce: string; origin: string; assertion: Assertion };

function notSigned(why: string): DomainError {
  return invalid(
    "/passkey",
    "not_signed",
    `The signature was not accepted: ${why}. Nothing was recorded; try again.`,
  );
}

/** A passkey's counter did not increase: there may be a copy of it. */
export class PasskeyCopied extends DomainError {
  constructor(readonly passkey: { id: string; name: string; userId: string; kept: bigint; sent: number }) {
    super(
      "FORBIDDEN",
      "The counter of this passkey went backwards, so there may be a copy of it. Nothing was recorded; remove it in your profile, add another one, and notify an administrator.",
    );
  }
}

/**
 * Verifies and consumes a signature of this person and session, in the transaction of its purpose.
 * After a rollback it may be sent again.
 * @param textWith the text that must be signed in the current state
 * @throws DomainError VALIDATION_ERROR at /passkey; PasskeyCopied
 */
export async function takeSignature(
  tx: Tx,
  scope: UserScope,
  response: PasskeyResponse,
  textWith: TextWith,
): Promise<Signed> {
  const site = requireSite();
  const asked = challengeIn(response.response.clientDataJSON) ?? "";
  const taken = await takeChallenge(tx, scope, { challenge: asked, purpose: "decision" });
  if (!taken?.nonce) throw notSigned("it was used already, is too old, or was asked for elsewhere");
  const challenge = challengeOf(textWith({ nonce: taken.nonce, origin: site.origin }));
  const [passkey] = await tx.$queryRaw<Kept[]>`
    select id, user_id as "userId", name, credential_id as "credentialId", public_key as "publicKey", cose_key as "coseKey", counter
    from passkeys where credential_id = ${response.id} and user_id = ${scope.actor.id}::uuid for update`;
  if (!passkey) throw notSigned("that passkey is no longer on your account");
  const assertion = assertionOf(response, passkey.publicKey);
  const problem =
    assertionProblem(assertion, { ...site, challenge }) ??
    (await signingProblem(response, passkey, { ...site, challenge }));
  if (problem !== null) throw notSigned(problem);
  await countUse(tx, passkey, counterIn(assertion.authenticator_data));
  return { passkeyId: passkey.id, nonce: taken.nonce, origin: site.origin, assertion };
}

export type Kept = {
  id: string;
  userId: string;
  name: string;
  credentialId: string;
  publicKey: string;
  coseKey: string;
  counter: bigint;
};

/** A signature with the key it has to be checked with. */
export function assertionOf({ id, response }: PasskeyResponse, publicKey: string): Assertion {
  return {
    credential_id: id,
    public_key: publicKey,
    authenticator_data: response.authenticatorData,
    client_data_json: response.clientDataJSON,
    signature: response.signature,
  };
}

/**
 * Records the use of a passkey whose row is locked. Its counter must increase, unless it has none.
 * @throws PasskeyCopied
 */
export async function countUse(tx: Tx, { id, name, userId, counter }: Kept, sent: number): Promise<void> {
  if ((sent > 0 || counter > 0n) && BigInt(sent) <= counter)
    throw new PasskeyCopied({ id, name, userId, kept: counter, sent });
  await tx.$executeRaw`
    update passkeys set counter = ${BigInt(sent)}::bigint, last_used_at = clock_timestamp() where id = ${id}::uuid`;
}

/** Runs work with a passkey; records a possible copy even if the work was rolled back. */
export async function noticingCopies<T>(work: () => Promise<T>, scope: UserScope): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PasskeyCopied)) throw error;
    const { id, name, userId, kept, sent } = error.passkey;
    const about = { kind: "user", id: userId };
    const details = { passkey: name, passkey_id: id, counter: { from: Number(kept), to: sent } };
    await change(scope, (tx) => recordActivity(tx, scope, "user.passkey_refused", about, details));
    throw error;
  }
}
