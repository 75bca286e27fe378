import "server-only";
import { change, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { systemScope } from "@/lib/core/scope";
import type { Doubt, FindContested, StillSo } from "@/lib/delivery/news";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { POLICIES_IN_FORCE, type UnderPolicies } from "@/lib/policies/current-version";
import type { Refusal } from "@/lib/policies/types";
import type { Closed } from "./callbacks";
import { close, tellEnd } from "./closing";
import { findRefusable, findRefusal } from "./current-policies";
import { APPROVAL } from "./row";

// A `deny` in force overrides every approval. It is checked at the decision, at the release, at the
// callback and at the start of the run. (The gate checks a grant when the agent uses it.)

const scope = systemScope("policies");

const refusalWords = ({ name, reason }: Pick<Refusal, "name" | "reason">): string =>
  `The policy “${name}” refuses this call: ${reason}`;

/**
 * Checks that people may still approve the call.
 * @param also a further sentence for the message
 * @throws DomainError FORBIDDEN where a policy in force refuses it
 */
export async function assertNotRefused(tx: Tx, approval: Approval & UnderPolicies, also = ""): Promise<void> {
  const refusal = await findRefusal(tx, approval);
  if (refusal)
    throw new DomainError(
      "FORBIDDEN",
      `${refusalWords(refusal)}${also} Your approval was not recorded; you can reject the call.`,
    );
}

const isUnrun = ({ tenantId, id }: Pick<Approval, "tenantId" | "id">) => Prisma.sql`
  tenant_id = ${tenantId}::uuid and id = ${id}::uuid and decision = 'approved' and execution = 'awaiting' and redeemed_at is null`;

const BLOCKED = Prisma.sql`, blocked as (
  update executions e set state = 'blocked' from closed c
  where e.tenant_id = c.tenant_id and e.approval_id = c.id and e.state = 'awaiting')`;

/**
 * Revokes an unused approval, so that the call cannot run. The caller records it (`tellEnd`).
 * @param by the author, for people to read
 * @returns the call as it is then; null if it was used or ended meanwhile
 */
export async function takeBack(
  tx: Tx,
  approval: Approval,
  { by, reason, byPolicy = false }: { by: string; reason: string; byPolicy?: boolean },
): Promise<Closed | null> {
  const set = Prisma.sql`decision = 'revoked', execution = 'blocked', reason = ${reason}, decided_by = ${by}, revoked_by_policy = ${byPolicy}`;
  const [closed] = await close(tx, set, isUnrun(approval), BLOCKED);
  return closed ?? null;
}

/**
 * Whether a policy in force refuses an approved call that has not started. Revokes it if its
 * gateway runs it; keeps a grant, which is usable once the policy is gone. The caller has locked
 * the approval.
 * @returns the words of the policy; null where nothing refuses it, or it is not about to run
 */
export async function stopRefused(tx: Tx, approval: Approval & UnderPolicies): Promise<string | null> {
  const { decision, execution, mode } = approval;
  if (decision !== "approved" || execution !== "awaiting") return null;
  const refusal = await findRefusal(tx, approval);
  if (!refusal) return null;
  const words = refusalWords(refusal);
  if (mode !== "callback") return words;
  const closed = await takeBack(tx, approval, {
    ...{ by: `policy “${refusal.name}”`, reason: words },
    byPolicy: true,
  });
  if (!closed) return null;
  await tellEnd(tx, scope, approval, closed);
  return words;
}

/**
 * A delivery (alias `d`) that lets its gateway run a call, while some policy refuses calls: it is
 * checked again before it is sent. A policy with a budget refuses no approved call.
 */
export const DOUBTED: Doubt = Prisma.sql`(exists (
    select 1 from (select p.policies from policy_versions p order by p.version desc limit 1) newest,
                  json_array_elements(newest.policies) one
    where one ->> 'action' = 'deny' and (one ->> 'on')::boolean and one ->> 'budget' is null)
  and exists (
    select 1 from approvals a
    where a.tenant_id = d.tenant_id and a.id = d.approval_id and a.decision = 'approved' and a.execution = 'awaiting' and a.mode = 'callback'))`;

/** The approvals that a policy in force may refuse, judged without the call's arguments. */
export const findContested: FindContested = (about) => read(scope, (tx) => findRefusable(tx, about));

/** Whether a callback may still allow the run. If not, revokes the approval and reports that. */
export const isStillAllowed: StillSo = ({ tenantId, approvalId }) =>
  change(scope, async (tx) => {
    const [approval] = await tx.$queryRaw<(Approval & UnderPolicies)[]>`
      select ${APPROVAL}, ${POLICIES_IN_FORCE} as "policiesKey" from approvals a where a.tenant_id = ${tenantId}::uuid and a.id = ${approvalId}::uuid for update`;
    return !approval || (await stopRefused(tx, approval)) === null;
  });
