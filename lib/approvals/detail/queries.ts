import { listActivityOf } from "@/lib/activity/queries";
import { validateAgainstSchema } from "@/lib/arguments/contract";
import type { ContractCheck } from "@/lib/arguments/types";
import { databaseNow } from "@/lib/core/clock";
import { read, type Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { getRatingsOf } from "@/lib/tools/queries";
import { isOwnCall } from "../consent";
import { defaultSummary } from "../gate/rules";
import { messageForPeople } from "../messages";
import { findLastApproved } from "../precedents";
import { getWholeApproval } from "../queries";
import { currentExecution, mayDecide, statusOf } from "../rules";
import type { Facts, Preview } from "../schema";
import type { WholeApproval } from "../types";
import {
  approveLabel,
  confirmationFor,
  headlineParts,
  heldWhy,
  howManyFact,
  leadOf,
  riskWhy,
  schemaChanged,
  startsHow,
  toWhomFact,
  verbsFor,
} from "./rules";
import { attemptItem, decides, dispatchedItem, notifiedItem, timelineItem, viewedItem } from "./timeline";
import type { ApprovalView, DeliveryView, TimelineItem } from "./types";
import { findUnasked } from "./unasked";

const RECORD_DAYS = 30;

const ATTEMPTS_SHOWN = 30;

/**
 * Everything the approval page shows, as one consistent reading.
 * @throws DomainError NOT_FOUND outside the scope
 */
export async function getApprovalView(scope: UserScope, id: string): Promise<ApprovalView> {
  const approval = await getWholeApproval(scope, id);
  const trail = await listActivityOf(scope, "approval", id);
  const view = await read(scope, async (tx) => {
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
      ...statePart(scope, approval, await isOwnCall(tx, scope.actor, approval)),
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
      ...(await attentionPart(tx, approval)),
      ...(await personalPart(tx, scope, approval)),
      viewerActed: trail.some((row) => row.actorId === scope.actor.id && decides(row)),
      unaskedSince: await unaskedPart(tx, approval),
      deliveries: deliveries.map((row) => toDelivery(row, scope.actor.role)),
      timeline: timelineOf(approval, [
        ...(await notifiedPart(tx, approval)),
        ...(await listFirstLooks(tx, approval)).map(viewedItem),
        ...trail.map(timelineItem),
        ...deliveries.map((row) => dispatchedItem({ at: dispatchedAt(row, trail), href: deliveryHref(row) })),
        ...attempts,
      ]),
      asOf: await databaseNow(tx),
    };
  });
  return { ...view, contract: contractOf(view.argumentsText, view.server.inputSchemaText) };
}

/** Judging may take a while with a hostile definition: not within a transaction. */
function contractOf(argumentsText: string, schemaText: string | null): ContractCheck | null {
  return schemaText === null ? null : validateAgainstSchema(parseJson(argumentsText), schemaText);
}

