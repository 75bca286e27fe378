import { setMaxListeners } from "node:events";
import { closeDatabase } from "@/lib/core/db";
import { every } from "@/lib/core/every";
import { closeLiveHub } from "@/lib/live/hub";
import { jobs } from "@/scripts/jobs";

// A worker with some jobs: `only rationales intents`, or `without rationales intents`.

const [mode, ...named] = process.argv.slice(2);
const stop = new AbortController();
setMaxListeners(0, stop.signal);
process.on("SIGTERM", () => stop.abort());
const some = jobs().filter(({ name }) => named.includes(name) === (mode === "only"));
await Promise.all(some.map((job) => every(job, stop.signal)));
await closeLiveHub();
await closeDatabase();
process.exit(0);
