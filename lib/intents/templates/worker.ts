import { bookkeep, read } from "@/lib/core/db";
import { MINUTE_MS, SECOND_MS } from "@/lib/core/durations";
import { eachTenant } from "@/lib/core/each-tenant";
import type { Job } from "@/lib/core/every";
import { firstIdAt } from "@/lib/core/ids";
import { lockForJob } from "@/lib/core/job-lock";
import { pause } from "@/lib/core/pause";
import { proveScope, type SystemScope, systemScope } from "@/lib/core/scope";
import { isRationaleUsable } from "@/lib/intake/rules";
import type { Embedder } from "@/lib/language/embedder";
import { addUpIntents, countIntents, lockIntents, tenantsOfYesterday } from "../figures";
import { type Model, makeVectors, modelOf, VECTORS_TOGETHER } from "../stored-vectors";
import { lockOf, moveCursor, tellTemplates } from "./commands";
import { countArriving, dueTenants, nextSaid } from "./queries";
import { pieceOf, restAfter } from "./rules";
import { WINDOW_CALLS } from "./types";

const scope = systemScope("rationales");

// Ids are made before their rows are committed. A transaction ends within twenty seconds, so by then all before are there.
const LAG_MS = 30 * SECOND_MS;

// Of a tenant in one pass: others wait too.
const CALLS_MAX = 50 * WINDOW_CALLS;
const VECTORS_MAX = 10 * VECTORS_TOGETHER;

type Pass = {
  /** How long ago a call has to have arrived. */
  lagMs?: number;
  /** The one tenant whose calls are told, after whoever is telling them. */
  only?: string;
};

/**
 * One pass: the calls that arrived since the last one are told to their templates, tenant by tenant, and new templates put to the nearest
 * intent. Two processes never tell one tenant's calls at once, and a pass that is cut off leaves nothing half done.
 * @returns whether more is left
 */
export async function runOnce(
  model: Model,
  signal?: AbortSignal,
  { lagMs = LAG_MS, only }: Pass = {},
): Promise<boolean> {
  const before = firstIdAt(Date.now() - lagMs);
  const [tenants, uncounted] = await read(scope, async (tx) => [
    await dueTenants(tx, before),
    await tenantsOfYesterday(tx),
  ]);
  let more = false;
  const tell = async (tenantId: string) => {
    const own = proveScope({ kind: "system", name: "rationales" } as const, [tenantId]);
    const vectors = vectorsBeside(own, tenantId, model, signal);
    try {
      more =
        (await tellSome(own, tenantId, before, { told: vectors.begin, waits: only !== undefined, signal })) ||
        more;
    } finally {
      await vectors.end();
    }
  };
  const told = only ? tenants.filter((id) => id === only) : tenants;
  await eachTenant(told, tell, "rationales of some tenants were not matched to templates", signal);
  const old = only ? uncounted.filter((id) => id === only) : uncounted;
  await eachTenant(old, countToday, "intents of some tenants were not counted", signal);
  return more && !signal?.aborted;
}

type Beside = { told: () => void; waits: boolean; signal?: AbortSignal | undefined };

/** Tells some of a tenant's calls and counts its intents anew. @returns whether more calls are left */
async function tellSome(
  own: SystemScope,
  tenantId: string,
  before: string,
  { told, waits, signal }: Beside,
): Promise<boolean> {
  let since: string | null = null;
  let left = CALLS_MAX;
  for (let arriving = await callsArriving(); left > 0 && !signal?.aborted; ) {
    const began = performance.now();
    const most = pieceOf(WINDOW_CALLS, arriving);
    const window = await tellOn(tenantId, { before, most, waits });
    since = earlier(since, window.since);
    told();
    if (!window.more) break;
    left -= most;
    arriving = await leaveRoom(performance.now() - began, signal);
  }
  const from = since;
  if (from !== null) await bookkeep(own, (tx) => countIntents(tx, tenantId, { since: from }));
  return left <= 0;
}

/** How many calls came in within the last second. */
function callsArriving(): Promise<number> {
  const justNow = firstIdAt(Date.now() - SECOND_MS);
  return read(scope, (tx) => countArriving(tx, justNow));
}

/**
 * Rests while many calls come in: gateways wait for their answers, and what is left is read when fewer do.
 * @returns how many come in
 */
async function leaveRoom(workedMs: number, signal?: AbortSignal): Promise<number> {
  const arriving = await callsArriving();
  const ms = restAfter(workedMs, arriving);
  if (ms > 0) await pause(ms, signal ?? new AbortController().signal);
  return arriving;
}

/**
 * Makes the vectors of what a tenant's calls said for the first time, while its next calls are told: the one waits for the database, the
 * other for the model. `begin` is called whenever there may be some, `end` when all is told.
 */
function vectorsBeside(own: SystemScope, tenantId: string, model: Model, signal?: AbortSignal) {
  let left = VECTORS_MAX;
  let making: Promise<void> | null = null;
  const make = async () => {
    for (let arriving = await callsArriving(); left > 0 && !signal?.aborted; ) {
      const began = performance.now();
      const made = await makeVectors(own, tenantId, model, pieceOf(VECTORS_TOGETHER, arriving));
      if (made === 0) return;
      left -= made;
      arriving = await leaveRoom(performance.now() - began, signal);
    }
  };
  const begin = () => {
    making ??= make().then(() => {
      making = null;
    });
    // Who ends it hears of it.
    making.catch(() => undefined);
  };
  const end = async () => {
    await making;
    await make();
  };
  return { begin, end };
}

/** A new day: what was this week's is partly the week's before. */
function countToday(tenantId: string): Promise<void> {
  return bookkeep(scope, async (tx) => {
    await lockIntents(tx, tenantId);
    await addUpIntents(tx, tenantId);
  });
}

/** The earlier of two days, of which either may be missing. */
function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** What one transaction told: whether there are more calls and no other process is at it, and the first day (UTC) of those it told. */
type ToldOn = { more: boolean; since: string | null };

/** One transaction: some calls of a tenant. */
function tellOn(
  tenantId: string,
  { before, most, waits }: { before: string; most: number; waits: boolean },
): Promise<ToldOn> {
  return bookkeep(scope, async (tx) => {
    if (!(await lockForJob(tx, lockOf(tenantId), waits))) return { more: false, since: null };
    const cursor = await tx.rationaleCursor.findUnique({ where: { tenantId } });
    const calls = await nextSaid(tx, tenantId, { after: cursor?.callId ?? null, before, most });
    const said = calls.flatMap(({ rationale, ...call }) =>
      rationale !== null && isRationaleUsable(rationale) ? [{ ...call, rationale }] : [],
    );
    await tellTemplates(tx, tenantId, said);
    const last = calls.at(-1);
    if (last) await moveCursor(tx, tenantId, last.id);
    const days = said.map(({ occurredAt }) => occurredAt.toISOString().slice(0, 10));
    return { more: calls.length === most, since: days.toSorted()[0] ?? null };
  });
}

/** Tells calls to their templates, some time after they arrived: nobody's answer waits for it. */
export const rationales = (embedder: Embedder | null): Job => {
  const model = modelOf(embedder);
  return { name: "rationales", ms: 2 * MINUTE_MS, runOnce: (signal) => runOnce(model, signal) };
};
