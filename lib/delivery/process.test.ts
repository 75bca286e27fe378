import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { useOwnDatabase } from "./testing/database";
import { aProcess } from "./testing/processes";
import { aReceiver } from "./testing/receiver";
import { aScenario, system, theDelivery, until } from "./testing/scene";

const WORKER = "scripts/worker.ts";
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const heartbeats = () => read(system, (tx) => tx.workerHeartbeat.count());

test("the worker process delivers, shows signs of life, and leaves cleanly on SIGTERM", async () => {
  const receiver = await aReceiver();
  const scenario = await aScenario(receiver.url);
  const worker = aProcess(WORKER, { LOG_LEVEL: "info" });
  await until("a sign of life", async () => (await heartbeats()) === 1);
  const { deliveryId } = await scenario.owe();
  await until("delivered", async () => (await theDelivery(deliveryId)).state === "delivered");
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  expect(await heartbeats()).toBe(0);
  const lines = worker.output().trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(
    expect.arrayContaining(["worker started", "worker stopped"]),
  );
  await receiver.close();
});

test("it ends when the process that started it is gone", async () => {
  const worker = aProcess(WORKER, { LOG_LEVEL: "silent" });
  await until("a sign of life", async () => (await heartbeats()) === 1);
  worker.child.disconnect();
  expect(await worker.ended).toBe(0);
  expect(await heartbeats()).toBe(0);
});

test.each([
  [{ DATABASE_URL: "" }, "DATABASE_URL is missing"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL is malformed: expected a URL of the form postgresql://"],
  [{ AUTH_SECRET: "short" }, "AUTH_SECRET is malformed: expected at least 32 characters"],
])("wrong configuration %o stops it with one line", async (env, words) => {
  const worker = aProcess(WORKER, env);
  expect(await worker.ended).toBe(1);
  const lines = worker.output().trim().split("\n");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(words);
});

test("a database that is away is sat out", async () => {
  const nowhere = new URL(process.env.DATABASE_URL ?? "");
  nowhere.port = "1";
  const worker = aProcess(WORKER, { DATABASE_URL: nowhere.href, LOG_LEVEL: "warn" });
  await until("it complains", () => worker.output().includes("trying again"));
  expect(worker.child.exitCode).toBeNull();
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
});
