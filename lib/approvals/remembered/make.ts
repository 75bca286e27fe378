import type { ActivityEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { parseJson } from "@/lib/core/json/parse";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import type { PolicyOfCall } from "@/lib/policies/types";
import { findBudgetBeyond } from "../current-policies";
import { isNamedBy } from "../deciders/eligibility";
import type { DecideApproval } from "../types";
import { countOpen } from "./active-rules";
import { assertMayRemember, makeParts, partWords } from "./rules";
import { OPEN_MAX, type Part, type Remember } from "./types";

/** A stored rule that is not yet recorded in the trail. */
type MadeRule = {
  id: string;
  expiresAt: Date;
  uses: number;
  anyAgent: boolean;
  parts: readonly Part[];
};

/**
 * Checks that a decision may carry a rule, if it requests one. Not with an edit, and not where more
 * than this person's approval is required.
 * @throws DomainError CONFLICT
 */
export async function assertRememberable(
  tx: Tx,
  approval: Approval,
  decision: DecideApproval,
  edits: boolean,
): Promise<void> {
  if (decision.verdict !== "approve" || !decision.remember) return;
  if (edits)
    throw new DomainError(
      "CONFLICT",
      "No rule can be made from arguments that you edit: the agent asks with other ones. Nothing was recorded.",
    );
  if (decision.seen?.together)
    throw new DomainError(
      "CONFLICT",
      "No rule is made from a table of several calls: open the one that it is to be made from. Nothing was recorded.",
    );
  assertMayRemember(approval, await findBudgetBeyond(tx, approval));
}

/**
 * Creates the rule of an approval, in the approval's transaction, where this person alone closes
 * the locked call. Null if none is requested.
 * @throws DomainError CONFLICT or VALIDATION_ERROR; nothing is recorded then
 */
export async function rememberWith(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  decision: DecideApproval,
): Promise<MadeRule | null> {
  return decision.verdict === "approve" && decision.remember
    ? makeRule(tx, scope, approval, decision.remember)
    : null;
}

async function makeRule(
  tx: Tx,
  { actor }: UserScope,
  approval: Approval,
  remember: Remember,
): Promise<MadeRule> {
  if (await isNamedBy(tx, actor, approval))
    throw new DomainError(
      "CONFLICT",
      "The call is made on your behalf, so another person has to make a rule for it. Nothing was recorded.",
    );
  const { tenantId, tool, policy } = approval;
  if ((await countOpen(tx, tenantId, tool)) >= OPEN_MAX)
    throw new DomainError(
      "CONFLICT",
      `${OPEN_MAX} remembered rules of ${tool} are active, and no more can be. Nothing was recorded; revoke one of them first.`,
    );
  const parts = makeParts(parseJson(approval.argumentsText), remember.arguments);
  const id = newId();
  const [made] = await tx.$queryRaw<{ expiresAt: Date }[]>`
    insert into remembered_rules as r (id, tenant_id, gateway_id, provider, tool, tool_id, tool_version, risk, agent, any_agent,
      on_behalf_of, policy_name, parts, approval_id, made_by, made_by_name, made_at, expires_at, uses_max)
    select ${id}::uuid, a.tenant_id, a.gateway_id, a.provider, a.tool, a.tool_id, a.tool_version, a.risk, a.agent, ${remember.anyAgent},
      a.on_behalf_of, ${(policy as PolicyOfCall | null)?.name ?? null}, ${JSON.stringify(parts)}::jsonb, a.id, ${actor.id}::uuid, ${actor.name},
      n.at, n.at + make_interval(secs => ${remember.expiresInSeconds}::int), ${remember.uses}::int
    from approvals a, (select clock_timestamp()::timestamptz(3) as at) n
    where a.tenant_id = ${tenantId}::uuid and a.id = ${approval.id}::uuid
    returning r.expires_at as "expiresAt"`;
  if (!made) throw new Error(`the approval ${approval.id} is gone although it is locked`);
  return { id, expiresAt: made.expiresAt, uses: remember.uses, anyAgent: remember.anyAgent, parts };
}

export function ruleEntry({ id: call, tenantId }: Approval, rule: MadeRule): ActivityEntry {
  const { id, expiresAt, uses, anyAgent, parts } = rule;
  return {
    action: "approval.remembered",
    subject: { kind: "approval", id: call, tenantId },
    details: {
      rule: id,
      until: expiresAt,
      uses,
      ...(anyAgent ? { any_agent: true } : {}),
      may_vary: parts.filter(({ is }) => is !== "fixed").map((part) => `${part.path}: ${partWords(part)}`),
    },
  };
}
