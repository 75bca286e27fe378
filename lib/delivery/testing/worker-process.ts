import { startDeliveryWorker } from "../worker";

// A worker that stops at a failpoint, for crash tests. Its test kills it.

const { COUNTERSIGN_FAILPOINT: failpoint, TEST_LEASE_MS = "1000" } = process.env;

function dieAt(step: string): void {
  if (step === failpoint) process.kill(process.pid, "SIGKILL");
}

process.send?.("ready");
await startDeliveryWorker({
  leaseMs: Number(TEST_LEASE_MS),
  pollMs: 100,
  schedule: { offsetsMs: [0, 50, 100], everyMs: 100, giveUpMs: 3_600_000 },
  onStep: dieAt,
  // Inside the transaction that records the outcome, before its commit.
  settle: [
    {
      of: "callbacks",
      follow: async () => {
        dieAt("recording");
        return [];
      },
    },
  ],
  signal: new AbortController().signal,
});
