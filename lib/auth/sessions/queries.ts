import { read } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";

type SessionInfo = {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  current: boolean;
};

export async function listOwnSessions(scope: UserScope): Promise<SessionInfo[]> {
  return sessionsOf(scope, scope.actor.id);
}

/**
 * A person's open sessions, newest first. For administrators of all tenants.
 * @throws DomainError FORBIDDEN
 */
export async function listSessionsOf(scope: UserScope, userId: string): Promise<SessionInfo[]> {
  assertMayAdministerAll(scope, "see other people's sessions");
  return isId(userId) ? sessionsOf(scope, userId) : [];
}

async function sessionsOf(scope: UserScope, userId: string): Promise<SessionInfo[]> {
  const { credentialId } = scope.actor;
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<Omit<SessionInfo, "current">[]>`
      select id, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
      from sessions where user_id = ${userId}::uuid and expires_at > clock_timestamp() order by id desc limit 100`,
  );
  return rows.map((row) => ({ ...row, current: row.id === credentialId }));
}
