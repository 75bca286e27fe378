import { CountersignError, errorFromAnswer } from "./errors";

export type HttpOptions = {
  baseUrl: string;
  apiKey: string;
  /** Attempts per request, including the first. */
  attempts?: number;
  timeoutMs?: number;
  fetch?: typeof fetch;
};

export type HttpRequest = {
  method: "GET" | "POST" | "PUT";
  path: string;
  /** Serialised JSON, so that verbatim parts stay verbatim across retries. */
  body?: string;
  headers?: Record<string, string>;
  /** Seconds the server may hold the response. */
  holdSeconds?: number;
  signal?: AbortSignal;
  attempts?: number;
};

export type HttpAnswer = { status: number; headers: Headers; text: string };

const ATTEMPTS = 4;
const TIMEOUT_MS = 10_000;
const BACKOFF_BASE_MS = 200;
const BACKOFF_CAP_MS = 8_000;
/** A longer `Retry-After` throws an error, so that no caller hangs. */
const RETRY_AFTER_MAX_SECONDS = 30;

/** Full-jitter exponential backoff in ms for the n-th failure (from 0). */
export function backoffMs(failures: number, random = Math.random): number {
  return random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** failures);
}

/** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

async function attemptOnce(options: HttpOptions, request: HttpRequest): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout((options.timeoutMs ?? TIMEOUT_MS) + (request.holdSeconds ?? 0) * 1000);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    const answer = await (options.fetch ?? fetch)(new URL(request.path, options.baseUrl), {
      method: request.method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${options.apiKey}`,
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: "error",
      signal,
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (cause) {
    if (request.signal?.aborted) throw request.signal.reason;
    throw new CountersignError(
      `Countersign at ${options.baseUrl} could not be reached: ${reasonOf(cause)}.`,
      {
        code: "UNREACHABLE",
        status: 0,
        retryable: true,
        cause,
      },
    );
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause;
  if (inner instanceof Error) return ("code" in inner && String(inner.code)) || inner.message;
  return cause.name === "TimeoutError" ? "no response in time" : cause.message;
}

/**
 * Sends one request. Repeats it with the same bytes on network failures, 429, 5xx and `IN_FLIGHT`,
 * with jittered backoff that honours `Retry-After`. Safe, because every write has an id or an
 * idempotency key.
 * @throws CountersignError when refused, or when the attempts are used up
 */
export async function send(options: HttpOptions, request: HttpRequest): Promise<HttpAnswer> {
  const attempts = request.attempts ?? options.attempts ?? ATTEMPTS;
  for (let failures = 0; ; failures++) {
    const failure = await tryOnce(options, request);
    if (!(failure instanceof CountersignError)) return failure;
    const pause = failure.retryAfterSeconds ?? 0;
    if (!failure.retryable || failures + 1 >= attempts || pause > RETRY_AFTER_MAX_SECONDS) throw failure;
    await sleep(Math.max(pause * 1000, backoffMs(failures)), request.signal);
  }
}

async function tryOnce(options: HttpOptions, request: HttpRequest): Promise<HttpAnswer | CountersignError> {
  try {
    const answer = await attemptOnce(options, request);
    const fine = (answer.status >= 200 && answer.status < 300) || answer.status === 304;
    return fine ? answer : errorFromAnswer(answer.status, answer.headers, answer.text);
  } catch (error) {
    if (error instanceof CountersignError) return error;
    throw error;
  }
}
