import { isDatabaseUnavailable, read } from "@/lib/core/db";
import { MINUTE_MS } from "@/lib/core/durations";
import type { Job } from "@/lib/core/every";
import { log } from "@/lib/core/log";
import { proveScope, type SystemScope } from "@/lib/core/scope";
import { clustersOf } from "@/lib/language/clusters/rules";
import type { Embedder } from "@/lib/language/embedder";
import { wakeOn } from "@/lib/live/wait";
import { drawMap } from "../map/commands";
import { makeSomeVectors } from "../pace";
import { type Model, makeVectors, modelOf } from "../stored-vectors";
import { keepGroups } from "./keep";
import { beat, giveBack, takeRun } from "./lease";
import { countVectors, heaviestPoints, lastWord, linksOf } from "./queries";
import type { HeldRun } from "./types";

// Several times per lease.
const RUN_BEAT_MS = 10_000;

// Retries if people move rationales meanwhile.
const AGAIN_MAX = 3;

/**
 * One queued run: computes missing vectors, groups the most frequent templates, and adds the others
 * to the nearest group. After a crash the next pass repeats it with the stored vectors.
 * @returns whether there may be more
 */
export async function runOnce(model: Model, signal?: AbortSignal, only?: string): Promise<boolean> {
  const run = await takeRun(only);
  if (!run) return false;
  // The scope covers this tenant only.
  const own = proveScope({ kind: "system", name: "intents" } as const, [run.tenantId]);
  try {
    const kept = await whileBeating(own, run, () => group(own, run, model, signal));
    if (!kept && signal?.aborted) await giveBack(own, run);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    // It is retried when its lease expires. Runs of other tenants do not wait for it.
    log().error({ err: error }, "the rationales of a tenant were not grouped");
  }
  return !signal?.aborted;
}

/** A nightly run makes way for gateways; people wait for the run they asked for. */
async function group(own: SystemScope, run: HeldRun, model: Model, signal?: AbortSignal): Promise<boolean> {
  const { tenantId, asked } = run;
  for (let more = 1; more > 0; ) {
    const { all, made } = await countVectors(own, tenantId, model.name);
    if (!(await beat(own, run, { phase: "vectors", done: made, total: all }))) return false;
    if (signal?.aborted) return false;
    more = asked
      ? await makeVectors(own, tenantId, model)
      : await makeSomeVectors(own, tenantId, model, signal);
  }
  for (let again = AGAIN_MAX; again > 0; again -= 1) {
    const word = await read(own, (tx) => lastWord(tx, tenantId));
    const points = await heaviestPoints(own, tenantId, model.name);
    if (!(await beat(own, run, { phase: "groups", done: 0, total: points.length }))) return false;
    const groups = await clustersOf(points, await linksOf(own, tenantId), model.lines);
    if (signal?.aborted) return false;
    const kept = await keepGroups(own, run, model, { groups, word });
    if (kept === "kept") await drawMap(own, tenantId, model.name);
    if (kept !== "changed") return kept === "kept";
  }
  throw new Error("people changed what belongs together all the while");
}

/** Sends heartbeats during the work, because grouping takes longer than a lease. */
async function whileBeating<T>(own: SystemScope, run: HeldRun, work: () => Promise<T>): Promise<T> {
  const beating = setInterval(() => {
    beat(own, run).catch((error: unknown) =>
      log().warn({ err: error }, "the beat of a grouping was not kept"),
    );
  }, RUN_BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beating);
  }
}

/** Groups rationales into intents, at night and on request. */
export const intentRuns = (embedder: Embedder | null): Job => {
  const model = modelOf(embedder);
  // Notifications wake it. The interval covers nightly runs and crashed processes.
  return {
    ...{ name: "intents", ms: 5 * MINUTE_MS, gapMs: 5_000 },
    runOnce: (signal) => runOnce(model, signal),
    wake: wakeOn("intent"),
  };
};
