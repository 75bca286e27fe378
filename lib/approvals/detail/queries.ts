import { listActivityOf } from "@/lib/activity/queries";
import { validateAgainstSchema } from "@/lib/arguments/contract";
import type { ContractCheck } from "@/lib/arguments/types";
import { isNamed, namesWith } from "@/lib/auth/people/names";
import { read } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { ratingsOf } from "@/lib/tools/queries";
import { defaultSummary } from "../gate/rules";
import { messageForPeople } from "../messages";
import { ineligibleBecause, requirementOf } from "../policies/eligibility";
import { deciderWords, requirementClauses } from "../policies/sentences";
import type { PolicyOfCall } from "../policies/types";
import { findLastApproved } from "../precedents";
import { getWholeApproval } from "../queries";
import { currentExecution, mayDecide, statusOf } from "../rules";
import type { Facts, Preview } from "../schema";
import type { WholeApproval } from "../types";
import { type Beside, readBeside, type StoredDelivery } from "./beside";
import {
  approveLabel,
  confirmationFor,
  definitionChanges,
  headlineParts,
  heldWhy,
  howManyFact,
  leadOf,
  riskWhy,
  startsHow,
  toWhomFact,
  verbsFor,
} from "./rules";
import { attemptItem, decides, dispatchedItem, notifiedItem, timelineItem, viewedItem } from "./timeline";
import type { ApprovalView, DeliveryView, TimelineItem } from "./types";
import { unaskedSince } from "./unasked";

/**
 * Everything the approval page shows.
 * @throws DomainError NOT_FOUND outside the scope
 */
export async function getApprovalView(scope: UserScope, id: string): Promise<ApprovalView> {
  const approval = await getWholeApproval(scope, id);
  const trail = await listActivityOf(scope, "approval", id);
  const { last, beside } = await read(scope, async (tx) => {
    const found = await findLastApproved(tx, approval);
    return { last: found, beside: await readBeside(tx, scope, approval, found) };
  });
  const { deliveries, looks, asOf } = beside;
  const server = serverPart(approval, beside);
  return {
    ...callPart(approval, beside),
    ...statePart(scope, approval, {
      ownCall: isOwn(scope.actor, approval, beside),
      ineligible: ineligiblePart(scope.actor, approval, beside),
    }),
    ...policyPart(approval),
    ...factsPart(approval, last),
    lastApproved: last && {
      id: last.id,
      at: last.decidedAt ?? last.createdAt,
      by: last.decidedBy,
      argumentsText: last.argumentsText,
      sameAgent: last.agent === approval.agent,
    },
    server,
    sessionRecord: beside.session,
    trackRecord: beside.track,
    ...attentionPart(approval, beside),
    assignment: beside.assignment && { ...beside.assignment, until: new Date(beside.assignment.until) },
    snoozedUntil: beside.snoozedUntil,
    viewerId: scope.actor.id,
    viewerActed: trail.some((row) => row.actorId === scope.actor.id && decides(row)),
    unaskedSince: unaskedSince(approval, beside),
    deliveries: deliveries.map((row) => toDelivery(row, scope.actor.role)),
    timeline: timelineOf(approval, [
      ...notifiedPart(approval, beside),
      ...looks.map(({ at, name }) => viewedItem({ at: new Date(at), name })),
      ...trail.map(timelineItem),
      ...deliveries.map((row) => dispatchedItem({ at: dispatchedAt(row, trail), href: deliveryHref(row) })),
      ...deliveries.flatMap(({ log }) =>
        log.map((one) => attemptItem({ ...one, at: new Date(one.startedAt) })),
      ),
    ]),
    asOf,
    contract: contractOf(approval.argumentsText, server.inputSchemaText),
  };
}

/** Whether the call is made on this person's behalf and their tenant lets nobody approve their own. */
function isOwn(actor: UserScope["actor"], { onBehalfOf }: Approval, beside: Beside): boolean {
  return (
    onBehalfOf !== null &&
    beside.blockSelfApproval &&
    isNamed(namesWith(actor, beside.otherNames), onBehalfOf)
  );
}

