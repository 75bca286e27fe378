import type { Dispatcher } from "undici";
import { urlProblem } from "@/lib/gateways/callback-url";
import { ForbiddenAddressError, guardedAgent, type Resolve } from "./connect";

/** Bytes of an answer to read; the rest is cut. Wire contract. */
const ANSWER_BYTES_MAX = 64 * 1024;
// A gateway's status line and headers have a few hundred bytes.
const HEADER_BYTES_MAX = 16 * 1024;
// Never shown to people, so never stored.
const SECRET_HEADERS = new Set(["set-cookie", "authorization", "proxy-authenticate", "www-authenticate"]);

type Post = {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Cancels the attempt when the worker has to stop. */
  signal?: AbortSignal;
};

export type SendResult = {
  durationMs: number;
  /** Null without an answer. */
  status: number | null;
  /** Why it is no answer, in words; null if the answer or its head was read. */
  error: string | null;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string> | null;
  /** The head of the answer for people; at most ANSWER_BYTES_MAX. */
  responseBody: string | null;
  /**
   * The whole answer as exact text; null if longer or not UTF-8, so that no partial report counts.
   */
  answer: string | null;
  retryAfterMs: number | null;
  /** The provider's reference of the sent message, which later updates name (`Message.remote`). */
  remote?: unknown;
  /** There was nothing to send: no update is possible or needed. `error` says why. */
  isMoot?: boolean;
  /** The recipient can never be reached again this way; not retried. */
  isGone?: boolean;
};

/** What messages call the other side, and the URL that people correct. */
type RecipientWords = { name: string; url: string };

const GATEWAY: RecipientWords = { name: "gateway", url: "gateway's callback URL" };

export type PosterOptions = {
  allow: readonly string[];
  words?: RecipientWords;
  resolve?: Resolve;
  /** Milliseconds for the whole answer, from DNS lookup to the last byte. */
  answerMs: number;
};

export type Poster = {
  /**
   * One POST to an allowed target. Errors of network and recipient are in the result, never thrown.
   */
  post(request: Post): Promise<SendResult>;
  close(): Promise<void>;
};

/** Creates the HTTP client of a channel. */
export function createPoster(options: PosterOptions): Poster {
  const agent = guardedAgent({ ...options, timeoutMs: options.answerMs });
  return { post: (request) => post(agent, request, options), close: () => agent.destroy() };
}

async function post(
  agent: Dispatcher,
  request: Post,
  { allow, answerMs, words = GATEWAY }: PosterOptions,
): Promise<SendResult> {
  const result: SendResult = { ...NO_ANSWER, requestHeaders: request.headers };
  const started = performance.now();
  const problem = urlProblem(request.url, allow);
  if (problem !== null) {
    return { ...result, error: `The ${words.url} may not be called: ${problem}. Nothing was sent.` };
  }
  const clock = AbortSignal.timeout(answerMs);
  const signal = request.signal ? AbortSignal.any([clock, request.signal]) : clock;
  try {
    await exchange(agent, request, signal, result);
  } catch (error) {
    if (clock.aborted) result.error = lateWords(answerMs, result.status, words);
    else if (request.signal?.aborted) result.error = "The worker stopped before the answer was complete.";
    else result.error = networkWords(error, words);
  }
  result.durationMs = Math.round(performance.now() - started);
  return result;
}

export const NO_ANSWER: SendResult = {
  durationMs: 0,
  status: null,
  error: null,
  requestHeaders: {},
  responseHeaders: null,
  responseBody: null,
  answer: null,
  retryAfterMs: null,
};

/** Fills `result` as data arrives, so that a cut answer keeps what was read. */
async function exchange(
  agent: Dispatcher,
  { url: text, headers, body }: Post,
  signal: AbortSignal,
  result: SendResult,
): Promise<void> {
  const url = new URL(text);
  const response = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: "POST",
    headers,
    body,
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
    return null; // not UTF-8, so no JSON, but still an acknowledgement
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

// Date.parse alone also accepts "-5" as a year.
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

/** Retry-After (RFC 9110 §10.2.3): seconds, or a date compared with the answer's own Date. */
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

function lateWords(answerMs: number, status: number | null, { name }: RecipientWords): string {
  const limit = `${answerMs / 1_000} s`;
  return status === null
    ? `No answer within ${limit}. The ${name} may have received it.`
    : `The answer (HTTP ${status}) was not complete within ${limit}.`;
}

// $ is the other side.
const NETWORK_WORDS: Record<string, string> = {
  ECONNREFUSED: "Nothing listens at that address and port.",
  ECONNRESET: "The connection was cut off. The $ may have received it.",
  UND_ERR_SOCKET: "The connection was closed before a whole answer came. The $ may have received it.",
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

function networkWords(error: unknown, { name, url }: RecipientWords): string {
  let last = error;
  for (let depth = 0; last instanceof Error && depth < 5; depth += 1) {
    if (last instanceof ForbiddenAddressError)
      return `${last.message}. Nothing was sent; correct the ${url}, or open the range.`;
    const words = NETWORK_WORDS[String((last as { code?: unknown }).code)];
    if (words) return words.replace("$", name);
    if (!last.cause) break;
    last = last.cause;
  }
  return `The request failed: ${last instanceof Error ? last.message : String(last)}`.slice(0, 500);
}
