import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { closeLiveHub, liveHub } from "@/lib/live/hub";
import { withVariables } from "@/lib/testing/settings";
import { watchStatements } from "@/lib/testing/watch";
import { jobs } from "./jobs";

withVariables({ BACKUP_EVERY_HOURS: "24" });

let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});

test("a worker at rest sends fewer than two statements a second, all its jobs together", async () => {
  await liveHub().subscribe({ event: () => undefined, reset: () => undefined });
  let sent = 0;
  const stop = watchStatements(() => {
    sent += 1;
    return undefined;
  });
  const rates: Record<string, number> = {};
  const { signal } = new AbortController();
  for (const job of jobs()) {
    // The first pass may have work; the second shows the idle state.
    await job.runOnce(signal);
    sent = 0;
    await job.runOnce(signal);
    const rest = typeof job.ms === "number" ? job.ms : await job.ms();
    rates[job.name] = (sent * 1_000) / rest;
  }
  stop();
  const sum = Object.values(rates).reduce((all, rate) => all + rate, 0);
  expect(sum, JSON.stringify(rates)).toBeLessThan(2);
});
