import type { ActivityEntry } from "@/lib/activity/record";
import { snake } from "@/lib/core/casing";
import type { Tx } from "@/lib/core/db";
import type { GatewayScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { NOTICE_OF_WAITING } from "@/lib/notices/events";
import { type FittingPolicy, policyOfCall } from "@/lib/policies/rules";
import type { PolicyOfCall, Requirement } from "@/lib/policies/types";
import { ANNOUNCED } from "../closing";
import { NOBODY, receiptOf } from "../receipt-facts";
import { firstReminder } from "../reminders";
import { APPROVAL } from "../row";
import type { AdmittedCall, Order } from "./call";
import { defaultSummary, type RecordedReason } from "./rules";
import type { GateAnswer, NewApproval } from "./types";

/** Writes the pending approval of a held call with its first revision. */
export async function insertApproval(tx: Tx, scope: GatewayScope, order: Order): Promise<Approval> {
  return insertWithRevision(tx, approvalData(scope, order.call, order));
}

type Also = {
  /** A leading part, `name as (…),`. */
  before?: Prisma.Sql;
  /** A condition on the row `r`; if false, nothing is inserted. */
  which?: Prisma.Sql;
  /** A trailing part, `, name as (…)`, which may read the new row: `made`. */
  behind?: Prisma.Sql;
};

/** One statement, which announces the approval as well. */
export async function insertWithRevision(
  tx: Tx,
  data: Prisma.ApprovalUncheckedCreateInput,
  also: Also = {},
): Promise<Approval> {
  const approval = await insertWhere(tx, data, also);
  if (!approval) throw new Error("an approval was written and did not come back");
  return approval;
}

/** The same; undefined if the condition is false. */
export async function insertWhere(
  tx: Tx,
  data: Prisma.ApprovalUncheckedCreateInput,
  { before = Prisma.empty, which, behind = Prisma.empty }: Also,
): Promise<Approval | undefined> {
  const [approval] = await tx.$queryRaw<Approval[]>`
    with ${before} ${inserted([data], which)} ${behind}
    select ${APPROVAL}, ${ANNOUNCED} as told from made a`;
  return approval;
}

/**
 * Statement parts that insert approvals, `made`, with their first revisions.
 * @param rows each with the same members; undefined becomes null
 * @param which a condition on the row `r`: only matching rows are inserted
 */
export function inserted(
  rows: readonly Prisma.ApprovalUncheckedCreateInput[],
  which: Prisma.Sql = Prisma.sql`true`,
): Prisma.Sql {
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value ?? null])),
  );
  const columns = Prisma.raw(Object.keys(named[0] ?? {}).join(", "));
  return Prisma.sql`
    made as (
      insert into approvals (${columns})
      select ${columns} from json_populate_recordset(null::approvals, ${JSON.stringify(named)}::json) r where ${which} returning *),
    kept as (
      insert into approval_revisions (approval_id, revision, tenant_id, arguments_text, arguments_sha256)
      select id, revision, tenant_id, arguments_text, arguments_sha256 from made),
    ${NOTICE_OF_WAITING}`;
}

/** The row of a call that waits for a person. */
export function approvalData(scope: GatewayScope, call: AdmittedCall, approval: NewApproval) {
  const { id, heldBecause, unknownOf } = approval;
  const { input, context, identity, tool, policy } = call;
  const require = policy?.policy.action === "require" ? policy.policy.require : null;
  const mode = input.mode ?? (context.callbackUrl ? "callback" : "reissue");
  const after = afterOf(context.now);
  const decideBy = after(secondsToDecide(call, require));
  return {
    id,
    tenantId: identity.tenantId,
    gatewayId: scope.actor.id,
    externalId: input.id,
    provider: input.provider,
    tool: input.tool,
    toolId: tool.tool?.id,
    toolVersion: tool.tool?.version,
    argumentsText: input.arguments.text,
    argumentsSha256: identity.digest,
    requestedSha256: identity.digest,
    risk: tool.risk,
    riskSource: tool.source,
    claimedRisk: input.risk,
    ...{ heldBecause, unknownOf },
    ...byPolicies(call, heldBecause, require),
    summary:
      input.summary ??
      defaultSummary(identity.provider, input.tool, input.arguments.node, input.arguments.text),
    ...saidBy(input),
    mode,
    decideBy,
    remindAt: firstReminder({ createdAt: context.now, decideBy }),
    escalateAt: require?.escalate ? after(require.escalate.afterSeconds) : null,
    useBySeconds:
      require?.useWithinSeconds ??
      (mode === "callback" ? context.useByCallbackSeconds : context.useByReissueSeconds),
    createdAt: context.now,
    updatedAt: context.now,
  };
}

