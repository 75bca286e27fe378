import { MINUTE_MS } from "@/lib/core/durations";
import { wilson } from "@/lib/core/wilson";
import { lostRefusal } from "../hot-spots";
import {
  DURATION_STEPS,
  GROUPS_MIN,
  type GroupEnd,
  IDLE_MINUTES,
  type OpenGroup,
  type Share,
  type Walked,
  type WalkedCall,
} from "./types";

const IDLE_MS = IDLE_MINUTES * MINUTE_MS;

const isSameTool = (a: Pick<WalkedCall, "tool" | "provider" | "gatewayId">, b: typeof a) =>
  a.tool === b.tool && a.provider === b.provider && a.gatewayId === b.gatewayId;

/**
 * Assigns calls to attempt groups in order of time. Skips calls without a session, and calls that a
 * gateway held or refused. A boundary ends an attempt without failing it.
 * @param before open groups by session
 */
export function walk(before: ReadonlyMap<string, OpenGroup>, calls: readonly WalkedCall[]): Walked {
  const walked: Walked = { open: new Map(before), closed: [], firstTries: [], refused: [], retried: [] };
  for (const call of calls.toSorted((a, b) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1))) {
    const refusals = call.refusals.map((refusal) => ({ call, refusal, recovered: null }));
    walked.refused.push(...refusals);
    if (call.sessionId !== null && !call.late) step(walked, call, call.sessionId);
  }
  return walked;
}

function step(walked: Walked, call: WalkedCall, session: string): void {
  let group = walked.open.get(session);
  if (group && call.occurredAt - group.lastAt > IDLE_MS) {
    close(walked, group, "abandoned");
    group = undefined;
  }
  if (call.class === "governance") return;
  if (group && !isSameTool(group, call)) {
    close(walked, group, "switched", call.tool);
    group = undefined;
  }
  if (call.class === "boundary") {
    if (group) close(walked, group, "referred");
  } else if (group) retry(walked, group, call);
  else if (call.class === "ok") walked.firstTries.push(call);
  else walked.open.set(session, begun(call, session));
}

/**
 * Closes groups whose session was silent for too long before this moment. The arrival of the last
 * call counts.
 */
export function closeIdle(walked: Walked, until: number): void {
  for (const group of [...walked.open.values()])
    if (until - arrivedAt(group.lastId) > IDLE_MS) close(walked, group, "abandoned");
}

/** Arrival time in milliseconds, from a UUIDv7 made on arrival. */
export function arrivedAt(id: string): number {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}

function close(walked: Walked, group: OpenGroup, ended: GroupEnd, nextTool: string | null = null): void {
  walked.open.delete(group.sessionId);
  walked.closed.push({ ...group, ended, nextTool });
}

function begun(call: WalkedCall, sessionId: string): OpenGroup {
  const { id, occurredAt, gatewayId, provider, tool, version, agent, model, method } = call;
  return {
    ...{ id, occurredAt, sessionId, gatewayId, provider, tool, version, agent, model, method },
    calls: 1,
    lastAt: occurredAt,
    lastId: id,
    failure: failureOf(call, 0),
  };
}

function failureOf(call: WalkedCall, same: number): OpenGroup["failure"] {
  const { id: callId, sign, fields, blamed, refusals } = call;
  return { callId, sign, fields, blamed, spots: refusals.map(({ spot }) => spot), same };
}

function retry(walked: Walked, group: OpenGroup, call: WalkedCall): void {
  const worked = call.class === "ok";
  const { failure } = group;
  if (failure.spots.length > 0) walked.retried.push({ callId: failure.callId, recovered: worked });
  for (const field of lostFields(failure, call)) {
    const refusal = lostRefusal(call.tool, field, failure.blamed ?? []);
    walked.refused.push({ call, refusal, recovered: worked });
  }
  const same = failure.same + (!worked && failure.sign === call.sign ? 1 : 0);
  const last = {
    calls: group.calls + 1,
    lastAt: Math.max(group.lastAt, call.occurredAt),
    lastId: later(group, call),
  };
  if (worked) close(walked, { ...group, ...last, failure: { ...failure, same } }, "worked");
  else walked.open.set(group.sessionId, { ...group, ...last, failure: failureOf(call, same) });
}

const later = (group: OpenGroup, call: WalkedCall) => (call.id > group.lastId ? call.id : group.lastId);

/** Fields of the refused call that its error did not mention and its retry dropped. */
function lostFields({ fields, blamed }: OpenGroup["failure"], call: WalkedCall): string[] {
  if (fields === null || blamed === null || blamed.length === 0 || call.fields === null) return [];
  const [told, kept] = [new Set(blamed), new Set(call.fields)];
  return fields.filter((field) => !told.has(field) && !kept.has(field));
}

/** Histogram bucket of a duration: half an octave each, from one millisecond up. */
export function durationStep(ms: number): number {
  return ms <= 1 ? 0 : Math.min(DURATION_STEPS - 1, Math.ceil(2 * Math.log2(ms)));
}

/**
 * Quantile in milliseconds, accurate to a fifth because durations are in buckets. Null without
 * timed calls.
 */
export function quantile(durations: readonly number[], share: number): number | null {
  const all = durations.reduce((sum, calls) => sum + calls, 0);
  if (all === 0) return null;
  let left = share * all;
  for (const [step, calls] of durations.entries()) {
    if (calls > 0 && left <= calls) return Math.round(2 ** ((step - 1 + left / calls) / 2));
    left -= calls;
  }
  return null;
}

export function shareOf(part: number, whole: number): Share | null {
  if (whole < GROUPS_MIN) return null;
  const { low, high } = wilson(part, whole, 90);
  return { share: part / whole, from: low, to: high };
}
