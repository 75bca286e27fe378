import { listActivityOf } from "@/lib/activity/timeline";
import { databaseNow } from "@/lib/core/clock";
import { read, type Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { currentExecution, getWholeApproval, messageOf, type WholeApproval } from "../answer/queries";
import { defaultSummary } from "../gate/rules";
import { approveLabel, confirmationFor, statusOf, verbsFor } from "../rules";
import type { ApprovalView, DeliveryView, Facts, Preview, RiskWord, TimelineItem } from "../schema";
import { attemptItem, timelineItem } from "../timeline/rules";
import { headlineParts, heldWhy, howManyFact, leadOf, riskWhy, schemaChanged, toWhomFact } from "./rules";

const RECORD_DAYS = 30;
const ATTEMPTS_SHOWN = 30;

/**
 * Everything the approval page shows, as one consistent reading.
 * @throws DomainError NOT_FOUND outside the scope
 */
export async function getApprovalView(scope: UserScope, id: string): Promise<ApprovalView> {
  const approval = await getWholeApproval(scope, id);
  const trail = await listActivityOf(scope, "approval", id);
  return read(scope, async (tx) => {
    const last = await findLastApproved(tx, approval);
    const deliveries = await tx.delivery.findMany({
      where: { tenantId: approval.tenantId, approvalId: approval.id },
      include: {
        log: {
          // Not the answers' bodies, which may be large; the newest attempts are what matters.
          select: { attempt: true, startedAt: true, status: true, error: true },
          orderBy: { attempt: "desc" },
          take: ATTEMPTS_SHOWN,
        },
      },
      orderBy: { id: "asc" },
    });
    const attempts = deliveries.flatMap((d) => d.log.map((a) => attemptItem({ ...a, at: a.startedAt })));
    return {
      ...(await callPart(tx, approval)),
      ...statePart(scope, approval),
      ...factsPart(approval, last),
      lastApproved: last && {
        id: last.id,
        at: last.decidedAt ?? last.createdAt,
        by: last.decidedBy,
        argumentsText: last.argumentsText,
        sameAgent: last.agent === approval.agent,
      },
      server: await serverPart(tx, approval, last),
      ...(await recordPart(tx, approval)),
      deliveries: deliveries.map(toDelivery),
      timeline: timelineOf(approval, [...trail.map(timelineItem), ...attempts]),
      asOf: await databaseNow(tx),
    };
  });
}

async function callPart(tx: Tx, approval: WholeApproval) {
  const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: approval.tenantId } });
  const gateway = await tx.gateway.findUniqueOrThrow({ where: { id: approval.gatewayId } });
  const first = await tx.approvalRevision.findFirst({
    where: { tenantId: approval.tenantId, approvalId: approval.id, revision: 1 },
  });
  const { id, externalId, provider, tool, revision, argumentsText, argumentsSha256, impact, rationale } =
    approval;
  const { agent, agentVersion, onBehalfOf, sessionId, callId, precondition, createdAt } = approval;
  return {
    id,
    externalId,
    provider,
    tool,
    revision,
    argumentsText,
    argumentsSha256,
    impact,
    rationale,
    agent,
    agentVersion,
    onBehalfOf,
    sessionId,
    callId,
    precondition,
    createdAt,
    tenant: { id: tenant.id, key: tenant.key, name: tenant.name },
    gateway: { id: gateway.id, name: gateway.name },
    correlationText: approval.correlation,
    preview: approval.preview as Preview | null,
    requestedArgumentsText: revision > 1 ? (first?.argumentsText ?? null) : null,
    lead: leadOf({ ...approval, gateway: gateway.name }),
    approveLabel: approveLabel(tool),
  };
}

function statePart(scope: UserScope, approval: WholeApproval) {
  const execution = currentExecution(approval);
  const state = execution?.state;
  const hasVoted = approval.votes.some(
    (vote) => vote.userId === scope.actor.id && vote.revision === approval.revision,
  );
  const { decision, decideBy, useBy, decidedAt, decidedBy, reason, approvalsRequired } = approval;
  return {
    status: statusOf(approval),
    decision,
    execution: approval.execution,
    undelivered: approval.delivery === "dead",
    decideBy,
    useBy,
    decidedAt,
    decidedBy,
    reason,
    approvalsRequired,
    votes: approval.votes.map((vote) => ({
      by: vote.userName,
      verdict: vote.verdict,
      reason: vote.reason,
      at: vote.createdAt,
    })),
    outcome:
      execution &&
      (state === "executing" || state === "succeeded" || state === "failed" || state === "unknown")
        ? {
            state,
            resultText: execution.resultText,
            truncated: execution.resultTruncated,
            error:
              execution.errorMessage === null
                ? null
                : { code: execution.errorCode, message: execution.errorMessage },
            durationMs: execution.durationMs,
          }
        : null,
    agentMessage: messageOf(approval),
    verbs: verbsFor(scope.actor.role, approval, hasVoted),
  };
}