/** What the gateway and its agent say of the call. */
function saidBy(input: AdmittedCall["input"]) {
  const { rationale, impact, facts, preview, callbackUrl, traceParent } = input;
  const { agent, agentVersion, model, onBehalfOf, sessionId, callId, precondition, occurredAt } = input;
  return {
    ...{ rationale, impact, facts, preview, callbackUrl, traceParent },
    ...{ agent, agentVersion, model, onBehalfOf, sessionId, callId, precondition, occurredAt },
    correlation: input.correlation?.text,
  };
}

const afterOf = (now: Date) => (seconds: number) => new Date(now.getTime() + seconds * 1_000);

function byPolicies(call: AdmittedCall, heldBecause: string, require: Requirement | null) {
  const budgets = call.takes.length > 0 ? [...call.takes] : undefined;
  const policy = heldBy(call, heldBecause) ?? undefined;
  return { approvalsRequired: require?.approvals ?? 1, policy, budgets };
}

/** The policy that decided the call, or that sets its deciders. */
function heldBy({ policy }: AdmittedCall, heldBecause: string): PolicyOfCall | null {
  const counts = policy && (policy.policy.action === "require" || heldBecause.startsWith("policy"));
  return counts ? policyOfCall(policy) : null;
}

/** A policy's deadline replaces the tenant's; a caller can only shorten it. */
function secondsToDecide({ input, context }: AdmittedCall, require: Requirement | null): number {
  const given = require?.decideWithinSeconds ?? null;
  if (given === null) return input.ttlSeconds ?? context.ttlSeconds;
  return Math.min(input.ttlSeconds ?? given, given);
}

/** What allowed or refused a call, as text for people; names no person, because none decided. */
export function deciderOf(because: Exclude<RecordedReason, "remembered">, { policy }: AdmittedCall): string {
  if (because === "policy") return `policy “${policy?.policy.name}”`;
  return because === "confirmed" ? "confirmed by the caller" : "automatic approval";
}

function budgetFacts({ budget }: FittingPolicy): { budget?: object } {
  if (!budget) return {};
  const { atMost, of, per, each, subject, used, amount, freesAt } = budget;
  return { budget: { at_most: atMost, of, per, each, subject, used, amount, frees_at: freesAt } };
}

/** The trail entry of a call that no person decided. */
export function deedOf(action: string, approval: Approval, { policy }: AdmittedCall): ActivityEntry {
  const { id, tenantId, tool, risk, decidedAt, decidedBy, reason } = approval;
  const ended = { decided_at: decidedAt, decided_by: decidedBy, ...(reason === null ? {} : { reason }) };
  const receipt = receiptOf(approval, NOBODY);
  const by = policy ? { policy: policy.policy.name, version: policy.version, ...budgetFacts(policy) } : {};
  return {
    action,
    subject: { kind: "approval", id, tenantId },
    details: { tool, risk, ...by, ...ended, receipt },
  };
}

/**
 * Refuses a call by its matching policy and stores a row for that. A repeated refusal by the same
 * policy version within the tenant's cool-down gets the existing row, with the current budget. The
 * caller records it.
 */
export async function denyByPolicy(
  tx: Tx,
  scope: GatewayScope,
  call: AdmittedCall,
  { id, told }: { id: string; told: string | null },
): Promise<Extract<GateAnswer, { kind: "deny" }>> {
  const { tenantId } = call.identity;
  if (told !== null) {
    const approval = await tx.approval.findFirstOrThrow({ where: { tenantId, id: told } });
    const now = call.policy && { policy: policyOfCall(call.policy) as unknown as Approval["policy"] };
    return { kind: "deny", code: "POLICY", approval: { ...approval, ...now } };
  }
  const data = approvalData(scope, call, { id, heldBecause: "policy_denied" });
  const state = { decision: "rejected", execution: "blocked" } as const;
  const reason = call.policy?.policy.action === "deny" ? call.policy.policy.reason : null;
  const own = { decidedAt: call.context.now, decidedBy: deciderOf("policy", call), reason };
  const approval = await insertWithRevision(tx, { ...data, ...state, ...own });
  return { kind: "deny", code: "POLICY", approval, deed: deedOf("approval.policy_denied", approval, call) };
}
