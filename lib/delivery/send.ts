import type { Dispatcher } from "undici";
import { urlProblem } from "@/lib/gateways/callback-url";
import { ForbiddenAddressError, guardedAgent, type Resolve } from "./connect";
import { signEvent } from "./signing";

/** Milliseconds a gateway has for its whole answer, from the look-up of its name to the last byte. Wire contract. */
export const ANSWER_MS_MAX = 10_000;
/** Bytes of an answer that are read; the rest is cut off. Wire contract. */
const ANSWER_BYTES_MAX = 64 * 1024;
// A status line and headers are a few hundred bytes; more is not a gateway.
const HEADER_BYTES_MAX = 16 * 1024;
// Never shown to people, so never kept.
const SECRET_HEADERS = new Set(["set-cookie", "authorization", "proxy-authenticate", "www-authenticate"]);
const USER_AGENT = "Countersign-Webhooks/1";

export type OutgoingEvent = {
  url: string;
  /** Becomes `webhook-id`. */
  eventId: string;
  /** The exact bytes to sign and send. */
  body: string;
  /** `whsec_…`, at least one. */
  secrets: readonly string[];
  /** Becomes `webhook-timestamp`. */
  at: Date;
  /** Becomes `traceparent`; no part of what is signed. */
  traceParent?: string | null;
  /** Cuts the attempt short, for a worker that must stop. */
  signal?: AbortSignal;
};

export type SendResult = {
  durationMs: number;
  /** Null when no answer came. */
  status: number | null;
  /** Why it does not count as answered, in words; null when a whole answer (or its head) was read. */
  error: string | null;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string> | null;
  /** The head of the answer, for people; at most ANSWER_BYTES_MAX. */
  responseBody: string | null;
  /** The whole answer as exact text; null when it was longer or not UTF-8, so that no half of a report is believed. */
  answer: string | null;
  /** As asked for by Retry-After. */
  retryAfterMs: number | null;
};

export type SenderOptions = {
  /** Private ranges that may be called, as CIDRs. */
  allow: readonly string[];
  resolve?: Resolve;
  answerMs?: number;
};

export type Sender = {
  /** One POST, signed, to where callbacks may go. What the network or the gateway does wrong is in the result, never thrown. */
  send(event: OutgoingEvent): Promise<SendResult>;
  /** Cuts what is still open. */
  close(): Promise<void>;
};

/** Makes the HTTP side of a delivery worker. */
export function createSender(options: SenderOptions): Sender {
  const answerMs = options.answerMs ?? ANSWER_MS_MAX;
  const agent = guardedAgent({ ...options, timeoutMs: answerMs });
  return {
    send: (event) => post(agent, event, options.allow, answerMs),
    close: () => agent.destroy(),
  };
}

async function post(
  agent: Dispatcher,
  event: OutgoingEvent,
  allow: readonly string[],
  answerMs: number,
): Promise<SendResult> {
  const requestHeaders = {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    ...(event.traceParent ? { traceparent: event.traceParent } : {}),
    ...signEvent(event.secrets, event.eventId, event.at, event.body),
  };
  const result: SendResult = { ...NO_ANSWER, requestHeaders };
  const started = performance.now();
  const problem = urlProblem(event.url, allow);
  if (problem !== null) {
    return { ...result, error: `The callback URL may not be called: ${problem}. Nothing was sent.` };
  }
  const clock = AbortSignal.timeout(answerMs);
  const signal = event.signal ? AbortSignal.any([clock, event.signal]) : clock;
  try {
    await exchange(agent, event, requestHeaders, signal, result);
  } catch (error) {
    if (clock.aborted) result.error = lateWords(answerMs, result.status);
    else if (event.signal?.aborted) result.error = "The worker stopped before the answer was complete.";
    else result.error = networkWords(error);
  }
  result.durationMs = Math.round(performance.now() - started);
  return result;
}

const NO_ANSWER: Omit<SendResult, "requestHeaders"> = {
  durationMs: 0,
  status: null,
  error: null,
  responseHeaders: null,
  responseBody: null,
  answer: null,
  retryAfterMs: null,
};

/** Fills `result` as the answer arrives, so that a cut-off one leaves what was read. */
async function exchange(
  agent: Dispatcher,
  event: OutgoingEvent,
  headers: Record<string, string>,
  signal: AbortSignal,
  result: SendResult,
): Promise<void> {
  const url = new URL(event.url);
  const response = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: "POST",
    headers,
    body: event.body,
    signal,
  });
  result.status = response.statusCode;
  result.responseHeaders = keptHeaders(response.headers);
  result.retryAfterMs = retryAfterMs(response.headers["retry-after"], response.headers.date);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > ANSWER_BYTES_MAX) break; // leaving the loop destroys the stream and its connection
    }
  } finally {
    const read = Buffer.concat(chunks);
    result.responseBody = read.subarray(0, ANSWER_BYTES_MAX).toString("utf8");
    result.answer = bytes > ANSWER_BYTES_MAX ? null : exactText(read);
  }
}

function exactText(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // not UTF-8, so not JSON either: still an acknowledgement
  }
}

function keptHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of Object.entries(headers)) {
    const text = SECRET_HEADERS.has(name) ? "[not kept]" : [value ?? ""].flat().join(", ");
    size += name.length + text.length;
    if (size > HEADER_BYTES_MAX) break;
    kept[name] = text;
  }
  return kept;
}

// Date.parse alone also reads "-5" as a year.
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

/** Retry-After (RFC 9110 §10.2.3): seconds, or a date, which is read against the answer's own Date. */
function retryAfterMs(
  value: string | string[] | undefined,
  date: string | string[] | undefined,
): number | null {
  const text = [value ?? ""].flat()[0]?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  const now = Date.parse([date ?? ""].flat()[0] ?? "");
  return Math.max(0, at - (Number.isNaN(now) ? Date.now() : now));
}

function lateWords(answerMs: number, status: number | null): string {
  const limit = `${answerMs / 1_000} s`;
  return status === null
    ? `No answer within ${limit}. The gateway may have received it.`
    : `The answer (HTTP ${status}) was not complete within ${limit}.`;
}

const NETWORK_WORDS: Record<string, string> = {
  ECONNREFUSED: "Nothing listens at that address and port.",
  ECONNRESET: "The connection was cut off. The gateway may have received it.",
  UND_ERR_SOCKET: "The connection was closed before a whole answer came. The gateway may have received it.",
  ENOTFOUND: "The host name is not known to the resolver.",
  EAI_AGAIN: "The resolver did not answer for the host name.",
  EHOSTUNREACH: "There is no route to the host.",
  ENETUNREACH: "There is no route to the network.",
  UND_ERR_CONNECT_TIMEOUT: "The host did not accept a connection in time.",
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are larger than 16 KiB.",
  CERT_HAS_EXPIRED: "The host's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The host's certificate is self-signed and not trusted here.",
  SELF_SIGNED_CERT_IN_CHAIN: "The host's certificate chain is not trusted here.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The host's certificate chain is incomplete or not trusted here.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The host's certificate is for another name.",
};

function networkWords(error: unknown): string {
  let last = error;
  for (let depth = 0; last instanceof Error && depth < 5; depth += 1) {
    if (last instanceof ForbiddenAddressError) return last.message;
    const words = NETWORK_WORDS[String((last as { code?: unknown }).code)];
    if (words) return words;
    if (!last.cause) break;
    last = last.cause;
  }
  return `The request failed: ${last instanceof Error ? last.message : String(last)}`.slice(0, 500);
}
