import { read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError, invalid } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { isPassword } from "../credentials/password";
import { countPasswordCheck } from "../credentials/throttle";
import { FRESH_SECONDS, type Proof } from "./types";

// A stolen session or an unlocked screen must not be enough to add a passkey that outlives it.

type Known = { isFresh: boolean; passwordHash: string | null };

/** The proof that a change of this person's passkeys requires. */
export async function findProof(scope: UserScope): Promise<Proof> {
  const { isFresh, passwordHash } = await known(scope);
  return isFresh ? "fresh" : passwordHash === null ? "sign_in" : "password";
}

/**
 * Requires a sign-in within the last minutes, or the password.
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR at /password, RATE_LIMITED
 */
export async function assertItIsThem(password: string | undefined, scope: UserScope): Promise<void> {
  assertInApp(scope);
  const { isFresh, passwordHash } = await known(scope);
  if (isFresh) return;
  if (passwordHash === null)
    throw new DomainError(
      "FORBIDDEN",
      "You signed in more than 10 minutes ago. Nothing was changed; sign out, sign in again, and do it within 10 minutes.",
    );
  if (!password)
    throw invalid(
      "/password",
      "required",
      "You signed in more than 10 minutes ago: type your password. Nothing was changed.",
    );
  await countPasswordCheck(scope.actor.id, "Too many attempts with a password. Nothing was changed");
  if (!(await isPassword(password, passwordHash)))
    throw invalid("/password", "wrong", "This is not your password. Nothing was changed.");
}

/** @throws DomainError FORBIDDEN by token */
export function assertInApp({ actor }: UserScope): void {
  if (actor.via === "session") return;
  throw new DomainError(
    "FORBIDDEN",
    "Passkeys are managed in the app. Nothing was changed; sign in and open your profile.",
  );
}

async function known(scope: UserScope): Promise<Known> {
  const { id, credentialId } = scope.actor;
  const [row] = await read(
    scope,
    (tx) => tx.$queryRaw<Known[]>`
      select s.created_at > clock_timestamp() - make_interval(secs => ${FRESH_SECONDS}::int) as "isFresh",
             u.password_hash as "passwordHash"
      from sessions s join users u on u.id = s.user_id where s.id = ${credentialId}::uuid and u.id = ${id}::uuid`,
  );
  const passwordHash = env().PASSWORD_SIGN_IN === "on" ? (row?.passwordHash ?? null) : null;
  return { isFresh: row?.isFresh ?? false, passwordHash };
}
