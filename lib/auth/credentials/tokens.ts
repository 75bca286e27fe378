import { recordChange } from "@/lib/activity/record";
import { change, read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import { CREDENTIAL_SHOWN_CHARACTERS } from "@/lib/core/limits";
import type { Scope, UserScope } from "@/lib/core/scope";
import { newToken } from "@/lib/core/secrets";
import { sha256 } from "@/lib/core/sha256";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import type { TokenInfo } from "./types";

const TOKEN_PREFIX = "cst_";

const LISTED_MAX = 100;

type IssuedToken = { id: string; name: string; token: string; prefix: string; expiresAt: Date | null };

/**
 * Creates a personal token with the caller's role. Only in the app: a token cannot create tokens.
 * @param days until it expires; without, it is valid until revoked
 * @throws DomainError FORBIDDEN
 */
export async function createOwnToken(scope: UserScope, days?: number, name = ""): Promise<IssuedToken> {
  if (scope.actor.via !== "session") {
    throw new DomainError(
      "FORBIDDEN",
      "A token cannot make tokens. None was made; sign in and make it there.",
    );
  }
  return issueToken(scope, scope.actor.id, days, name);
}

/**
 * Creates a token for a person by email address, for the command line.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function createTokenFor(scope: Scope, email: string, days?: number): Promise<IssuedToken> {
  assertMayAdministerAll(scope, "create other people's tokens");
  const user = await read(scope, (tx) => tx.user.findUnique({ where: { email: email.toLowerCase() } }));
  if (!user || user.disabledAt) {
    throw new DomainError(
      "NOT_FOUND",
      `No account with the address ${email} can sign in. No token was made; create the person first.`,
    );
  }
  return issueToken(scope, user.id, days, "");
}

/** One's own tokens, the newest first, revoked ones included. */
export async function listOwnTokens(scope: UserScope): Promise<TokenInfo[]> {
  return tokensOf(scope, scope.actor.id);
}

/**
 * A person's tokens, newest first, including revoked ones. For administrators of all tenants.
 * @throws DomainError FORBIDDEN
 */
export async function listTokensOf(scope: UserScope, userId: string): Promise<TokenInfo[]> {
  assertMayAdministerAll(scope, "see other people's tokens");
  return isId(userId) ? tokensOf(scope, userId) : [];
}

function tokensOf(scope: UserScope, userId: string): Promise<TokenInfo[]> {
  return read(scope, (tx) =>
    tx.personalToken.findMany({
      where: { userId },
      omit: { hash: true, userId: true },
      orderBy: { id: "desc" },
      take: LISTED_MAX,
    }),
  );
}

/**
 * Revokes a token, effective at the next request: the caller's, or any as an administrator of all
 * tenants.
 * @throws DomainError NOT_FOUND, also for other people's tokens
 */
export async function revokeToken(scope: UserScope, tokenId: string): Promise<{ id: string }> {
  const mayAny = scope.actor.role === "admin" && scope.unlimited;
  return change(scope, async (tx) => {
    const where = mayAny ? { id: tokenId } : { id: tokenId, userId: scope.actor.id };
    const token = isId(tokenId) ? await tx.personalToken.findFirst({ where }) : null;
    if (!token) throw new DomainError("NOT_FOUND", "There is no such token. None was revoked.");
    const [revoked] = await tx.$queryRaw<{ revokedAt: Date }[]>`
      update personal_tokens set revoked_at = clock_timestamp() where id = ${tokenId}::uuid and revoked_at is null
      returning revoked_at as "revokedAt"`;
    if (revoked) {
      const about = { subject: { kind: "user", id: token.userId }, facts: { token_id: tokenId } };
      await recordChange(tx, scope, "user.token_revoked", token, revoked, about);
    }
    return { id: tokenId };
  });
}

async function issueToken(
  scope: Scope,
  userId: string,
  days: number | undefined,
  name: string,
): Promise<IssuedToken> {
  const id = newId();
  const token = newToken(TOKEN_PREFIX);
  const prefix = token.slice(0, CREDENTIAL_SHOWN_CHARACTERS);
  return change(scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ expiresAt: Date | null }[]>`
      insert into personal_tokens (id, user_id, name, hash, prefix, expires_at)
      select ${id}::uuid, u.id, ${name}, ${sha256(token)}, ${prefix}, clock_timestamp() + make_interval(days => ${days ?? null}::int)
      from (select id from users where id = ${userId}::uuid and disabled_at is null for share) u
      returning expires_at as "expiresAt"`;
    // Serialized with disabling the person, which ends all existing tokens.
    if (!row) throw new DomainError("FORBIDDEN", "This person is switched off. No token was made.");
    const { expiresAt } = row;
    const made = await tx.personalToken.findUniqueOrThrow({ where: { id } });
    const about = { subject: { kind: "user", id: userId }, facts: { token_id: id } };
    await recordChange(tx, scope, "user.token_created", null, made, about);
    return { id, name, token, prefix, expiresAt };
  });
}
