import { bookkeep, read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { proveScope, type Role, systemScope } from "@/lib/core/scope";
import { countPasskeyOffer, countPasskeySignIn, noteSignIn } from "../credentials/throttle";
import { assertionProblem, challengeIn, counterIn } from "./assertion";
import { signingProblem } from "./ceremony";
import { keepForStranger, takeFromStranger } from "./challenges";
import { assertionOf, countUse, type Kept, noticingCopies } from "./signing";
import { requireSite, signsInWithPasskeys } from "./site";
import { CHALLENGE_SECONDS, type PasskeyResponse, type SigningOptions } from "./types";

const system = systemScope("sign-in");

/**
 * Creates a challenge for any passkey, in a browser without a session.
 * @throws DomainError FORBIDDEN where people do not sign in with passkeys, RATE_LIMITED
 */
export async function beginSignIn(): Promise<SigningOptions> {
  assertOffered();
  const { rpId } = requireSite();
  await countPasskeyOffer();
  const challenge = await bookkeep(system, keepForStranger);
  return {
    challenge,
    rpId,
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: "required",
    allowCredentials: [],
  };
}

function assertOffered(): void {
  if (signsInWithPasskeys()) return;
  throw new DomainError(
    "FORBIDDEN",
    "Signing in with a passkey is switched off here. You are not signed in; use single sign-on.",
  );
}

type Owner = Kept & { email: string; personName: string; role: Role; isOff: boolean };

/**
 * The owner of the passkey that signed a challenge of `beginSignIn`. A challenge is valid once, for
 * any result.
 * @returns null if the signature proves no one, or a disabled person
 * @throws DomainError FORBIDDEN, RATE_LIMITED; PasskeyCopied
 */
export async function findSignedIn(response: PasskeyResponse): Promise<{ id: string } | null> {
  assertOffered();
  const site = requireSite();
  await countPasskeySignIn();
  const challenge = challengeIn(response.response.clientDataJSON) ?? "";
  if (!(await bookkeep(system, (tx) => takeFromStranger(tx, challenge)))) return null;
  const owner = await read(system, async (tx) => {
    const [row] = await tx.$queryRaw<Owner[]>`
      select p.id, p.user_id as "userId", p.name, p.credential_id as "credentialId", p.public_key as "publicKey",
             p.cose_key as "coseKey", p.counter, u.email, u.name as "personName", u.role::text as role,
             u.disabled_at is not null as "isOff"
      from passkeys p join users u on u.id = p.user_id where p.credential_id = ${response.id}`;
    return row ?? null;
  });
  if (!owner || owner.isOff || !isHandleOf(response, owner.userId)) return null;
  const asked = { ...site, challenge };
  const assertion = assertionOf(response, owner.publicKey);
  if (assertionProblem(assertion, asked) !== null) return null;
  if ((await signingProblem(response, owner, asked)) !== null) return null;
  if (!(await use(owner, counterIn(assertion.authenticator_data)))) return null;
  await noteSignIn(owner.email);
  return { id: owner.userId };
}

/** A discoverable passkey names its owner. */
function isHandleOf({ response }: PasskeyResponse, userId: string): boolean {
  return (
    response.userHandle !== undefined && Buffer.from(response.userHandle, "base64url").toString() === userId
  );
}

/** Records the use, unless the passkey was removed meanwhile. */
async function use(owner: Owner, sent: number): Promise<boolean> {
  const { userId, personName: name, email, role } = owner;
  const actor = {
    kind: "user",
    id: userId,
    name,
    email,
    role,
    via: "session",
    credentialId: userId,
  } as const;
  const noted = () =>
    bookkeep(system, async (tx) => {
      const [now] = await tx.$queryRaw<{ counter: bigint }[]>`
        select counter from passkeys where id = ${owner.id}::uuid for update`;
      if (now) await countUse(tx, { ...owner, counter: now.counter }, sent);
      return now !== undefined;
    });
  return noticingCopies(noted, proveScope(actor, [], { unlimited: true }));
}
