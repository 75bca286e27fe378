import { textAt } from "./json-text";
import type { Decision, Json, PasskeySignature } from "./types";
import { fromWire } from "./wire";

export type CallbackType =
  | "approval.approved"
  | "approval.rejected"
  | "approval.changes_requested"
  | "approval.expired"
  | "approval.cancelled"
  | "approval.revoked"
  | "test.ping";

/** What a decision callback and an entry of the events feed carry. */
export type CallbackData = {
  approvalId: string;
  externalId: string | null;
  tenant: string;
  provider: string | null;
  tool: string;
  decision: Decision;
  revision: number;
  executionId: string | null;
  useBy: string | null;
  arguments: Record<string, unknown>;
  argumentsText: string;
  argumentsSha256: string;
  edited: boolean;
  decidedBy: {
    name: string;
    deputyFor?: string | null;
    at: string;
    reason: string | null;
    /** The signature of their passkey. Left out only in events from before there were passkeys. */
    passkey?: PasskeySignature | null;
  }[];
  /** One of them approved it alone in an emergency. Left out only in events from before there was break-glass. */
  breakGlass?: boolean;
  reason: string | null;
  agentMessage: string;
  correlation: Record<string, Json> | null;
  precondition: string | null;
};
export type DecisionEvent = {
  type: Exclude<CallbackType, "test.ping">;
  timestamp: string;
  data: CallbackData;
};
export type PingEvent = { type: "test.ping"; timestamp: string; data: Record<string, unknown> };
export type CallbackEvent = DecisionEvent | PingEvent;

/**
 * Reads one callback envelope from its JSON text. `data.argumentsText` is `arguments_text`, or, from senders that
 * leave it out, the exact slice of `arguments`.
 * @throws SyntaxError when it is not JSON or not an envelope
 */
export function parseEvent(text: string): CallbackEvent {
  const wire: unknown = JSON.parse(text);
  const event = fromWire<CallbackEvent>(wire);
  if (typeof event !== "object" || event === null || typeof event.type !== "string") {
    throw new SyntaxError("The body is not a Countersign event: it has no type.");
  }
  if (event.type === "test.ping") return event;
  if (typeof event.data !== "object" || event.data === null || typeof event.data.approvalId !== "string") {
    throw new SyntaxError(`The ${event.type} event names no approval_id.`);
  }
  const argumentsText = event.data.argumentsText ?? textAt(text, ["data", "arguments"]) ?? "{}";
  return { ...event, data: { ...event.data, argumentsText } };
}
