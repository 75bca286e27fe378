import { DATABASE_AWAY } from "@/lib/core/away";
import { canRead } from "./connection";

// Next's header for page reads, and that for prefetches.
const READING = "rsc";

const IN_CASE = "next-router-prefetch";

const RETRY_MS = 2_000;

// What a page contains if the database went away after its head was sent.
const FAILED = `E{"digest":"${DATABASE_AWAY}"`;

// Agents' texts in pages may look like that; while the database works, this many matches are
// believed.
const BELIEVED_MAX = 3;

let waits = false;

/**
 * Lets page reads wait for an unavailable server or database. Next would show an error or reload
 * the address, which loses typed text.
 */
export function waitForServer(): void {
  if (waits) return;
  waits = true;
  const plain = window.fetch;
  window.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (!headers.has(READING) || headers.has(IN_CASE)) return plain(input, init);
    for (let believed = 0; ; ) {
      const answer = await plain(input, init).catch((error: unknown) => {
        if (init?.signal?.aborted) throw error;
        return null;
      });
      if (answer && !isAway(answer)) {
        if (believed === BELIEVED_MAX || !isOfThisPage(answer) || !(await hasFailed(answer))) return answer;
        if (await canRead("/api/live")) believed += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
}

/** The responses of a stopping server, or of a proxy in front of one. */
const isAway = ({ status }: Response) => status === 502 || status === 503 || status === 504;

/** Other pages stream their parts. Only this one's response is worth buffering. */
const isOfThisPage = ({ url }: Response) => new URL(url).pathname === location.pathname;

/** Also a truncated response: the process that made it is gone. */
const hasFailed = (answer: Response) =>
  answer
    .clone()
    .text()
    .then(
      (text) => text.includes(FAILED),
      () => true,
    );
