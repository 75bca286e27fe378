import { DATABASE_AWAY } from "@/lib/core/away";
import { canRead } from "./connection";

// How Next marks what it fetches to show a page, and what it fetches only in case a page is wanted.
const READING = "rsc";

const IN_CASE = "next-router-prefetch";

const RETRY_MS = 2_000;

// What a page says for whose reading the database went away after its head had been sent.
const FAILED = `E{"digest":"${DATABASE_AWAY}"`;

// Texts of agents are in pages too, and may look like that: while the database is there, it is believed this often.
const BELIEVED_MAX = 3;

let waits = false;

/**
 * Lets readings of pages wait for the server and its database while they are away. Next itself gives up a page whose reading
 * fails: it shows an error in its place, or the browser loads the address anew, and what was typed is gone.
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

/** What a server that stops, or a proxy before one that is gone, answers. */
const isAway = ({ status }: Response) => status === 502 || status === 503 || status === 504;

/** Another page shows its parts as they come: only this one's is worth waiting for in whole. */
const isOfThisPage = ({ url }: Response) => new URL(url).pathname === location.pathname;

/** Also where it was cut off: the process that made it is gone. */
const hasFailed = (answer: Response) =>
  answer
    .clone()
    .text()
    .then(
      (text) => text.includes(FAILED),
      () => true,
    );
