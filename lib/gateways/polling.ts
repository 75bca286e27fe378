import { bookkeep } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { type Actor, systemScope } from "@/lib/core/scope";

const system = systemScope("polling");

/** How exact it is known when a gateway last asked: a long poll may come every few seconds, and no write goes with each. */
export const ASKED_EXACT_MS = 60_000;

const notedAt = new Map<string, number>();

/**
 * The gateway read what tells of all its calls: the events feed, or its list of approvals. Noted after the answer, once a minute
 * in each process, and never a reason to refuse one.
 */
export function notePolled(asker: Actor): void {
  if (asker.kind !== "gateway") return;
  const { id } = asker;
  const now = Date.now();
  if (now - (notedAt.get(id) ?? 0) < ASKED_EXACT_MS) return;
  notedAt.set(id, now);
  setImmediate(() => {
    bookkeep(
      system,
      (tx) => tx.$executeRaw`update gateways set polled_at = clock_timestamp() where id = ${id}::uuid`,
    ).catch((error: unknown) => log().warn({ err: error }, "that a gateway polls could not be noted"));
  });
}
