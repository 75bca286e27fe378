import type { Json } from "@/gateway/refusals/types";
import { outcomeClass } from "@/lib/calls/rules";
import type { Outcome } from "@/lib/calls/types";
import type { Tx } from "@/lib/core/db";
import { MINUTE_MS } from "@/lib/core/durations";
import { refusalsOf } from "../hot-spots";
import {
  type CallDetails,
  detailsOf,
  type LightCall,
  reachedSessions,
  type ToolOf,
  toolsOf,
} from "./queries";
import type { OpenGroup, WalkedCall } from "./types";

/** Calls that arrive out of order by at most this much still join the groups of their session. */
const LATE_MS = MINUTE_MS;

/** Held calls and boundary events do not count as failed. */
const isFailed = (outcome: Outcome) => ["caller", "tool", "extrinsic"].includes(outcomeClass(outcome));

/** Whether the message of such a call may describe its arguments. */
export const speaks = (outcome: Outcome): boolean =>
  outcome === "validation_error" || outcome === "execution_error";

/** Adds what the walk needs: tool versions, refusals and whether a call is late. */
export async function prepare(
  tx: Tx,
  tenantId: string,
  calls: readonly LightCall[],
  open: ReadonlyMap<string, OpenGroup>,
  after: string | null,
): Promise<WalkedCall[]> {
  const toolOf = await toolsOf(tx, calls);
  const reached = await reachedSessions(tx, tenantId, after, calls);
  const details = await detailsOf(tx, tenantId, lookedInto(calls, open));
  return calls.map((call) => walkedCall(call, toolOf(call), details.get(call.id), isLate(call, reached)));
}

function isLate({ sessionId, occurredAt }: LightCall, reached: ReadonlyMap<string, number>): boolean {
  const newest = sessionId === null ? undefined : reached.get(sessionId);
  return newest !== undefined && newest - occurredAt.getTime() > LATE_MS;
}

/** Failed calls that may mention arguments, and calls that may be retries of them. */
function lookedInto(calls: readonly LightCall[], open: ReadonlyMap<string, OpenGroup>): LightCall[] {
  const tried = new Map([...open].map(([session, { tool }]) => [session, new Set([tool])]));
  for (const { sessionId, tool, outcome } of calls)
    if (sessionId !== null && isFailed(outcome))
      tried.set(sessionId, (tried.get(sessionId) ?? new Set()).add(tool));
  return calls.filter(
    ({ sessionId, tool, outcome }) =>
      speaks(outcome) || (sessionId !== null && tried.get(sessionId)?.has(tool) === true),
  );
}

function walkedCall(
  call: LightCall,
  { provider, version }: ReturnType<ToolOf>,
  details: CallDetails | undefined,
  late: boolean,
): WalkedCall {
  const args = parsed(details?.argumentsText ?? null);
  const told = details !== undefined && speaks(call.outcome);
  const { refusals, blamed } = told
    ? refusalsOf({
        tool: call.tool,
        arguments: args ?? {},
        rows: details.validation,
        message: details.message,
        isRefusal: call.outcome === "validation_error",
      })
    : { refusals: [], blamed: null };
  return {
    ...{ id: call.id, sessionId: call.sessionId, outcome: call.outcome, durationMs: call.durationMs },
    ...{ gatewayId: call.gatewayId, tool: call.tool, provider, version, late },
    ...{ agent: call.agent ?? "", model: call.model ?? "", method: call.method ?? "" },
    occurredAt: call.occurredAt.getTime(),
    class: outcomeClass(call.outcome),
    fields: args === null ? null : Object.keys(args),
    refusals,
    blamed,
    sign: signOf(call.outcome, refusals, details?.message ?? null),
  };
}

function parsed(text: string | null): { [key: string]: Json } | null {
  if (text === null) return null;
  try {
    const value: Json = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null; // stored by an old gateway; its fields are unknown
  }
}

const SIGN_MAX = 200;

/** Errors are equal if they have the same kind and fields, or the same words except for numbers. */
function signOf(outcome: Outcome, refusals: WalkedCall["refusals"], message: string | null): string {
  if (refusals.length > 0)
    return `${outcome} ${refusals
      .map(({ spot }) => spot)
      .toSorted()
      .join(" ")}`;
  return `${outcome} ${(message ?? "").slice(0, SIGN_MAX).replace(/\d+/g, "#")}`;
}
