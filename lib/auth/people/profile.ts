import { recordActivities, recordChange } from "@/lib/activity/record";
import { change, read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError, invalid } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { hashPassword, isPassword } from "../credentials/password";
import { countPasswordCheck } from "../credentials/throttle";
import { deleteSessions } from "../sessions/commands";
import type { ChangePassword } from "./schema";

/** Changes the caller's name. The former one still counts as their own: `listOwnNames`. */
export async function renameSelf(scope: UserScope, name: string): Promise<{ name: string }> {
  const { id, name: before } = scope.actor;
  if (name === before) return { name };
  return change(scope, async (tx) => {
    const { formerNames } = await tx.user.findUniqueOrThrow({ where: { id }, select: { formerNames: true } });
    const kept = [...new Set([...formerNames, before])];
    const after = await tx.user.update({ where: { id }, data: { name, formerNames: kept } });
    await recordChange(tx, scope, "user.renamed", { ...after, name: before }, after);
    return { name };
  });
}

/**
 * Changes the caller's password; the current one proves that it is not another person at their
 * unlocked screen.
 * @throws DomainError VALIDATION_ERROR when the current one is wrong, CONFLICT without one,
 * FORBIDDEN by token, RATE_LIMITED
 */
export async function changePassword(scope: UserScope, input: ChangePassword): Promise<{ ended: number }> {
  const { id, email, via } = scope.actor;
  if (via !== "session" || env().PASSWORD_SIGN_IN === "off") {
    throw new DomainError(
      "FORBIDDEN",
      "A password cannot be changed this way. It was not changed; sign in with it and change it in your profile.",
    );
  }
  await countPasswordCheck(id);
  const { passwordHash: before } = await read(scope, (tx) => tx.user.findUniqueOrThrow({ where: { id } }));
  if (before === null) {
    throw new DomainError(
      "CONFLICT",
      "You have no password: you sign in with single sign-on. None was set; an administrator can make you a link to set one.",
    );
  }
  if (!(await isPassword(input.current, before))) {
    throw invalid("/current", "wrong", "This is not your current password. It was not changed.");
  }
  if (input.password.toLowerCase() === email) {
    throw invalid(
      "/password",
      "invalid",
      "Choose something other than your e-mail address. It was not changed.",
    );
  }
  const passwordHash = await hashPassword(input.password);
  return change(scope, async (tx) => {
    // Only if no person and no link changed it in between.
    const where = { id, passwordHash: before };
    const { count } = await tx.user.updateMany({ where, data: { passwordHash } });
    if (count === 0) {
      throw new DomainError(
        "CONFLICT",
        "Your password was changed elsewhere meanwhile. This change was not made.",
      );
    }
    const ended = input.endOthers ? await deleteSessions(tx, scope, id, true) : { count: 0, deeds: [] };
    const deed = { action: "user.password_changed", subject: { kind: "user", id } };
    await recordActivities(tx, scope, [deed, ...ended.deeds]);
    return { ended: ended.count };
  });
}
