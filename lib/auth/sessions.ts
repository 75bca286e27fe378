import { recordActivity } from "@/lib/activity/record";
import { change, ingest, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import { NO_TENANT, proveScope, type Role, type Scope, systemScope, type UserScope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { SESSION_SECONDS } from "./cookie";
import { type PersonRow, personScope } from "./scopes";

const LAST_SEEN_SECONDS = 60;
const USER_AGENT_MAX = 300;

const system = systemScope("authentication");

/**
 * Signs a person in: the row is what counts, the cookie only holds its id.
 * @throws DomainError FORBIDDEN when the person is switched off
 */
export async function openSession(
  userId: string,
  how: { provider: string; userAgent?: string | null },
): Promise<string> {
  return change(system, async (tx) => {
    const [person] = await tx.$queryRaw<{ name: string; email: string; role: Role }[]>`
      update users set last_sign_in_at = clock_timestamp() where id = ${userId}::uuid and disabled_at is null
      returning name, email, role::text as role`;
    if (!person) {
      throw new DomainError(
        "FORBIDDEN",
        "This person is switched off. They were not signed in; an administrator can switch them on.",
      );
    }
    const id = newId();
    const userAgent = how.userAgent?.slice(0, USER_AGENT_MAX) ?? null;
    await tx.$executeRaw`
      insert into sessions (id, user_id, user_agent, expires_at)
      values (${id}::uuid, ${userId}::uuid, ${userAgent}, clock_timestamp() + make_interval(secs => ${SESSION_SECONDS}::int))`;
    const actor = { kind: "user", id: userId, ...person, via: "session", credentialId: id } as const;
    const scope = proveScope(actor, [], { unlimited: true });
    await recordActivity(tx, scope, "user.signed_in", { kind: "user", id: userId }, { with: how.provider });
    return id;
  });
}

type SessionRow = PersonRow & { stale: boolean };

/** The scope of a session that is still open; null when it was ended, has expired, or its person is switched off. */
export async function findSessionScope(sessionId: string): Promise<UserScope | null> {
  if (!isId(sessionId)) return null;
  const found = await read(system, async (tx) => {
    const [row] = await tx.$queryRaw<SessionRow[]>`
      select u.id, u.name, u.email, u.role::text as role, u.all_tenants as "allTenants",
             s.last_seen_at < clock_timestamp() - make_interval(secs => ${LAST_SEEN_SECONDS}::int) as stale
      from sessions s join users u on u.id = s.user_id
      where s.id = ${sessionId}::uuid and s.expires_at > clock_timestamp() and u.disabled_at is null`;
    return row ? { scope: await personScope(tx, row, "session", sessionId), stale: row.stale } : null;
  });
  if (found?.stale) await ingest(system, (tx) => touch(tx, sessionId));
  return found?.scope ?? null;
}

export type SessionInfo = {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  /** Whether it is the one that asks. */
  current: boolean;
};

/** The person's own open sessions, the newest first. */
export async function listOwnSessions(scope: UserScope): Promise<SessionInfo[]> {
  return sessionsOf(scope, scope.actor.id);
}

/**
 * Somebody's open sessions, the newest first. For administrators of all tenants.
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

/**
 * Ends a session: one's own, or as an administrator anybody's. The browser is signed out at its next request.
 * @throws DomainError NOT_FOUND, also for other people's sessions
 */
export async function revokeSession(scope: UserScope, sessionId: string): Promise<{ id: string }> {
  const mayAny = scope.actor.role === "admin" && scope.unlimited;
  return change(scope, async (tx) => {
    const [ended] = isId(sessionId)
      ? await tx.$queryRaw<{ userId: string }[]>`
          delete from sessions where id = ${sessionId}::uuid and (${mayAny} or user_id = ${scope.actor.id}::uuid)
          returning user_id as "userId"`
      : [];
    if (!ended) {
      throw new DomainError("NOT_FOUND", "There is no such session any more. Nothing was changed.");
    }
    const about = { kind: "user", id: ended.userId };
    await recordActivity(tx, scope, "user.signed_out", about, { session_id: sessionId });
    await announce(tx, "user", NO_TENANT, ended.userId);
    return { id: sessionId };
  });
}

/**
 * Ends all sessions of a person: of oneself all others, or as an administrator of all tenants anybody's.
 * @throws DomainError FORBIDDEN
 */
export async function endSessionsOf(scope: UserScope, userId: string): Promise<{ ended: number }> {
  const own = userId === scope.actor.id;
  if (!own) assertMayAdministerAll(scope, "end other people's sessions");
  return change(scope, async (tx) => ({ ended: await deleteSessions(tx, scope, userId, own) }));
}

/** Ends somebody's sessions within a transaction; with `spare`, the one that asks stays. */
export async function deleteSessions(tx: Tx, scope: Scope, userId: string, spare: boolean): Promise<number> {
  const asking = scope.actor.kind === "user" ? scope.actor.credentialId : null;
  const { count } = await tx.session.deleteMany({
    where: { userId, ...(spare && asking ? { id: { not: asking } } : {}) },
  });
  if (count === 0) return 0;
  await recordActivity(tx, scope, "user.sessions_ended", { kind: "user", id: userId }, { count });
  await announce(tx, "user", NO_TENANT, userId);
  return count;
}

/** Ends a session on its browser's own wish. Ending it again changes nothing. */
export async function endSession(sessionId: string): Promise<void> {
  const scope = await findSessionScope(sessionId);
  if (scope) await revokeSession(scope, sessionId);
}

function touch(tx: Tx, sessionId: string) {
  return tx.$executeRaw`
    update sessions set last_seen_at = clock_timestamp() where id = ${sessionId}::uuid
      and last_seen_at < clock_timestamp() - make_interval(secs => ${LAST_SEEN_SECONDS}::int)`;
}
