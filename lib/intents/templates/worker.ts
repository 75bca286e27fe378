import { bookkeep, read } from "@/lib/core/db";
import { MINUTE_MS, SECOND_MS } from "@/lib/core/durations";
import { eachTenant } from "@/lib/core/each-tenant";
import type { Job } from "@/lib/core/every";
import { firstIdAt } from "@/lib/core/ids";
import { lockForJob } from "@/lib/core/job-lock";
import { proveScope, type SystemScope, systemScope } from "@/lib/core/scope";
import { isRationaleUsable } from "@/lib/intake/rules";
import type { Embedder } from "@/lib/language/embedder";
import { addUpIntents, countIntents, lockIntents, tenantsOfYesterday } from "../figures";
import { makeSomeVectors, paced } from "../pace";
import { type Model, modelOf, VECTORS_TOGETHER } from "../stored-vectors";
import { lockOf, moveCursor, tellTemplates } from "./commands";
import { dueTenants, nextSaid } from "./queries";
import { WINDOW_CALLS } from "./types";

const scope = systemScope("rationales");

// An id is made before its row commits. Transactions end within 20 seconds, so after this lag no
// earlier row is missing.
const LAG_MS = 30 * SECOND_MS;

// Some 130 ms of work while calls arrive.
const telling = paced({ whole: WINDOW_CALLS, piece: 300 });

// Per tenant and pass, so that other tenants get a turn.
const CALLS_MAX = 50 * WINDOW_CALLS;
const VECTORS_MAX = 10 * VECTORS_TOGETHER;

type Pass = {
  /** Minimum age of a call. */
  lagMs?: number;
  /** Limits the pass to one tenant and waits for other processes. */
  only?: string;
};

/**
 * One pass: adds calls since the last pass to their templates, tenant by tenant, and new templates
 * to the nearest intent. Two processes never read the same tenant, and an interrupted pass leaves
 * nothing half done.
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

async function tellSome(
  own: SystemScope,
  tenantId: string,
  before: string,
  { told, waits, signal }: Beside,
): Promise<boolean> {
  let since: string | null = null;
  let left = CALLS_MAX;
  while (left > 0 && !signal?.aborted) {
    const window = await telling((most) => tellOn(tenantId, { before, most, waits }), signal);
    since = earlier(since, window.since);
    told();
    if (!window.more) break;
    left -= window.calls;
  }
  const from = since;
  if (from !== null) await bookkeep(own, (tx) => countIntents(tx, tenantId, { since: from }));
  return left <= 0;
}

/**
 * Computes vectors of new templates while the next calls are read: one waits for the model, the
 * other for the database. Call `begin` when there may be new templates, `end` after the last call.
 */
function vectorsBeside(own: SystemScope, tenantId: string, model: Model, signal?: AbortSignal) {
  let left = VECTORS_MAX;
  let making: Promise<void> | null = null;
  const make = async () => {
    while (left > 0 && !signal?.aborted) {
      const made = await makeSomeVectors(own, tenantId, model, signal);
      if (made === 0) return;
      left -= made;
    }
  };
  const begin = () => {
    making ??= make().then(() => {
      making = null;
    });
    // `end` reports the error.
    making.catch(() => undefined);
  };
  const end = async () => {
    await making;
    await make();
  };
  return { begin, end };
}

/** On a new day the weekly figures shift. */
function countToday(tenantId: string): Promise<void> {
  return bookkeep(scope, async (tx) => {
    await lockIntents(tx, tenantId);
    await addUpIntents(tx, tenantId);
  });
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/**
 * Result of one transaction: how many calls it read, whether more exist and no other process reads
 * them, and the first UTC day it read.
 */
type ToldOn = { calls: number; more: boolean; since: string | null };

function tellOn(
  tenantId: string,
  { before, most, waits }: { before: string; most: number; waits: boolean },
): Promise<ToldOn> {
  return bookkeep(scope, async (tx) => {
    if (!(await lockForJob(tx, lockOf(tenantId), waits))) return { calls: 0, more: false, since: null };
    const cursor = await tx.rationaleCursor.findUnique({ where: { tenantId } });
    const calls = await nextSaid(tx, tenantId, { after: cursor?.callId ?? null, before, most });
    const said = calls.flatMap(({ rationale, ...call }) =>
      rationale !== null && isRationaleUsable(rationale) ? [{ ...call, rationale }] : [],
    );
    await tellTemplates(tx, tenantId, said);
    const last = calls.at(-1);
    if (last) await moveCursor(tx, tenantId, last.id);
    const days = said.map(({ occurredAt }) => occurredAt.toISOString().slice(0, 10));
    return { calls: calls.length, more: calls.length === most, since: days.toSorted()[0] ?? null };
  });
}

/** Adds calls to templates after they arrive, so that no response waits for it. */
export const rationales = (embedder: Embedder | null): Job => {
  const model = modelOf(embedder);
  return { name: "rationales", ms: 2 * MINUTE_MS, runOnce: (signal) => runOnce(model, signal) };
};
