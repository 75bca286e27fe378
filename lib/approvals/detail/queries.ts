import { listActivityOf } from "@/lib/activity/queries";
import { signingKey } from "@/lib/activity/signing-key";
import { validateAgainstSchema } from "@/lib/arguments/contract";
import type { ContractCheck } from "@/lib/arguments/types";
import { read, type Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import type { BudgetShareOfCall, ExceededBudget } from "@/lib/policies/budgets/types";
import { holdSecondsOf, requirementsOf } from "@/lib/policies/requirements";
import { ratingsOf } from "@/lib/tools/queries";
import { attemptsAround } from "../attempts/rules";
import { findRefusal } from "../current-policies";
import { knownOutcomeOf } from "../execution/rules";
import { defaultSummary } from "../gate/rules";
import { messageForPeople } from "../messages";
import { toNote } from "../notes/queries";
import { readHistory } from "../precedent/queries";
import type { StoredRecord } from "../precedent/types";
import { getWholeApproval } from "../queries";
import { signatureStates } from "../receipt-keys/rules";
import { receiptsOf } from "../receipts-in-rows";
import { cannotRemember } from "../remembered/rules";
import { findReviewOf } from "../reviews/queries";
import { PASSED_BY } from "../reviews/types";
import { currentExecution, mayDecide, statusOf } from "../rules";
import type { Facts, Preview } from "../schema";
import type { WholeApproval } from "../types";
import { alonePart } from "./break-glass-terms";
import { escalationsPart, passkeyPart, policyPart, viewerPart } from "./deciding";
import { attemptsPart, precedentPart } from "./history";
import {
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
import { unaskedSince } from "./runner-silence";
import { type Beside, readBeside, type StoredDelivery } from "./surroundings";
import { attemptItem, decides, dispatchedItem, notifiedItem, timelineItem, viewedItem } from "./timeline";
import type { ApprovalView, DeliveryView, TimelineItem, Verb } from "./types";
import { decidersOf, votesPart } from "./votes-part";

/**
 * Everything on the approval page.
 * @throws DomainError NOT_FOUND outside the scope
 */
export async function getApprovalView(scope: UserScope, id: string): Promise<ApprovalView> {
  const approval = await getWholeApproval(scope, id);
  const trail = await listActivityOf(scope, "approval", id);
  const { last, record, attempts, review, beside, refusedBy } = await read(scope, (tx) =>
    readAround(tx, scope, approval),
  );
  const { deliveries, looks, asOf } = beside;
  const server = serverPart(approval, beside);
  const entries = trail.map((row) => row.entry);
  return {
    ...callPart(approval, beside),
    ...statePart(scope, approval, {
      ...viewerPart(scope.actor, approval, beside),
      refusedBy,
      breakGlass: refusedBy ? null : alonePart(scope.actor, approval, beside),
      beside,
    }),
    ...policyPart(approval, beside),
    ...factsPart(approval, last, record),
    lastApproved: last && lastApprovedPart(last, approval),
    server,
    precedent: record && precedentPart(approval, record, { server, unknownBefore: unknownPart(beside) }),
    ...attemptsPart(attempts, beside),
    sessionRecord: beside.session,
    trackRecord: beside.track,
    ...attentionPart(approval, beside),
    assignment: beside.assignment && { ...beside.assignment, until: new Date(beside.assignment.until) },
    remembered: beside.remembered,
    ...{ review, snoozedUntil: beside.snoozedUntil, viewerId: scope.actor.id },
    viewerActed: trail.some((row) => row.actorId === scope.actor.id && decides(row)),
    unaskedSince: unaskedSince(approval, beside),
    deliveries: deliveries.map((row) => toDelivery(row, scope.actor.role)),
    receipts: receiptsOf(entries),
    signatures: signatureStates(entries, signingKey().id),
    notes: beside.notes.map(toNote),
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

function lastApprovedPart(last: Approval, { agent }: Approval): NonNullable<ApprovalView["lastApproved"]> {
  const { id, decidedAt, createdAt, decidedBy: by, argumentsText } = last;
  return { id, at: decidedAt ?? createdAt, by, argumentsText, sameAgent: last.agent === agent };
}

async function readAround(tx: Tx, scope: UserScope, approval: Approval) {
  const history = await readHistory(tx, approval);
  const attempts = attemptsAround(history.nearby, approval.id);
  const beside = await readBeside(tx, scope, approval, history.last, attempts.earlier?.id ?? null);
  const review = mayHaveReview(approval) ? await findReviewOf(tx, scope, approval.id) : null;
  return { ...history, attempts, review, beside, refusedBy: await refusalNow(tx, approval, beside) };
}

/** The policy that now refuses a call that may still run; null if none does. */
async function refusalNow(
  tx: Tx,
  approval: Approval,
  { asOf, tenant, gateway, policiesKey, catalogueProvider }: Beside,
): Promise<ApprovalView["refusedBy"]> {
  if (approval.decision !== "pending" && approval.execution !== "awaiting") return null;
  const place = { now: asOf, tenant: tenant.key, gateway: gateway.name };
  const under = { ...approval, policiesKey };
  return findRefusal(tx, under, { ...place, provider: catalogueProvider, key: policiesKey });
}

const SAMPLED: ReadonlySet<string> = new Set(PASSED_BY);

/** Calls that ran without approval may be sampled for review. */
function mayHaveReview({ brokeGlass, heldBecause }: Approval): boolean {
  return brokeGlass || SAMPLED.has(heldBecause);
}

/** Checking a hostile definition may take a while. */
function contractOf(argumentsText: string, schemaText: string | null): ContractCheck | null {
  return schemaText === null ? null : validateAgainstSchema(parseJson(argumentsText), schemaText);
}

function callPart(approval: WholeApproval, { tenant, gateway, firstText, editedBy }: Beside) {
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
    editedBy: editedBy?.name ?? null,
    lead: leadOf({
      ...approval,
      approvalsRequired: approval.brokeGlass ? 1 : approval.approvalsRequired,
      holdSeconds: approval.brokeGlass ? 0 : holdSecondsOf(requirementsOf(approval)),
      gateway: gateway.name,
    }),
  };
}

type Known = Pick<
  ApprovalView,
  "ownCall" | "ineligible" | "cannotApprove" | "inPlaceOf" | "breakGlass" | "refusedBy"
> & {
  beside: Beside;
};

function statePart(scope: UserScope, approval: WholeApproval, known: Known) {
  const { ownCall, ineligible, cannotApprove, inPlaceOf, breakGlass, refusedBy, beside } = known;
  const voted = votesPart(scope, approval, beside);
  const passkey = passkeyPart(approval, beside);
  const { decision, decideBy, releaseAt, useBy, decidedAt, decidedBy, reason, approvalsRequired } = approval;
  const verbs = verbsFor(scope.actor.role, approval, {
    hasVoted: voted.hasVoted,
    isEnough: voted.missing?.needed === 0,
    ownCall,
    cannotApprove: cannotApprove !== null || refusedBy !== null,
    lacksPasskey: passkey?.has === false,
    editsApart: voted.editsApart,
    ineligible: ineligible !== null,
    mayBreakGlass: breakGlass !== null,
  });
  return {
    status: statusOf(approval),
    decision,
    execution: approval.execution,
    mode: approval.mode,
    undelivered: approval.delivery === "dead",
    decideBy,
    releaseAt,
    escalations: escalationsPart(approval, beside),
    useBy,
    decidedAt,
    decidedBy,
    reason,
    approvalsRequired,
    ...voted,
    cannotApprove,
    refusedBy,
    passkey,
    brokeGlass: approval.brokeGlass,
    breakGlass,
    outcome: outcomePart(approval),
    knownOutcome: knownOutcomeOf(approval),
    holdsNext: !SAMPLED.has(approval.heldBecause) || currentExecution(approval)?.reportSha256 != null,
    unknownBefore: unknownPart(beside),
    agentMessage: messageForPeople(approval),
    startsHow: startsHow(approval, holdSecondsOf(requirementsOf(approval))),
    verbs: verbs.includes("approve") && cannotRemember(approval) === null ? withRule(verbs) : verbs,
    ownCall,
    ineligible,
    inPlaceOf,
  };
}

/** People who may approve the call alone may create a rule with their approval. */
const withRule = (verbs: readonly Verb[]): Verb[] =>
  verbs.flatMap((verb) => (verb === "approve" ? [verb, "remember"] : [verb]));

function outcomePart(approval: WholeApproval): ApprovalView["outcome"] {
  const execution = currentExecution(approval);
  if (!execution) return null;
  const { state } = execution;
  if (state !== "executing" && state !== "succeeded" && state !== "failed" && state !== "unknown")
    return null;
  const {
    resultText,
    resultTruncated: truncated,
    errorCode: code,
    errorMessage: message,
    durationMs,
  } = execution;
  return { state, resultText, truncated, durationMs, error: message === null ? null : { code, message } };
}

function unknownPart({ unknownBefore: before }: Beside): ApprovalView["unknownBefore"] {
  if (!before) return null;
  const known = knownOutcomeOf({ knownOutcome: before.known });
  return { id: before.id, at: new Date(before.at), known, isUnknown: before.isUnknown };
}

function exceededBy({ budgets }: Approval): ExceededBudget[] {
  const shares = (budgets ?? []) as unknown as BudgetShareOfCall[];
  return shares.flatMap(({ exceeded }) => exceeded ?? []);
}

function factsPart(approval: Approval, last: Approval | null, record: StoredRecord | null) {
  const facts = approval.facts as Facts | null;
  const before = (last?.facts ?? null) as Facts | null;
  const { risk, tool, summary, provider, argumentsText } = approval;
  return {
    risk,
    riskWhy: riskWhy(risk, approval.riskSource),
    heldWhy: heldWhy(approval.heldBecause),
    exceeded: exceededBy(approval),
    headline: headlineParts(summary, facts),
    headlineIsOurs: summary === defaultSummary(provider, tool, parseJson(argumentsText), argumentsText),
    facts: {
      what: { claim: facts?.what ?? null, note: provider ? `${provider} · ${tool}` : tool, unusual: false },
      toWhom: toWhomFact(facts, before, record?.target?.approved ?? null),
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

/** Whether a failure needs attention, by the database's own condition. */
function attentionPart(
  { acknowledgedAt: at, acknowledgedBy: by, acknowledgedNote: note, updatedAt }: Approval,
  beside: Beside,
): Pick<ApprovalView, "attention" | "changedAt"> {
  const acknowledged = at && by !== null ? { at, by, note } : null;
  return { attention: beside.attention ? "needed" : acknowledged, changedAt: updatedAt };
}

/** The timeline item for the queues the call entered; empty without any. */
function notifiedPart(approval: Approval, beside: Beside): TimelineItem[] {
  const { createdAt, decision, heldBecause } = approval;
  const deciders = decidersOf(approval, beside);
  if (SAMPLED.has(heldBecause) || heldBecause === "policy_denied") return [];
  return deciders > 0 || decision === "pending" ? [notifiedItem(createdAt, deciders)] : [];
}

/** A callback has the start time of its transaction, its trail entry a slightly later one. */
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
    log: row.log.map(({ attempt, startedAt, status, error }) => ({
      attempt,
      at: new Date(startedAt),
      status,
      error,
    })),
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
    note: null,
  };
  return [requested, ...items.toSorted((a, b) => a.at.getTime() - b.at.getTime())];
}