function factsPart(approval: Approval, last: Approval | null) {
  const facts = approval.facts as Facts | null;
  const before = (last?.facts ?? null) as Facts | null;
  const { risk, tool, summary, provider, argumentsText } = approval;
  return {
    risk,
    riskWhy: riskWhy(approval.riskSource),
    heldWhy: heldWhy(approval.heldBecause),
    headline: headlineParts(summary, facts),
    headlineIsOurs: summary === defaultSummary(provider, tool, parseJson(argumentsText), argumentsText),
    facts: {
      what: { claim: facts?.what ?? null, note: provider ? `${provider} · ${tool}` : tool, unusual: false },
      toWhom: toWhomFact(facts, before),
      howMany: howManyFact(facts, before, last !== null),
      undo: { claim: facts?.undo ?? null, note: null, unusual: false },
    },
    confirmation: confirmationFor(risk, {
      howMany: facts?.how_many ?? null,
      toWhom: facts?.to_whom ?? null,
      tool,
    }),
  };
}

/** Of the same agent if there is one, else of any agent. */
async function findLastApproved(tx: Tx, approval: Approval): Promise<Approval | null> {
  const { tenantId, gatewayId, provider, tool, agent, id } = approval;
  const where = { tenantId, gatewayId, provider, tool, decision: "approved" as const, id: { lt: id } };
  const own = await tx.approval.findFirst({ where: { ...where, agent }, orderBy: { id: "desc" } });
  return own ?? tx.approval.findFirst({ where, orderBy: { id: "desc" } });
}

async function serverPart(
  tx: Tx,
  approval: Approval,
  last: Approval | null,
): Promise<ApprovalView["server"]> {
  const unknown = {
    known: false,
    description: null,
    inputSchemaText: null,
    annotations: null,
    catalogueRisk: null,
    overrideRisk: null,
  };
  if (!approval.toolId || approval.toolVersion === null)
    return { ...unknown, version: null, changedSinceLastApproval: false };
  const toolId = approval.toolId;
  const tool = await tx.tool.findUnique({ where: { id: toolId } });
  const version = await tx.toolVersion.findUnique({
    where: { toolId_version: { toolId, version: approval.toolVersion } },
  });
  const earlier =
    last?.toolId === toolId && last.toolVersion !== null
      ? await tx.toolVersion.findUnique({ where: { toolId_version: { toolId, version: last.toolVersion } } })
      : null;
  const ratings = await tx.toolRating.findMany({
    where: { toolId, OR: [{ tenantId: approval.tenantId }, { tenantId: null }] },
  });
  const override = ratings.find((rating) => rating.tenantId !== null) ?? ratings[0];
  return {
    known: tool !== null,
    description: version?.description ?? null,
    inputSchemaText: version?.inputSchema ?? null,
    annotations: version?.annotations ? (JSON.parse(version.annotations) as Record<string, unknown>) : null,
    catalogueRisk: tool?.risk ?? null,
    overrideRisk: (override?.risk ?? null) as RiskWord | null,
    version: approval.toolVersion,
    changedSinceLastApproval: schemaChanged(earlier?.inputSchema ?? null, version?.inputSchema ?? null),
  };
}

async function recordPart(tx: Tx, approval: Approval) {
  const { tenantId, sessionId, agent, id } = approval;
  const since = new Date(approval.createdAt.getTime() - RECORD_DAYS * 86_400_000);
  const [session] = sessionId
    ? await tx.$queryRaw<{ calls: number; rejected: number }[]>`
        select count(*)::int as calls, count(*) filter (where decision = 'rejected')::int as rejected
        from approvals where tenant_id = ${tenantId}::uuid and session_id = ${sessionId} and agent is not distinct from ${agent}`
    : [];
  const [track] = agent
    ? await tx.$queryRaw<{ approved: number; rejected: number }[]>`
        select count(*) filter (where decision = 'approved')::int as approved,
               count(*) filter (where decision = 'rejected')::int as rejected
        from approvals where tenant_id = ${tenantId}::uuid and agent = ${agent} and created_at >= ${since} and id <> ${id}::uuid`
    : [];
  return { sessionRecord: session ?? null, trackRecord: track ?? null };
}

type DeliveryRow = {
  id: string;
  state: DeliveryView["state"];
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date;
};

function toDelivery(row: DeliveryRow): DeliveryView {
  const { id, state, attempts, lastStatus, lastError } = row;
  return {
    id,
    state,
    attempts,
    lastStatus,
    lastError,
    nextAttemptAt: state === "waiting" ? row.nextAttemptAt : null,
  };
}

function timelineOf(approval: Approval, items: TimelineItem[]): TimelineItem[] {
  const requested: TimelineItem = {
    at: approval.createdAt,
    kind: "requested",
    title: "Requested",
    by: approval.agent,
    detail: approval.onBehalfOf ? `on behalf of ${approval.onBehalfOf}` : null,
    href: null,
  };
  return [requested, ...items.toSorted((a, b) => a.at.getTime() - b.at.getTime())];
}
