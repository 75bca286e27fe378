import "server-only";
import { randomBytes } from "node:crypto";
import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { challengeOf } from "./assertion";
import { CHALLENGE_SECONDS } from "./types";

// What is signed is said by the server, for one purpose, to one person in one session, for minutes, and counts once. A session that
// ends takes its challenges with it.

// Somebody with a few tabs has a few; more are made by a script.
const OPEN_CHALLENGES = 20;

/** 32 random bytes, base64url. */
export function newNonce(): string {
  return randomBytes(32).toString("base64url");
}

type Kept = { challenge: string; purpose: "add" | "decision"; nonce?: string };

/** Keeps a challenge of somebody who is signed in. Of too many, the oldest go. */
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
 * Takes a challenge that this person was given in this session, so that nobody takes it again.
 * @returns its nonce, where it has one; null when there is none, it is too old, another's, or for something else
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

/** Keeps a challenge of a browser in which nobody is signed in yet. */
export async function keepForStranger(tx: Tx): Promise<string> {
  const challenge = challengeOf(newNonce());
  await tx.$executeRaw`
    insert into passkey_challenges (challenge, purpose, expires_at)
    values (${challenge}, 'sign_in', clock_timestamp() + make_interval(secs => ${CHALLENGE_SECONDS}::int))`;
  return challenge;
}

/** Takes such a challenge, so that nobody takes it again. */
export async function takeFromStranger(tx: Tx, challenge: string): Promise<boolean> {
  const taken = await tx.$executeRaw`
    delete from passkey_challenges
    where challenge = ${challenge} and purpose = 'sign_in' and expires_at > clock_timestamp()`;
  return taken === 1;
}
