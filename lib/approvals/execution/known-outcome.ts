import { changeEntry, recordActivities } from "@/lib/activity/record";
import { change } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { getForDecision } from "../closing";
import { assertDecider } from "../rules";
import type { KnownOutcome, RecordOutcome } from "../types";
import { knownOutcomeOf } from "./rules";

/**
 * Records what a person found out about a call whose outcome its gateway does not know. From then
 * on the same call no longer waits for it. A gateway's later report does not change it.
 * @param record `replaces`: when the record was made that this one corrects; null if there is none
 * @throws DomainError FORBIDDEN, NOT_FOUND, or CONFLICT where the outcome is known, or another
 * person recorded it meanwhile; nothing is changed then
 */
export async function recordOutcome(
  scope: UserScope,
  { id, ran, note, replaces }: RecordOutcome,
): Promise<KnownOutcome> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, id);
    assertRecordable(approval, replaces);
    const outcome = { ran, note, by: scope.actor.name, by_id: scope.actor.id, at: approval.now };
    const { tenantId, delivery, knownOutcome: before } = approval;
    const isOnlyThat = delivery !== "dead";
    await tx.$executeRaw`
      update approvals a
      set known_outcome = ${JSON.stringify(outcome)}::jsonb, updated_at = clock_timestamp(),
          acknowledged_note = case when ${isOnlyThat} and a.acknowledged_at is null then ${note} else a.acknowledged_note end,
          acknowledged_by = case when ${isOnlyThat} and a.acknowledged_at is null then ${scope.actor.name} else a.acknowledged_by end,
          acknowledged_at = case when ${isOnlyThat} then coalesce(a.acknowledged_at, clock_timestamp()) else a.acknowledged_at end
      where a.tenant_id = ${tenantId}::uuid and a.id = ${id}::uuid`;
    const facts = { ran, note, ...(before === null ? {} : { before }) };
    await recordActivities(tx, scope, [
      changeEntry("approval.outcome_recorded", null, { id, tenantId }, { facts }),
    ]);
    return { ran, note, by: scope.actor.name, at: approval.now };
  });
}

function assertRecordable(approval: Approval, replaces: Date | null): void {
  if (approval.execution !== "unknown")
    throw new DomainError(
      "CONFLICT",
      `Nothing is unknown about this call: it is ${approval.decision === "approved" ? approval.execution : approval.decision.replace("_", " ")}. Nothing was recorded.`,
    );
  const known = knownOutcomeOf(approval);
  if (known && known.at.getTime() !== replaces?.getTime())
    throw new DomainError(
      "CONFLICT",
      `${known.by} recorded at ${known.at.toISOString()} that it ${known.ran ? "ran" : "did not run"}. Nothing of yours was recorded; read it first.`,
    );
}
