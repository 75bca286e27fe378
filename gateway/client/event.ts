import type * as wire from "./generated/wire";
import { textAt } from "./json-text";
import type { FromWire } from "./types";
import { fromWire } from "./wire";

export type CallbackType =
  | "approval.approved"
  | "approval.rejected"
  | "approval.changes_requested"
  | "approval.expired"
  | "approval.cancelled"
  | "approval.revoked"
  | "test.ping";

/** The data of a decision callback and of an entry in the events feed. */
export type CallbackData = FromWire<wire.Event["data"]>;
export type DecisionEvent = {
  type: Exclude<CallbackType, "test.ping">;
  timestamp: string;
  data: CallbackData;
};
export type PingEvent = { type: "test.ping"; timestamp: string; data: Record<string, unknown> };
export type CallbackEvent = DecisionEvent | PingEvent;

/**
 * Parses a callback envelope. `data.argumentsText` is `arguments_text`, or, if the sender omits it,
 * the exact slice of `arguments`.
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
