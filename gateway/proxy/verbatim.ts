import { randomUUID } from "node:crypto";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { assertJsonObject, textAt } from "../client/json-text";

const MARK = "countersign.verbatim";
const MARKED = /\{"countersign\.verbatim":"([0-9a-f-]{36})"\}/;

/**
 * Sends tool arguments byte for byte although the SDK serialises messages: a placeholder travels
 * through the SDK and is replaced in the outgoing text. Placeholders are random and single-use, so
 * no argument can forge one.
 */
export class VerbatimArguments {
  readonly #texts = new Map<string, string>();

  /** A placeholder for the SDK's `arguments`. */
  wrap(argumentsText: string): Record<string, unknown> {
    assertJsonObject(argumentsText, "arguments");
    const token = randomUUID();
    this.#texts.set(token, argumentsText);
    return { [MARK]: token };
  }

  /** The outgoing text with the placeholder replaced, if it contains one. */
  splice(serialised: string): string {
    const token = MARKED.exec(serialised)?.[1];
    const text = token === undefined ? undefined : this.#texts.get(token);
    if (token === undefined || text === undefined) return serialised;
    this.#texts.delete(token);
    return serialised.replace(MARKED, () => text);
  }
}

/** Stores the exact arguments of incoming `tools/call` requests for their handler. */
export class IncomingArguments {
  readonly #texts = new Map<RequestId, string>();

  note(message: JSONRPCMessage, line: string): void {
    if (!("method" in message) || !("id" in message) || message.method !== "tools/call") return;
    this.#texts.set(message.id, textAt(line, ["params", "arguments"]) ?? "{}");
  }

  take(id: RequestId): string | undefined {
    const text = this.#texts.get(id);
    this.#texts.delete(id);
    return text;
  }
}
