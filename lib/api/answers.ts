import { FastResponse } from "srvx/node";
import { serializeJson } from "@/lib/core/json/raw";

/**
 * A handler's answer. `body` is serialized with RawJson members verbatim; `text` is sent unchanged.
 */
export type Answer = { status: number; headers?: Record<string, string> } & (
  | { body?: unknown }
  | { text: string }
  | { response: Response }
);

export const COMMON_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

export function ok<B>(body: B, headers?: Record<string, string>) {
  return { status: 200 as const, body, headers };
}

export function created<B>(body: B, headers?: Record<string, string>) {
  return { status: 201 as const, body, headers };
}

export function replayedHeader(replayed: boolean): Record<string, string> {
  return replayed ? { "idempotent-replayed": "true" } : {};
}

/** Answer for a new row, or for the row of an earlier equal request. */
export function stored<B>(replayed: boolean, body: B, headers: Record<string, string> = {}) {
  const status: 200 | 201 = replayed ? 200 : 201;
  return { status, body, headers: { ...headers, ...replayedHeader(replayed) } };
}

export function unchanged(headers: Record<string, string>) {
  return { status: 304 as const, headers };
}

/** 200 with non-JSON text, or with serialized JSON. */
export function text(body: string, type: string, headers: Record<string, string> = {}) {
  return { status: 200 as const, text: body, headers: { ...headers, "content-type": type } };
}

/** The response of an answer. Its own headers override the common ones. */
export function toResponse(answer: Answer, headers: Record<string, string>): Response {
  if ("response" in answer) {
    for (const [name, value] of Object.entries(headers))
      if (!answer.response.headers.has(name)) answer.response.headers.set(name, value);
    return answer.response;
  }
  if ("text" in answer) return textResponse(answer.text, answer.status, { ...headers, ...answer.headers });
  const text = answer.body === undefined ? null : serializeJson(answer.body);
  const type: Record<string, string> = text === null ? {} : { "content-type": "application/json" };
  return textResponse(text, answer.status, { ...headers, ...type, ...answer.headers });
}

/** A complete answer, sent without a stream unless someone reads `body`. */
export function textResponse(body: string | null, status: number, headers: Record<string, string>): Response {
  return new FastResponse(body, { status, headers });
}
