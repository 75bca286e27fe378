import { FastResponse } from "srvx/node";
import { serializeJson } from "@/lib/core/json/raw";

/** What a handler answers. `body` is serialised with RawJson members verbatim; `text` is sent as it is. */
export type Answer = { status: number; headers?: Record<string, string> } & (
  | { body?: unknown }
  | { text: string }
  | { response: Response }
);

/** What every answer carries. */
export const COMMON_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** 200 with a body. */
export function ok<B>(body: B, headers?: Record<string, string>) {
  return { status: 200 as const, body, headers };
}

/** 201 with a body. */
export function created<B>(body: B, headers?: Record<string, string>) {
  return { status: 201 as const, body, headers };
}

/** The header that tells a caller that its request was a retry. */
export function replayedHeader(replayed: boolean): Record<string, string> {
  return replayed ? { "idempotent-replayed": "true" } : {};
}

/** What a new row is answered with, or the row of an earlier, equal request. */
export function stored<B>(replayed: boolean, body: B, headers: Record<string, string> = {}) {
  const status: 200 | 201 = replayed ? 200 : 201;
  return { status, body, headers: { ...headers, ...replayedHeader(replayed) } };
}

/** 304: the caller has this version. */
export function unchanged(headers: Record<string, string>) {
  return { status: 304 as const, headers };
}

/** 200 with text that is no JSON, or JSON that is already written. */
export function text(body: string, type: string, headers: Record<string, string> = {}) {
  return { status: 200 as const, text: body, headers: { ...headers, "content-type": type } };
}

/** The response of an answer, whose own headers win over the common ones. */
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

/** A whole answer, which is sent as it stands: a stream is made of it only for whoever asks for one. */
export function textResponse(body: string | null, status: number, headers: Record<string, string>): Response {
  return new FastResponse(body, { status, headers });
}
