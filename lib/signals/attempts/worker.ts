import { bookkeep, read } from "@/lib/core/db";
import { MINUTE_MS, SECOND_MS } from "@/lib/core/durations";
import { eachTenant } from "@/lib/core/each-tenant";
import type { Job } from "@/lib/core/every";
import { firstIdAt } from "@/lib/core/ids";
import { lockForJob } from "@/lib/core/job-lock";
import { systemScope } from "@/lib/core/scope";
import { lockOf, moveCursor, store } from "./commands";
import { dueTenants, type LightCall, nextCalls, openGroups } from "./queries";
import { arrivedAt, closeIdle, walk } from "./rules";
import { IDLE_MINUTES, WINDOW_CALLS, WINDOW_READ } from "./types";
import { prepare, speaks } from "./window";

const scope = systemScope("attempts");

// Ids are made before their rows are committed. A transaction ends within twenty seconds, so by then all before are there.
const LAG_MS = 30 * SECOND_MS;

// Of a tenant in one pass: others wait too.
const WINDOWS_MAX = 20;

type Pass = {
  /** How long ago a call has to have arrived. */
  lagMs?: number;
  /** The one tenant to walk, after whoever is walking it. */
  only?: string;
};

/**
 * One pass: the calls that arrived since the last one are told to attempt groups, tenant by tenant, in the order of their arrival.
 * Two processes never walk one tenant at once, and a walk that is cut off leaves nothing behind.
 * @returns whether more is left
 */
export async function runOnce(signal?: AbortSignal, { lagMs = LAG_MS, only }: Pass = {}): Promise<boolean> {
  // Ids are made by the clocks of processes like this one, not by the database's.
  const until = Date.now() - lagMs;
  const tenants = await read(scope, (tx) => dueTenants(tx, firstIdAt(until), idleBefore(until)));
  const walked = only ? tenants.filter((id) => id === only) : tenants;
  let more = false;
  const walk = async (tenantId: string) => {
    let left = WINDOWS_MAX;
    while (left > 0 && !signal?.aborted && (await walkOn(tenantId, until, only !== undefined))) left -= 1;
    more ||= left === 0;
  };
  await eachTenant(walked, walk, "calls of some tenants were not walked", signal);
  return more && !signal?.aborted;
}

const idleBefore = (ms: number) => firstIdAt(ms - IDLE_MINUTES * MINUTE_MS);

/** As many of the calls as one transaction reads. */
function readInOne(calls: readonly LightCall[]): readonly LightCall[] {
  let left = WINDOW_READ;
  const end = calls.findIndex(({ outcome }) => speaks(outcome) && left-- === 0);
  return end < 0 ? calls : calls.slice(0, end);
}

/** One transaction: some calls of a tenant. Returns whether there are more, and that no other process walks it. */
function walkOn(tenantId: string, until: number, waits: boolean): Promise<boolean> {
  return bookkeep(scope, async (tx) => {
    if (!(await lockForJob(tx, lockOf(tenantId), waits))) return false;
    const cursor = await tx.attemptCursor.findUnique({ where: { tenantId } });
    const after = cursor?.callId ?? null;
    const next = await nextCalls(tx, tenantId, after, firstIdAt(until));
    const calls = readInOne(next);
    const last = calls.at(-1);
    const more = next.length === WINDOW_CALLS || calls.length < next.length;
    const reached = more && last ? arrivedAt(last.id) : until;
    const open = await openGroups(tx, tenantId, calls, idleBefore(reached));
    const prepared = await prepare(tx, tenantId, calls, open, after);
    const walked = walk(open, prepared);
    closeIdle(walked, reached);
    await store(tx, tenantId, prepared, walked);
    if (last) await moveCursor(tx, tenantId, last.id);
    return more;
  });
}

export const attempts: Job = { name: "attempts", ms: MINUTE_MS, runOnce };
