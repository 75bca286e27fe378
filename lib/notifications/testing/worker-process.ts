import { runOnce as runDeadlines } from "@/lib/approvals/worker";
import { deliveries } from "@/lib/delivery/worker";
import { compose } from "../compose";
import { noteOutcome } from "../outcomes";
import { runOnce as readEvents } from "../worker";

// A worker that notifies people in an endless loop, for tests that kill it at any moment.

const { TEST_LEASE_MS = "600" } = process.env;

const delivering = deliveries({
  compose,
  settle: [noteOutcome],
  leaseMs: Number(TEST_LEASE_MS),
  pollMs: 50,
  schedule: { offsetsMs: [0, 50, 100], everyMs: 100, giveUpMs: 3_600_000 },
});
const { signal } = new AbortController();

process.send?.("ready");
for (;;) {
  await runDeadlines();
  await readEvents();
  await delivering.runOnce(signal);
  // Lets other processes take their turns in the database.
  await new Promise((resolve) => setTimeout(resolve, 5));
}