async function unaskedPart(tx: Tx, approval: WholeApproval): Promise<Date | null> {
  const gateway = await tx.gateway.findUniqueOrThrow({ where: { id: approval.gatewayId } });
  return findUnasked(tx, approval, gateway, await databaseNow(tx));
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

function statePart(scope: UserScope, approval: WholeApproval, ownCall: boolean) {
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
    mode: approval.mode,
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
    agentMessage: messageForPeople(approval),
    startsHow: startsHow(approval),
    verbs: verbsFor(scope.actor.role, approval, { hasVoted, ownCall }),
    ownCall,
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
  const { catalogueRisk, overrideRisk } = await getRatingsOf(tx, toolId, approval.tenantId);
  return {
    known: tool !== null,
    description: version?.description ?? null,
    inputSchemaText: version?.inputSchema ?? null,
    annotations: version?.annotations ? (JSON.parse(version.annotations) as Record<string, unknown>) : null,
    catalogueRisk,
    overrideRisk,
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
        select count(*) filter (where decision = 'approved' and held_because not in ('auto_approved', 'confirmed'))::int as approved,
               count(*) filter (where decision = 'rejected')::int as rejected
        from approvals where tenant_id = ${tenantId}::uuid and agent = ${agent} and created_at >= ${since} and id <> ${id}::uuid`
    : [];
  return { sessionRecord: session ?? null, trackRecord: track ?? null };
}

/** Whether what went wrong needs somebody: the database's own condition, asked of the call as it is shown. */
async function attentionPart(
  tx: Tx,
  approval: Approval,
): Promise<Pick<ApprovalView, "attention" | "changedAt">> {
  const {
    decision,
    execution,
    delivery,
    acknowledgedAt: at,
    acknowledgedBy: by,
    acknowledgedNote: note,
    updatedAt,
  } = approval;
  const [row] = await tx.$queryRaw<{ needed: boolean }[]>`
    select needs_attention(${decision}::decision, ${execution}::execution_state, ${delivery}::delivery_state, ${at}::timestamptz) as needed`;
  const acknowledged = at && by !== null ? { at, by, note } : null;
  return { attention: row?.needed ? "needed" : acknowledged, changedAt: updatedAt };
}

/** Who has it, and what this person did with it for themselves. */
async function personalPart(tx: Tx, scope: UserScope, approval: Approval) {
  const { tenantId, id: approvalId } = approval;
  const now = await databaseNow(tx);
  const held = await tx.approvalAssignment.findFirst({ where: { tenantId, approvalId, until: { gt: now } } });
  const snooze = await tx.approvalSnooze.findFirst({
    where: { tenantId, approvalId, userId: scope.actor.id, until: { gt: now } },
  });
  return {
    assignment: held && { userId: held.userId, name: held.userName, until: held.until },
    snoozedUntil: snooze?.until ?? null,
    viewerId: scope.actor.id,
  };
}

// A timeline is for reading: who came later is in the activity log.
const LOOKS_SHOWN = 20;

async function listFirstLooks(tx: Tx, { tenantId, id }: Approval): Promise<{ at: Date; name: string }[]> {
  const looks = await tx.approvalPresence.findMany({
    where: { tenantId, approvalId: id },
    orderBy: { firstAt: "asc" },
    take: LOOKS_SHOWN,
  });
  return looks.map((look) => ({ at: look.firstAt, name: look.userName }));
}

/** Into whose queue the call came; of those who can still decide it while it waits. Nothing when nobody of then is left. */
async function notifiedPart(tx: Tx, { tenantId, createdAt, decision }: Approval): Promise<TimelineItem[]> {
  const pending = decision === "pending";
  const [row] = await tx.$queryRaw<{ n: number }[]>`
    select count(*)::int as n from users u
    where u.role in ('admin', 'approver') and u.disabled_at is null and (${pending} or u.created_at <= ${createdAt})
      and (u.all_tenants or exists (select 1 from memberships m where m.user_id = u.id and m.tenant_id = ${tenantId}::uuid))`;
  const people = row?.n ?? 0;
  return people > 0 || pending ? [notifiedItem(createdAt, people)] : [];
}

/** A callback carries the time its transaction began; the deed it tells of was written down a moment later. */
function dispatchedAt({ createdAt }: { createdAt: Date }, trail: readonly { at: Date }[]): Date {
  return trail.find((row) => row.at >= createdAt)?.at ?? createdAt;
}

function deliveryHref({ gatewayId, id }: { gatewayId: string; id: string }): string {
  return `/gateways/${gatewayId}/deliveries/${id}`;
}

type DeliveryRow = {
  id: string;
  gatewayId: string;
  state: DeliveryView["state"];
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date;
};

function toDelivery(row: DeliveryRow, role: string): DeliveryView {
  const { id, state, attempts, lastStatus, lastError } = row;
  return {
    id,
    state,
    attempts,
    lastStatus,
    lastError,
    nextAttemptAt: state === "waiting" ? row.nextAttemptAt : null,
    href: deliveryHref(row),
    mayReplay: mayDecide(role) && (state === "delivered" || state === "dead"),
  };
}

function timelineOf(approval: Approval, items: TimelineItem[]): TimelineItem[] {
  const requested: TimelineItem = {
    at: approval.createdAt,
    kind: "requested",
    title: "Requested",
    by: approval.agent,
    detail: approval.onBehalfOf ? `on behalf of ${approval.onBehalfOf}` : null,
    until: null,
    href: null,
  };
  return [requested, ...items.toSorted((a, b) => a.at.getTime() - b.at.getTime())];
}
