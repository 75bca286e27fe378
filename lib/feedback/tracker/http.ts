import type { Dispatcher } from "undici";
import { ANSWER_MS_MAX } from "@/lib/delivery/channels/callback/limits";
import { guardedAgent } from "@/lib/delivery/connect";
import type { TrackerAnswer } from "./types";

/** Maximum bytes of a response; an item with the longest text needs a third. */
const ANSWER_BYTES_MAX = 512 * 1024;
// For a rate limit without a time.
const RETRY_MS = 60_000;
const RETRY_MS_MAX = 60 * 60_000;

type Asked = { method: "GET" | "POST"; url: string; headers: Record<string, string>; body?: string };

/** Sends a request to a permitted address, follows no redirect, and returns the JSON of a 2xx. */
export async function askTracker(
  asked: Asked,
  { allow, answerMs = ANSWER_MS_MAX }: { allow: readonly string[]; answerMs?: number },
): Promise<TrackerAnswer<unknown>> {
  const agent = guardedAgent({ allow, timeoutMs: answerMs });
  const clock = AbortSignal.timeout(answerMs);
  try {
    return await exchange(agent, asked, clock);
  } catch {
    // The error may contain internal addresses, so people only see that there was no answer.
    const why = clock.aborted ? "It did not answer in time." : "It could not be reached.";
    return { ok: false, why, retryAfterMs: null };
  } finally {
    await agent.destroy();
  }
}

async function exchange(
  agent: Dispatcher,
  { method, url, headers, body }: Asked,
  signal: AbortSignal,
): Promise<TrackerAnswer<unknown>> {
  const { origin, pathname, search } = new URL(url);
  const answer = await agent.request({ origin, path: `${pathname}${search}`, method, headers, body, signal });
  const { statusCode: status } = answer;
  const text = await readText(answer.body);
  if (status < 200 || status > 299)
    return {
      ok: false,
      why: `It answered HTTP ${status}.`,
      retryAfterMs: retryAfter(status, answer.headers),
    };
  try {
    return { ok: true, value: JSON.parse(text ?? "") };
  } catch {
    return { ok: false, why: "Its answer was not understood.", retryAfterMs: null };
  }
}

/** Null when it is too long; leaving the loop closes the connection. */
async function readText(body: AsyncIterable<unknown>): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > ANSWER_BYTES_MAX) return null;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** GitHub's forms too: seconds, or the Unix time at which the limit resets. */
function retryAfter(status: number, headers: Record<string, string | string[] | undefined>): number | null {
  const number = (name: string) => {
    const text = [headers[name] ?? ""].flat()[0]?.trim() ?? "";
    return /^\d{1,12}$/.test(text) ? Number(text) : null;
  };
  const seconds = number("retry-after");
  const reset = number("x-ratelimit-remaining") === 0 ? number("x-ratelimit-reset") : null;
  if (status !== 429 && !(status === 403 && (seconds !== null || reset !== null))) return null;
  const wait = seconds === null ? (reset === null ? RETRY_MS : reset * 1_000 - Date.now()) : seconds * 1_000;
  return Math.min(Math.max(wait, RETRY_MS), RETRY_MS_MAX);
}
