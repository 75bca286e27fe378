import "server-only";
import { randomBytes } from "node:crypto";
import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { challengeOf } from "./assertion";
import { CHALLENGE_SECONDS } from "./types";

// The server chooses each challenge for one purpose, person and session. It is valid for minutes
// and once. A session's end deletes its challenges.

// A person with a few tabs has a few; a script creates more.
const OPEN_CHALLENGES = 20;

export function newNonce(): string {
  return randomBytes(32).toString("base64url");
}

type Kept = { challenge: string; purpose: "add" | "decision"; nonce?: string };

/** Stores a challenge of a signed-in person; deletes the oldest above the limit. */
export async function keepChallenge(tx: Tx, { actor }: UserScope, kept: Kept): Promise<void> {
  const { challenge, purpose, nonce = null } = kept;
  await tx.$executeRaw`
    with old as (
      delete from passkey_challenges where challenge in (
        select c.challenge from passkey_challenges c where c.user_id = ${actor.id}::uuid
        order by c.expires_at desc offset ${OPEN_CHALLENGES - 1}::int))
    insert into passkey_challenges (challenge, purpose, nonce, user_id, session_id, expires_at)
    select ${challenge}, ${purpose}, ${nonce}, s.user_id, s.id, clock_timestamp() + make_interval(secs => ${CHALLENGE_SECONDS}::int)
    from sessions s where s.id = ${actor.credentialId}::uuid and s.user_id = ${actor.id}::uuid`;
}

/**
 * Consumes a challenge of this person and session.
 * @returns its nonce, if it has one; null when there is none, or it is expired, another person's,
 * or for another purpose
 */
export async function takeChallenge(
  tx: Tx,
  { actor }: UserScope,
  { challenge, purpose }: { challenge: string; purpose: Kept["purpose"] },
): Promise<{ nonce: string | null } | null> {
  const [taken] = await tx.$queryRaw<{ nonce: string | null }[]>`
    delete from passkey_challenges c using sessions s
    where c.challenge = ${challenge} and c.purpose = ${purpose} and c.user_id = ${actor.id}::uuid
      and c.session_id = ${actor.credentialId}::uuid and c.expires_at > clock_timestamp()
      and s.id = c.session_id and s.expires_at > clock_timestamp()
    returning c.nonce`;
  return taken ?? null;
}

export async function keepForStranger(tx: Tx): Promise<string> {
  const challenge = challengeOf(newNonce());
  await tx.$executeRaw`
    insert into passkey_challenges (challenge, purpose, expires_at)
    values (${challenge}, 'sign_in', clock_timestamp() + make_interval(secs => ${CHALLENGE_SECONDS}::int))`;
  return challenge;
}

export async function takeFromStranger(tx: Tx, challenge: string): Promise<boolean> {
  const taken = await tx.$executeRaw`
    delete from passkey_challenges
    where challenge = ${challenge} and purpose = 'sign_in' and expires_at > clock_timestamp()`;
  return taken === 1;
}
