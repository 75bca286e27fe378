// How Next marks what it fetches to show a page, and what it fetches only in case a page is wanted.
const READING = "rsc";

const IN_CASE = "next-router-prefetch";

const RETRY_MS = 2_000;

let waits = false;

/**
 * Lets readings of pages wait for the server while it is away. Next itself gives up a page whose reading fails: the browser
 * loads the address anew, shows its own error while nobody answers, and what was typed is gone.
 */
export function waitForServer(): void {
  if (waits) return;
  waits = true;
  const plain = window.fetch;
  window.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (!headers.has(READING) || headers.has(IN_CASE)) return plain(input, init);
    for (;;) {
      const answer = await plain(input, init).catch((error: unknown) => {
        if (init?.signal?.aborted) throw error;
        return null;
      });
      if (answer && !isAway(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
}

/** What a server that stops, or a proxy before one that is gone, answers. */
const isAway = ({ status }: Response) => status === 502 || status === 503 || status === 504;
