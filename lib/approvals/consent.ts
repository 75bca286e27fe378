import { compareArguments } from "@/lib/arguments/comparison";
import { foldsOf } from "@/lib/arguments/folding";
import type { Fold } from "@/lib/arguments/types";
import { isNamed, listOwnNames } from "@/lib/auth/people/names";
import type { Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import type { UserActor, UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { loadTenantSettings } from "@/lib/tenants/queries";
import { confirmationFor } from "./detail/rules";
import { ineligibleBecause, needsReason, requirementOf, separatesRequester } from "./policies/eligibility";
import { policyOfCall } from "./policies/rules";
import { findPolicyFor } from "./policies/stored";
import { findLastApproved } from "./precedents";
import { assertConfirmed, assertNotOwnCall, assertTokenMayApprove, mayDecide, mayNotDecide } from "./rules";
import type { Facts } from "./schema";
import type { Seen } from "./seen";

/** Whether the call is made on this person's behalf and their tenant lets nobody approve their own. */
export async function isOwnCall(
  tx: Tx,
  actor: UserActor,
  call: Pick<Approval, "tenantId" | "onBehalfOf">,
): Promise<boolean> {
  if (!(await isNamedBy(tx, actor, call))) return false;
  return (await loadTenantSettings(tx, call.tenantId)).blockSelfApproval;
}

/**
 * May this person decide the call under the policy that holds it? Their role is read as it is now, and stays so until the decision is
 * stored.
 * @throws DomainError FORBIDDEN
 */
export async function assertEligible(
  tx: Tx,
  { actor }: UserScope,
  approval: { policy: unknown; onBehalfOf: string | null },
): Promise<void> {
  const policy = requirementOf(approval.policy);
  if (!policy) return;
  const [person] = await tx.$queryRaw<Person[]>`
    select role::text, email, name from users where id = ${actor.id}::uuid and disabled_at is null for share`;
  if (!person || !mayDecide(person.role)) throw mayNotDecide(person?.role ?? "none");
  const why = await ineligibleAs(tx, { ...actor, ...person }, { ...approval, policy });
  if (why !== null) throw new DomainError("FORBIDDEN", `${why} Nothing was recorded.`);
}

type Person = Pick<UserActor, "role" | "email" | "name">;

/** Why this person may not decide the call under its policy; null where they may. For pages: the decision asks again. */
export function findIneligible(
  tx: Tx,
  { actor }: UserScope,
  approval: Pick<Approval, "policy" | "onBehalfOf">,
): Promise<string | null> {
  return ineligibleAs(tx, actor, approval);
}

async function ineligibleAs(
  tx: Tx,
  actor: UserActor,
  approval: { policy: unknown; onBehalfOf: string | null },
): Promise<string | null> {
  const policy = requirementOf(approval.policy);
  if (!policy) return null;
  const isRequester = separatesRequester(policy) && (await isNamedBy(tx, actor, approval));
  return ineligibleBecause(policy, { ...actor, isRequester });
}

/**
 * May the call run with these arguments, which a person put in place of the agent's? It is judged by the policies as if it had been
 * asked for like this: otherwise an edit would lead past those for larger calls.
 * @throws DomainError FORBIDDEN or VALIDATION_ERROR
 */
export async function assertEditPermitted(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  edited: { text: string; reason: string | undefined },
): Promise<void> {
  const fitting = await findPolicyFor(tx, approval, edited.text);
  if (fitting?.policy.action === "deny")
    throw new DomainError(
      "FORBIDDEN",
      `The policy “${fitting.policy.name}” refuses the call with these arguments: ${fitting.policy.reason} Nothing was recorded.`,
    );
  if (fitting?.policy.action !== "require") return;
  const asked = { onBehalfOf: approval.onBehalfOf, policy: policyOfCall(fitting) };
  await assertEligible(tx, scope, asked);
  assertReasoned(asked, "approve", edited.reason);
}

/**
 * Does a verdict say why, where the policy of the call asks for it?
 * @throws DomainError VALIDATION_ERROR
 */
export function assertReasoned(approval: { policy: unknown }, verdict: string, reason?: string): void {
  const policy = requirementOf(approval.policy);
  if (!needsReason(policy, verdict) || (reason ?? "").trim() !== "") return;
  throw invalid(
    "/reason",
    "required",
    `The policy “${policy?.name}” asks for a reason. Nothing was recorded; say why.`,
  );
}

/** Whether the call is made on this person's behalf. */
async function isNamedBy(
  tx: Tx,
  actor: UserActor,
  { onBehalfOf }: Pick<Approval, "onBehalfOf">,
): Promise<boolean> {
  return onBehalfOf !== null && isNamed(await listOwnNames(tx, actor), onBehalfOf);
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
