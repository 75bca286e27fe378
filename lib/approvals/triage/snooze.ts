import { changeEntry, recordActivities } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { change, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { DomainError, invalid } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { assertDecider } from "../rules";
import type { SnoozeInput } from "./schema";
import { SNOOZE_DAYS_MAX } from "./types";

type Own = { id: string; tenantId: string; decideBy: Date };

/**
 * Hides calls from this person's queue until then. Other people do not notice, and deadlines do not
 * move.
 * @returns the snoozed ids, without calls decided meanwhile
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR for a time that is past or too far, CONFLICT when
 * a call would expire unseen
 */
export async function snoozeApprovals(scope: UserScope, input: SnoozeInput): Promise<{ ids: string[] }> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const now = await databaseNow(tx);
    assertAhead(input.until, now);
    const calls = await ownPending(tx, scope, input.ids, now);
    const unseen = calls.filter((call) => call.decideBy < input.until);
    if (unseen.length > 0 && !input.pastDeadline) throw endsBefore(unseen);
    for (const { id, tenantId } of calls) {
      const key = { tenantId, userId: scope.actor.id, approvalId: id };
      const until = input.until;
      await tx.approvalSnooze.upsert({
        where: { tenantId_userId_approvalId: key, tenantId },
        create: { ...key, until, createdAt: now },
        update: { until, createdAt: now },
      });
    }
    const deed = (call: Own) =>
      changeEntry("approval.snoozed", null, { ...ofTenant(call), until: input.until });
    await recordActivities(tx, scope, calls.map(deed));
    return { ids: calls.map((call) => call.id) };
  });
}

/** Brings calls back at once: the undo of a snooze. */
export async function wakeApprovals(scope: UserScope, ids: readonly string[]): Promise<object> {
  return change(scope, async (tx) => {
    const calls = await ownPending(tx, scope, ids, await databaseNow(tx));
    const gone = await tx.$queryRaw<{ id: string }[]>`
      delete from approval_snoozes where user_id = ${scope.actor.id}::uuid and tenant_id = any(${[...scope.tenants]}::uuid[])
        and approval_id = any(${calls.map(({ id }) => id)}::uuid[])
      returning approval_id as id`;
    const woken = new Set(gone.map(({ id }) => id));
    const back = calls.filter(({ id }) => woken.has(id));
    await recordActivities(
      tx,
      scope,
      back.map((call) => changeEntry("approval.woken", null, ofTenant(call))),
    );
    return {};
  });
}

const ofTenant = ({ id, tenantId }: Own) => ({ id, tenantId });

function assertAhead(until: Date, now: Date): void {
  const span = until.getTime() - now.getTime();
  if (span <= 0)
    throw invalid("/until", "past", "This time has passed. Nothing was snoozed; choose a later one.");
  if (span > SNOOZE_DAYS_MAX * DAY_MS)
    throw invalid("/until", "too_far", `At most ${SNOOZE_DAYS_MAX} days. Nothing was snoozed.`);
}

function endsBefore(calls: readonly Own[]): DomainError {
  const first = calls.reduce((a, b) => (a.decideBy < b.decideBy ? a : b));
  const what = calls.length === 1 ? "This call expires" : `${calls.length} of these calls expire, the first`;
  return new DomainError(
    "CONFLICT",
    `${what} at ${first.decideBy.toISOString()}, before it would come back. Nothing was snoozed.`,
  );
}

function ownPending(tx: Tx, scope: UserScope, ids: readonly string[], now: Date): Promise<Own[]> {
  return tx.approval.findMany({
    where: {
      tenantId: { in: [...scope.tenants] },
      id: { in: [...ids] },
      decision: "pending",
      decideBy: { gt: now },
    },
    select: { id: true, tenantId: true, decideBy: true },
    orderBy: { id: "asc" },
  });
}
