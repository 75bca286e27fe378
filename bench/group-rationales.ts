import { bookkeep, closeDatabase, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { openRun } from "@/lib/intents/runs/lease";
import { runOnce as group } from "@/lib/intents/runs/worker";
import { modelOf } from "@/lib/intents/stored-vectors";
import { runOnce as tell } from "@/lib/intents/templates/worker";
import { threadedEmbedder } from "@/lib/language/embedder-thread";

// The program of the section "intents": reads a tenant's calls into templates and groups them like
// a worker. Reports times and peak memory, including the language model's thread.

const scope = systemScope("bench");
const tenantId = process.argv[2] ?? "";
const model = modelOf(threadedEmbedder());

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

/** Measures the longest event loop delay. */
function watchTurns(): () => number {
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

const longest = watchTurns();
const telling = await seconds(async () => {
  while (await tell(model, undefined, { lagMs: -5_000, only: tenantId }));
});
await bookkeep(scope, (tx) => openRun(tx, tenantId, null));
const grouping = await seconds(() => group(model, undefined, tenantId));
const { user, system } = process.cpuUsage();
const again = await seconds(async () => {
  await bookkeep(scope, (tx) => openRun(tx, tenantId, null));
  await group(model, undefined, tenantId);
});
const heldUpMs = longest();
const [templates, intents, [run]] = await read(scope, (tx) =>
  Promise.all([
    tx.rationaleTemplate.count({ where: { tenantId } }),
    tx.intent.count({ where: { tenantId } }),
    tx.intentRun.findMany({ where: { tenantId }, orderBy: { askedAt: "desc" }, take: 1 }),
  ]),
);
const megabytes = process.resourceUsage().maxRSS / 1_024;
const said = {
  telling,
  grouping,
  processor: (user + system) / 1_000_000,
  again,
  heldUpMs,
  megabytes,
  templates,
  intents,
  state: run?.state,
};
process.stdout.write(`${JSON.stringify(said)}\n`);
await closeDatabase();
process.exit(0);
