import { CountersignError } from "./errors";
import { type CallbackEvent, parseEvent } from "./event";
import { backoffMs, type HttpOptions, send, sleep } from "./http";
import { readElements, textAt } from "./json-text";

export type FollowOptions = {
  /**
   * Continues after this cursor; store the last one you handled. Without it, from the oldest kept
   * event.
   */
  after?: string;
  /** Seconds per long poll, 0–55. */
  wait?: number;
  signal?: AbortSignal;
};

/** `cursor` is where to continue after handling this event. */
export type FollowedEvent = { event: CallbackEvent; cursor: string | null };

const WAIT_SECONDS = 25;
const IDLE_PAUSE_MS = 250;

type Page = { events: FollowedEvent[]; cursor: string | null };

function parsePage(text: string): Page {
  const page = JSON.parse(text) as { next_cursor?: string | null };
  const data = textAt(text, ["data"]) ?? "[]";
  const texts = readElements(data).map(({ start, end }) => data.slice(start, end));
  const events = texts.map((item) => {
    const { cursor, id } = JSON.parse(item) as { cursor?: string; id?: string };
    return { event: parseEvent(item), cursor: cursor ?? id ?? null };
  });
  const last = events.at(-1);
  const cursor = page.next_cursor ?? last?.cursor ?? null;
  // If single events have no cursor, only the end of the page is a safe place to continue.
  if (last) last.cursor = cursor;
  return { events, cursor };
}

/** Follows `GET /api/v1/events`. Retries outages with backoff and throws other errors. */
export async function* followEvents(
  http: HttpOptions,
  options: FollowOptions = {},
): AsyncGenerator<FollowedEvent, void, undefined> {
  let after = options.after ?? null;
  const wait = options.wait ?? WAIT_SECONDS;
  for (let failures = 0; !options.signal?.aborted; ) {
    try {
      const query = new URLSearchParams({ wait: String(wait), ...(after ? { after } : {}) });
      const answer = await send(http, {
        method: "GET",
        path: `/api/v1/events?${query}`,
        holdSeconds: wait,
        signal: options.signal,
        attempts: 1,
      });
      failures = 0;
      const page = parsePage(answer.text);
      yield* page.events;
      if (page.events.length === 0) await sleep(IDLE_PAUSE_MS, options.signal);
      after = page.cursor ?? after;
    } catch (error) {
      if (options.signal?.aborted) return;
      if (!(error instanceof CountersignError) || !error.retryable) throw error;
      await sleep(Math.max((error.retryAfterSeconds ?? 0) * 1000, backoffMs(failures++)), options.signal);
    }
  }
}
