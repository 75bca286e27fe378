import type { Tx } from "@/lib/core/db";
import { MINUTE_MS, SECOND_MS } from "@/lib/core/durations";
import type { Job } from "@/lib/core/every";
import { firstIdAt } from "@/lib/core/ids";
import { lockForJob } from "@/lib/core/job-lock";
import { type DerivedView, makeDue } from "../derived-view";
import { lockOf, moveCursor, store } from "./commands";
import { dueTenants, type LightCall, nextCalls, openGroups } from "./queries";
import { arrivedAt, closeIdle, walk } from "./rules";
import { IDLE_MINUTES, type Walked, WINDOW_CALLS, WINDOW_READ } from "./types";
import { prepare, speaks } from "./window";

// An id is made before its row commits. Transactions end within 20 seconds, so after this lag no
// earlier row is missing.
const LAG_MS = 30 * SECOND_MS;

// Windows per tenant and pass, so that other tenants get a turn.
const WINDOWS_MAX = 20;

type Pass = {
  lagMs?: number;
  only?: string;
};

type Tenant = { tenantId: string };

type Window = Awaited<ReturnType<typeof nextWindow>>;

const attemptsUntil = (until: number): DerivedView<Tenant, Window, Window & { walked: Walked }> => ({
  name: "attempts",
  steps: WINDOWS_MAX,
  due: async (tx, only) => {
    const tenants = await dueTenants(tx, firstIdAt(until), idleBefore(until));
    return tenants.filter(({ tenantId }) => only === undefined || tenantId === only);
  },
  hold: (tx, { tenantId }, waits) => lockForJob(tx, lockOf(tenantId), waits),
  facts: async (tx, { tenantId }) => [await nextWindow(tx, tenantId, until)],
  rules: (window) => {
    const walked = walk(window.open, window.calls);
    closeIdle(walked, window.reached);
    return [{ ...window, walked }];
  },
  keep: async (tx, { tenantId }, [window]) => {
    if (!window) return false;
    await store(tx, tenantId, window.calls, window.walked);
    if (window.lastId !== null) await moveCursor(tx, tenantId, window.lastId);
    return window.more;
  },
});

const idleBefore = (ms: number) => firstIdAt(ms - IDLE_MINUTES * MINUTE_MS);

/** The next calls of a tenant in order of arrival, with the groups open before them. */
async function nextWindow(tx: Tx, tenantId: string, until: number) {
  const cursor = await tx.attemptCursor.findUnique({ where: { tenantId } });
  const after = cursor?.callId ?? null;
  const next = await nextCalls(tx, tenantId, after, firstIdAt(until));
  const calls = readInOne(next);
  const lastId = calls.at(-1)?.id ?? null;
  const more = next.length === WINDOW_CALLS || calls.length < next.length;
  const reached = more && lastId !== null ? arrivedAt(lastId) : until;
  const open = await openGroups(tx, tenantId, calls, idleBefore(reached));
  return { calls: await prepare(tx, tenantId, calls, open, after), open, lastId, reached, more };
}

/** The calls whose refusals fit into one transaction. */
function readInOne(calls: readonly LightCall[]): readonly LightCall[] {
  let left = WINDOW_READ;
  const end = calls.findIndex(({ outcome }) => speaks(outcome) && left-- === 0);
  return end < 0 ? calls : calls.slice(0, end);
}

/**
 * One pass.
 * @returns whether more is left
 */
export const runOnce = (signal?: AbortSignal, { lagMs = LAG_MS, only }: Pass = {}) =>
  makeDue(attemptsUntil(Date.now() - lagMs), { signal, only });

export const attempts: Job = { name: "attempts", ms: MINUTE_MS, runOnce };
