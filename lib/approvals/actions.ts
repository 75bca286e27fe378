"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { saveViewInput } from "@/lib/auth/people/schema";
import { replayDelivery, replayUndelivered } from "@/lib/delivery/commands";
import { deliveryInput, gatewayInput } from "@/lib/delivery/schema";
import { LAPSED } from "./callbacks";
import * as commands from "./commands";
import * as knownOutcome from "./execution/known-outcome";
import { saveView as save } from "./queue/saved-views";
import { undoApproval as undo } from "./release";
import { cancelInput, decideInput, extendInput, recordOutcomeInput, revokeInput, undoInput } from "./schema";
import * as acknowledge from "./triage/acknowledge";
import * as claim from "./triage/assign";
import * as bulk from "./triage/bulk";
import { listBulkItems } from "./triage/bulk";
import { cancelPendingOf, endGrantsOf } from "./triage/cancel-all";
import { recordPresence } from "./triage/presence";
import {
  type AcknowledgeInput,
  type AssignInput,
  acknowledgeInput,
  assignInput,
  bulkDecideInput,
  bulkIdsInput,
  bulkLookInput,
  cancelPendingSchema,
  presenceInput,
  type SnoozeInput,
  snoozeInput,
  type UnacknowledgeInput,
  unacknowledgeInput,
  unassignInput,
  wakeInput,
} from "./triage/schema";
import * as snooze from "./triage/snooze";
import type { BulkDecide, CancelledSome } from "./triage/types";
import type { DecideApproval, DecideResult, RecordOutcome, RevokeApproval, SeenApproval } from "./types";

export async function decide(input: DecideApproval): Promise<DecideResult> {
  return personAction(decideInput, input, async (scope, decision) =>
    commands.decideApproval(scope, decision),
  );
}

export async function revokeApproval(input: RevokeApproval): Promise<DecideResult> {
  return personAction(revokeInput, input, commands.revokeApproval);
}

/** Withdraws the caller's approval before the call is released. */
export async function undoApproval(input: SeenApproval): Promise<DecideResult> {
  return personAction(undoInput, input, undo);
}

export async function extendApproval(input: { id: string; seconds: number }): Promise<DecideResult> {
  return personAction(extendInput, input, (scope, { id, seconds }) =>
    commands.extendApproval(scope, id, seconds),
  );
}

/** Records what the caller found out about a call whose outcome its gateway does not know. */
export async function recordOutcome(input: RecordOutcome) {
  return personAction(recordOutcomeInput, input, knownOutcome.recordOutcome);
}

export async function cancelApproval(input: { id: string; reason?: string }): Promise<DecideResult> {
  return personAction(cancelInput, input, (scope, { id, reason }) =>
    commands.cancelApproval(scope, id, reason || null),
  );
}

export async function replayCallback(input: { deliveryId: string }) {
  return personAction(deliveryInput, input, (scope, { deliveryId }) =>
    replayDelivery(scope, deliveryId, LAPSED),
  );
}

export async function replayCallbacks(input: { gatewayId: string }) {
  return personAction(gatewayInput, input, (scope, { gatewayId }) =>
    replayUndelivered(scope, gatewayId, LAPSED),
  );
}

export async function assignCall(input: AssignInput) {
  return personAction(assignInput, input, claim.assignApproval);
}

export async function unassignCall(input: { id: string }) {
  return personAction(unassignInput, input, (scope, { id }) => claim.unassignApproval(scope, id));
}

/** Snoozes calls for the caller only. */
export async function snoozeCalls(input: SnoozeInput) {
  return personAction(snoozeInput, input, snooze.snoozeApprovals);
}

export async function wakeCalls(input: { ids: string[] }) {
  return personAction(wakeInput, input, (scope, { ids }) => snooze.wakeApprovals(scope, ids));
}

/** Acknowledges failed calls, for all people. */
export async function acknowledgeCalls(input: AcknowledgeInput) {
  return personAction(acknowledgeInput, input, acknowledge.acknowledgeApprovals);
}

export async function unacknowledgeCalls(input: UnacknowledgeInput) {
  return personAction(unacknowledgeInput, input, acknowledge.unacknowledgeApprovals);
}

/** Decides several calls, each in the version that the caller saw. */
export async function decideCalls(input: BulkDecide) {
  return personAction(bulkDecideInput, input, bulk.decideTogether);
}

export async function assignCalls(input: { ids: string[] }) {
  return personAction(bulkIdsInput, input, (scope, { ids }) => bulk.assignTogether(scope, ids));
}

/** Reads what several calls would do, before a bulk approval. */
export async function readCalls(input: { ids: string[] }) {
  return personAction(bulkLookInput, input, (scope, { ids }) => listBulkItems(scope, ids));
}

/** Reports that the caller has a call open, and returns who else has. */
export async function reportPresence(input: { id: string; leaving?: boolean }) {
  return personAction(presenceInput, input, recordPresence);
}

export async function saveView(input: { name: string; query: string }) {
  return personAction(saveViewInput, input, save);
}

/** Cancels one batch of a tenant's pending calls; repeat until none is left. */
export async function cancelPending(input: object): Promise<({ ok: true } & CancelledSome) | ActionRefusal> {
  return personAction(cancelPendingSchema, input, (scope, { key }) => cancelPendingOf(scope, key));
}

export async function endGrants(input: object): Promise<({ ok: true } & CancelledSome) | ActionRefusal> {
  return personAction(cancelPendingSchema, input, (scope, { key }) => endGrantsOf(scope, key));
}
