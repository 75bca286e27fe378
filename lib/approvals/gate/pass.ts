import type { ActivityEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { EXECUTION_LEASE_SECONDS } from "../execution/rules";
import { countUse } from "../remembered/active-rules";
import type { RuleForCall } from "../remembered/types";
import { isSampled, sampledReview } from "../reviews/sample";
import type { AdmittedCall } from "./call";
import { approvalData, deciderOf, deedOf, insertWhere, insertWithRevision } from "./hold";
import type { RecordedReason } from "./rules";
import type { GateAnswer, NewApproval } from "./types";

const EXECUTION = Prisma.sql`, started as (
  insert into executions (id, tenant_id, approval_id, state, lease_until)
  select execution_id, tenant_id, id, 'executing'::execution_state, use_by from made)`;

/** Stores a row of an allowed call, which takes its execution report. The caller records it. */
export async function allowRecorded(
  tx: Tx,
  scope: GatewayScope,
  call: AdmittedCall,
  insertion: NewApproval & { heldBecause: Exclude<RecordedReason, "remembered"> },
): Promise<GateAnswer> {
  const { heldBecause } = insertion;
  const data = letThroughData(scope, call, insertion, deciderOf(heldBecause, call));
  const approval = await insertWithRevision(tx, data, {
    behind: Prisma.sql`${EXECUTION}${sampled(call, insertion.id, null)}`,
  });
  return letThrough(approval, heldBecause, deedOf(LET_THROUGH[heldBecause], approval, call));
}

/** The same by a remembered rule, counted in the statement. Null without a use left. */
export async function allowByRule(
  tx: Tx,
  scope: GatewayScope,
  call: AdmittedCall,
  { id, rule }: { id: string; rule: RuleForCall },
): Promise<GateAnswer | null> {
  const by = `remembered rule of ${rule.madeByName}`;
  const data = letThroughData(scope, call, { id, heldBecause: "remembered" }, by);
  const approval = await insertWhere(
    tx,
    { ...data, rememberedRule: rule.id },
    {
      before: Prisma.sql`${countUse(call.identity.tenantId, rule.id)},`,
      which: Prisma.sql`exists (select from used)`,
      behind: Prisma.sql`${EXECUTION}${sampled(call, id, rule)}`,
    },
  );
  if (!approval) return null;
  const deed = deedOf("approval.rule_allowed", approval, call);
  const details = { rule: rule.id, rule_by: rule.madeByName, rule_from: rule.approvalId, ...deed.details };
  return letThrough(approval, "remembered", { ...deed, details });
}

function letThroughData(scope: GatewayScope, call: AdmittedCall, insertion: NewApproval, decidedBy: string) {
  const { now } = call.context;
  const lease = new Date(now.getTime() + EXECUTION_LEASE_SECONDS * 1_000);
  return {
    ...approvalData(scope, call, insertion),
    ...({ mode: "reissue", decision: "approved", execution: "executing" } as const),
    ...{ executionId: newId(), decidedAt: now, decidedBy, redeemedAt: now, useBy: lease },
  };
}

function letThrough(approval: Approval, reason: RecordedReason, deed: ActivityEntry): GateAnswer {
  const { id, executionId, argumentsSha256: digest } = approval;
  return { kind: "allow", reason, executionId: executionId ?? id, approvalId: id, digest, deed };
}

function sampled({ context }: AdmittedCall, id: string, rule: RuleForCall | null): Prisma.Sql {
  return isSampled(id, context.samplePercent) ? sampledReview(rule) : Prisma.empty;
}

const LET_THROUGH: Record<Exclude<RecordedReason, "remembered">, string> = {
  auto_approved: "approval.auto_approved",
  confirmed: "approval.confirmed",
  policy: "approval.policy_allowed",
};
