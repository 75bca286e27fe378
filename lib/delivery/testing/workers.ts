import { afterAll, afterEach, beforeAll } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { closeLiveHub } from "@/lib/live/hub";
import { type DeliveryWorkerOptions, startDeliveryWorker } from "../worker";
import { useOwnDatabase } from "./database";
import { type Answering, aReceiver, type Receiver } from "./receiver";
import { aScenario, type Scenario, system } from "./scene";

const open: { close: () => Promise<void> }[] = [];

export function ownWorkers(): void {
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ drop } = await useOwnDatabase());
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await ingest(system, (tx) => tx.$executeRaw`delete from outbox_events`);
  });
  afterAll(async () => {
    await closeLiveHub();
    await closeDatabase();
    await drop();
  });
}

export async function receiver(answer?: Answering): Promise<Receiver> {
  const one = await aReceiver(answer);
  open.push(one);
  return one;
}

export async function scenarioWith(answer?: Answering): Promise<Scenario & { receiver: Receiver }> {
  const one = await receiver(answer);
  return { ...(await aScenario(one.url)), receiver: one };
}

export function working(options: DeliveryWorkerOptions = {}): void {
  const stop = new AbortController();
  const ended = startDeliveryWorker({ ...options, signal: stop.signal });
  open.push({
    close: async () => {
      stop.abort();
      await ended;
    },
  });
}

export async function undelivered(ids: string[]): Promise<number> {
  return read(system, (tx) => tx.delivery.count({ where: { id: { in: ids }, state: { not: "delivered" } } }));
}
