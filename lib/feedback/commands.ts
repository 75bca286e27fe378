import { judgeRationale, type RationaleWarning } from "@/lib/approvals/gate/rules";
import { databaseNow } from "@/lib/core/clock";
import { ingest, type Tx } from "@/lib/core/db";
import { invalid } from "@/lib/core/errors";
import { claimRequest, type RequestKey, storeAnswer } from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import type { FeedbackIssue } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { markFirstRow, noteOffenders } from "@/lib/tenants/commands";
import { getTenantPolicy } from "@/lib/tenants/queries";
import { graceEnd, isInGrace } from "@/lib/tenants/rules";
import { issueHead } from "./queries";
import { feedbackFingerprint, issueTitle, publicAnswer } from "./rules";
import type { IssueHead, PublicAnswer, SubmitFeedback } from "./schema";

/** One report as its route identified it. `key` is null when the caller gave neither id nor Idempotency-Key. */
export type FeedbackRequest = { tenantId: string; key: string | null; bodySha256: string };

export type Submitted = {
  id: string;
  issue: IssueHead;
  /** Whether the issue was there before this report. */
  known: boolean;
  answer: PublicAnswer | null;
  replayed: boolean;
  warning: RationaleWarning | null;
  graceEnd: Date | null;
};

/**
 * Takes in an agent's report. It joins the issue of equal reports or opens one, and answers what people have said about it.
 * @throws DomainError VALIDATION_ERROR, IDEMPOTENCY_CONFLICT or IN_FLIGHT; nothing is stored then
 */
export async function submitFeedback(
  scope: GatewayScope,
  input: SubmitFeedback,
  request: FeedbackRequest,
): Promise<Submitted> {
  assertOwnGateway(scope, input.gateway);
  const { tenantId, key, bodySha256 } = request;
  return ingest(scope, async (tx) => {
    const { tenant, settings } = await getTenantPolicy(tx, tenantId);
    const now = await databaseNow(tx);
    const end = graceEnd(tenant.firstRowAt ?? now, settings.rationaleGraceDays);
    const id = newId();
    const claim =
      key === null ? null : { tenantId, gatewayId: scope.actor.id, kind: "feedback", key, bodySha256 };
    const replay = claim && (await claimRequest(tx, claim, id));
    if (replay?.rowId) return replayed(tx, { ...replay, rowId: replay.rowId, tenantId, graceEnd: end });
    // The first row of all opens the grace period, so it is within it.
    const inGrace =
      tenant.firstRowAt === null || isInGrace(tenant.firstRowAt, settings.rationaleGraceDays, now);
    const warning = judgeRationale(input.rationale, inGrace);
    if (tenant.firstRowAt === null) await markFirstRow(tx, tenantId);
    if (warning) await noteOffenders(tx, scope.actor.id, [{ tenantId, agent: input.agent }]);
    const { issue, known } = await joinIssue(tx, tenantId, input);
    await tx.feedbackSubmission.create({ data: submissionData(scope, input, { id, tenantId, issue }) });
    await keepAnswer(tx, claim, id, known);
    return { ...told(id, issue, known), replayed: false, warning, graceEnd: end };
  });
}

function assertOwnGateway(scope: GatewayScope, gateway: string | undefined): void {
  if (gateway === undefined || gateway === scope.actor.name) return;
  throw invalid(
    "/gateway",
    "not_yours",
    `This key belongs to the gateway ${scope.actor.name}. Nothing was stored.`,
    scope.actor.name,
  );
}

function told(id: string, issue: FeedbackIssue, known: boolean) {
  return { id, issue: issueHead(issue), known, answer: publicAnswer(issue) };
}

/** Whether the issue was known is the one thing that the rows cannot tell a retry later. */
async function keepAnswer(tx: Tx, claim: RequestKey | null, id: string, known: boolean): Promise<void> {
  if (claim) await storeAnswer(tx, claim, id, known ? "known" : "new");
}

type Replayed = { rowId: string; response: string | null; tenantId: string; graceEnd: Date };

async function replayed(tx: Tx, { rowId, response, tenantId, graceEnd }: Replayed): Promise<Submitted> {
  const row = await tx.feedbackSubmission.findFirstOrThrow({
    where: { tenantId, id: rowId },
    include: { issue: true },
  });
  const warning = judgeRationale(row.rationale ?? undefined, true);
  return { ...told(row.id, row.issue, response === "known"), replayed: true, warning, graceEnd };
}

async function joinIssue(
  tx: Tx,
  tenantId: string,
  input: SubmitFeedback,
): Promise<{ issue: FeedbackIssue; known: boolean }> {
  const fingerprint = feedbackFingerprint(input);
  const find = () =>
    tx.feedbackIssue.findUnique({ where: { tenantId_fingerprint: { tenantId, fingerprint } } });
  const present = await find();
  if (present) return { issue: present, known: true };
  // New issues of a tenant follow one another: numbers are unique, and of equal reports at once one opens the issue.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`feedback:${tenantId}`}, 0))`;
  const meanwhile = await find();
  if (meanwhile) return { issue: meanwhile, known: true };
  const last = await tx.feedbackIssue.aggregate({ where: { tenantId }, _max: { number: true } });
  const issue = await tx.feedbackIssue.create({
    data: {
      id: newId(),
      tenantId,
      number: (last._max.number ?? 0) + 1,
      title: issueTitle(input),
      provider: input.provider,
      tool: input.toolCalled,
      fingerprint,
    },
  });
  // Once per issue, not per report: an agent in a loop must not slow everybody's commits down.
  await announce(tx, "feedback", tenantId, issue.id);
  return { issue, known: false };
}

type Joined = { id: string; tenantId: string; issue: FeedbackIssue };

function submissionData(scope: GatewayScope, input: SubmitFeedback, { id, tenantId, issue }: Joined) {
  return {
    id,
    tenantId,
    gatewayId: scope.actor.id,
    issueId: issue.id,
    externalId: input.id,
    attemptedAction: input.attemptedAction,
    expectedOutcome: input.expectedOutcome,
    actualOutcome: input.actualOutcome,
    toolCalled: input.toolCalled,
    provider: input.provider,
    errorSeen: input.errorSeen,
    severity: input.severity,
    rationale: input.rationale,
    suggestedImprovement: input.suggestedImprovement,
    agent: input.agent,
    sessionId: input.sessionId,
    occurredAt: input.occurredAt === undefined ? undefined : new Date(input.occurredAt),
  };
}
