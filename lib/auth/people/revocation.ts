import type { ActivityEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";

// Links and tokens must not outlive their author's permission. Each function returns activities for
// its caller to record.

type Revoked = { id: string; kind: string; email: string; userId: string | null };

/** Ends the open links that a person created, in the caller's transaction. */
export function revokeLinksBy(tx: Tx, userId: string): Promise<ActivityEntry[]> {
  return revoked(
    tx.$queryRaw<Revoked[]>`
      update user_links set revoked_at = clock_timestamp()
      where created_by_id = ${userId}::uuid and used_at is null and revoked_at is null
      returning id, kind, email, user_id as "userId"`,
  );
}

/** Ends the open password links of a person, in the caller's transaction. */
export function revokeLinksFor(tx: Tx, userId: string): Promise<ActivityEntry[]> {
  return revoked(
    tx.$queryRaw<Revoked[]>`
      update user_links set revoked_at = clock_timestamp()
      where kind = 'password' and user_id = ${userId}::uuid and used_at is null and revoked_at is null
      returning id, kind, email, user_id as "userId"`,
  );
}

async function revoked(links: Promise<Revoked[]>): Promise<ActivityEntry[]> {
  return (await links).map(({ id, kind, email, userId }) => ({
    action: kind === "invitation" ? "invitation.withdrawn" : "user.password_link_withdrawn",
    subject: kind === "password" && userId ? { kind: "user", id: userId } : { kind: "invitation", id },
    details: { email },
  }));
}

/** Ends all tokens of a person permanently, in the caller's transaction. */
export async function revokeTokensOf(tx: Tx, userId: string): Promise<ActivityEntry[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    update personal_tokens set revoked_at = clock_timestamp()
    where user_id = ${userId}::uuid and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
    returning id`;
  return rows.map(({ id }) => ({
    action: "user.token_revoked",
    subject: { kind: "user", id: userId },
    details: { token_id: id },
  }));
}
