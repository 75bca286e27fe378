import { compareArguments } from "@/lib/arguments/comparison";
import { foldsOf } from "@/lib/arguments/folding";
import type { Fold } from "@/lib/arguments/types";
import { isNamed, listOwnNames } from "@/lib/auth/people/names";
import type { Tx } from "@/lib/core/db";
import type { UserActor, UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { loadTenantSettings } from "@/lib/tenants/queries";
import { confirmationFor } from "./detail/rules";
import { findLastApproved } from "./precedents";
import { assertConfirmed, assertNotOwnCall, assertTokenMayApprove } from "./rules";
import type { Facts } from "./schema";
import type { Seen } from "./seen";

/** Whether the call is made on this person's behalf and their tenant lets nobody approve their own. */
export async function isOwnCall(
  tx: Tx,
  actor: UserActor,
  call: Pick<Approval, "tenantId" | "onBehalfOf">,
): Promise<boolean> {
  if (call.onBehalfOf === null || !isNamed(await listOwnNames(tx, actor), call.onBehalfOf)) return false;
  return (await loadTenantSettings(tx, call.tenantId)).blockSelfApproval;
}

/**
 * May this person's yes count? Not for their own call, not by a script at critical unless the tenant allows it, and not without
 * what the page demands. Whoever edits has the whole text before them, so nothing has to be opened.
 * @throws DomainError FORBIDDEN or VALIDATION_ERROR
 */
export async function assertMayApprove(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  yes: { seen: Seen | undefined; edits: boolean },
): Promise<void> {
  assertNotOwnCall(await isOwnCall(tx, scope.actor, approval));
  const { risk, tool } = approval;
  if (scope.actor.via === "token") {
    if (risk !== "critical") return;
    return assertTokenMayApprove((await loadTenantSettings(tx, approval.tenantId)).tokensApproveCritical);
  }
  const facts = approval.facts as Facts | null;
  const claims = { howMany: facts?.how_many ?? null, toWhom: facts?.to_whom ?? null, tool };
  const folds = yes.edits ? [] : await foldsShown(tx, approval);
  assertConfirmed({ risk, confirmation: confirmationFor(risk, claims), folds }, yes.seen);
}

/** The folded parts of the page as it stands, of which some must be opened. */
async function foldsShown(tx: Tx, approval: Approval): Promise<Fold[]> {
  const { tenantId, id: approvalId, argumentsText: now, revision } = approval;
  const last = await findLastApproved(tx, approval);
  const first =
    revision > 1
      ? await tx.approvalRevision.findFirst({ where: { tenantId, approvalId, revision: 1 } })
      : null;
  const texts = { now, requested: first?.argumentsText ?? null, last: last?.argumentsText ?? null };
  return foldsOf(compareArguments(texts).rows, approval.risk);
}
