import { type ActivityEntry, recordActivities, recordActivity } from "@/lib/activity/record";
import { afterCommit } from "@/lib/core/after-commit";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import { metrics } from "@/lib/core/metrics";
import { proveScope, type Role, type Scope, systemScope, type UserScope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { SESSION_SECONDS } from "./cookie";
import { unlinkSlackOf } from "./linked-slack";
import { findSessionScope } from "./session-scope";

const USER_AGENT_MAX = 300;

const system = systemScope("authentication");

/**
 * Signs a person in. The row is the session; the cookie only has its id.
 * @throws DomainError FORBIDDEN when the person is disabled
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
    // next-auth's name for passwords is "credentials".
    const provider = how.provider === "credentials" ? "password" : how.provider;
    afterCommit(tx, () => metrics.signIns.inc({ provider, outcome: "signed_in" }));
    return id;
  });
}

/**
 * Ends a session at its browser's next request: the caller's, or any as an administrator.
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
    const subject = { kind: "user", id: ended.userId };
    const deed = { action: "user.signed_out", subject, details: { session_id: sessionId } };
    // Who signs out of their own browser keeps Slack. Another one may have been stolen.
    const isOwn = sessionId === scope.actor.credentialId;
    const unlinked = isOwn ? [] : await unlinkSlackOf(tx, ended.userId, { only: sessionId });
    await recordActivities(tx, scope, [deed, ...unlinked]);
    return { id: sessionId };
  });
}

/**
 * Ends all sessions of a person: all others of the caller, or of any person as an administrator of
 * all tenants.
 * @throws DomainError FORBIDDEN
 */
export async function endSessionsOf(scope: UserScope, userId: string): Promise<{ ended: number }> {
  const own = userId === scope.actor.id;
  if (!own) assertMayAdministerAll(scope, "end other people's sessions");
  return change(scope, async (tx) => {
    const { count, deeds } = await deleteSessions(tx, scope, userId, own);
    await recordActivities(tx, scope, deeds);
    return { ended: count };
  });
}

/**
 * Ends a person's sessions, and their link to Slack; with `spare` neither the asking session nor what was linked in it.
 * The caller records the activities.
 */
export async function deleteSessions(
  tx: Tx,
  scope: Scope,
  userId: string,
  spare: boolean,
): Promise<{ count: number; deeds: ActivityEntry[] }> {
  const asking = scope.actor.kind === "user" ? scope.actor.credentialId : null;
  const { count } = await tx.session.deleteMany({
    where: { userId, ...(spare && asking ? { id: { not: asking } } : {}) },
  });
  const unlinked = await unlinkSlackOf(tx, userId, { spared: spare ? asking : null });
  if (count === 0) return { count, deeds: unlinked };
  const subject = { kind: "user", id: userId };
  return { count, deeds: [{ action: "user.sessions_ended", subject, details: { count } }, ...unlinked] };
}

/** Signs out. Idempotent. */
export async function endSession(sessionId: string): Promise<void> {
  const scope = await findSessionScope(sessionId);
  if (scope) await revokeSession(scope, sessionId);
}