/** Why the viewer may not decide a call that waits. */
function ineligiblePart(actor: UserScope["actor"], approval: Approval, beside: Beside): string | null {
  const policy = requirementOf(approval.policy);
  if (!policy || approval.decision !== "pending" || !mayDecide(actor.role)) return null;
  const { onBehalfOf } = approval;
  const isRequester = onBehalfOf !== null && isNamed(namesWith(actor, beside.otherNames), onBehalfOf);
  return ineligibleBecause(policy, { ...actor, isRequester });
}

/** What is shown of the policy that decided, or that says who decides. */
function policyPart({ policy }: Approval): Pick<ApprovalView, "policy" | "reasonRequired"> {
  const stored = policy as PolicyOfCall | null;
  const { require } = stored ?? {};
  const clauses = require ? [`waits for ${deciderWords(require)}`, ...requirementClauses(require)] : [];
  return { policy: stored && { ...stored, clauses }, reasonRequired: require?.reasonRequired ?? [] };
}

/** Judging may take a while with a hostile definition. */
function contractOf(argumentsText: string, schemaText: string | null): ContractCheck | null {
  return schemaText === null ? null : validateAgainstSchema(parseJson(argumentsText), schemaText);
}

function callPart(approval: WholeApproval, { tenant, gateway, firstText }: Beside) {
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
    tenant,
    gateway: { id: gateway.id, name: gateway.name },
    correlationText: approval.correlation,
    preview: approval.preview as Preview | null,
    requestedArgumentsText: revision > 1 ? firstText : null,
    lead: leadOf({ ...approval, gateway: gateway.name }),
    approveLabel: approveLabel(tool),
  };
}

type ViewerRights = Pick<ApprovalView, "ownCall" | "ineligible">;

function statePart(scope: UserScope, approval: WholeApproval, { ownCall, ineligible }: ViewerRights) {
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
    verbs: verbsFor(scope.actor.role, approval, { hasVoted, ownCall, ineligible: ineligible !== null }),
    ownCall,
    ineligible,
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

function serverPart({ toolId, toolVersion }: Approval, { server }: Beside): ApprovalView["server"] {
  const known = { known: server.known, version: toolId ? toolVersion : null };
  const { version, earlier, rated } = server;
  return {
    ...known,
    toolId,
    ...ratingsOf(rated),
    description: version?.description ?? null,
    inputSchemaText: version?.inputSchema ?? null,
    annotations: version?.annotations ? (JSON.parse(version.annotations) as Record<string, unknown>) : null,
    changedSinceLastApproval: definitionChanges(toolId, earlier, version),
  };
}

/** Whether what went wrong needs somebody: the database's own condition, asked of the call as it is shown. */
function attentionPart(
  { acknowledgedAt: at, acknowledgedBy: by, acknowledgedNote: note, updatedAt }: Approval,
  beside: Beside,
): Pick<ApprovalView, "attention" | "changedAt"> {
  const acknowledged = at && by !== null ? { at, by, note } : null;
  return { attention: beside.attention ? "needed" : acknowledged, changedAt: updatedAt };
}

/** Into whose queue the call came. Nothing when nobody of then is left. */
function notifiedPart({ createdAt, decision }: Approval, { deciders }: Beside): TimelineItem[] {
  return deciders > 0 || decision === "pending" ? [notifiedItem(createdAt, deciders)] : [];
}

/** A callback carries the time its transaction began; the deed it tells of was written down a moment later. */
function dispatchedAt({ createdAt }: StoredDelivery, trail: readonly { at: Date }[]): Date {
  const owed = new Date(createdAt);
  return trail.find((row) => row.at >= owed)?.at ?? owed;
}

function deliveryHref({ gatewayId, id }: { gatewayId: string; id: string }): string {
  return `/gateways/${gatewayId}/deliveries/${id}`;
}

function toDelivery(row: StoredDelivery, role: string): DeliveryView {
  const { id, state, attempts, lastStatus, lastError } = row;
  return {
    id,
    state,
    attempts,
    lastStatus,
    lastError,
    nextAttemptAt: state === "waiting" ? new Date(row.nextAttemptAt) : null,
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
