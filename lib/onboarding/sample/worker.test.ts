import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { createGateway } from "@/lib/gateways/commands";
import { closeLiveHub } from "@/lib/live/hub";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { requestRemoval, requestSample } from "./commands";
import { findSample } from "./queries";
import { claim, type MakeSample, runOnce, work } from "./worker";

// A database has one sample workspace, so this file needs its own. Each step here writes one row.
let drop: () => Promise<void>;
let admin: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  const { actor, tenants } = await aPerson([await aTenant()], "admin", "Ines");
  admin = proveScope(actor, tenants, { unlimited: true });
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});
afterEach(async () => {
  if (!(await findSample(system))) return;
  await requestRemoval(admin);
  await endLease();
  while (await runOnce(made));
});

const system = systemScope("tests");
const endLease = () =>
  ingest(
    system,
    (tx) => tx.$executeRaw`update sample_workspace set lease_until = clock_timestamp() - interval '1 second'`,
  );
const marks = () => read(system, (tx) => tx.tenant.count({ where: { sample: true } }));

/** Three steps, each creating a tenant. */
const made: MakeSample = () =>
  [1, 2, 3].map((n) => ({
    part: "tenants",
    write: async (tx) => {
      const id = `00000000-0000-7000-8000-00000000010${n}`;
      await tx.tenant.create({ data: { id, key: `sample-${n}`, name: `${n}`, sample: true } });
      return 1;
    },
  }));

test("two presses make one; while it is removed, none is loaded; a stranger's lease is respected", async () => {
  const both = await Promise.all([requestSample(admin), requestSample(admin)]);
  expect(both.map(({ asked }) => asked).sort()).toEqual([false, true]);
  const first = await claim("00000000-0000-7000-8000-000000000001");
  expect(first).not.toBeNull();
  expect(await runOnce(made)).toBe(false);
  await requestRemoval(admin);
  await expect(requestSample(admin)).rejects.toMatchObject({ code: "CONFLICT" });
  // The first process stops and writes nothing more.
  if (first) await work(first, made);
  expect(await findSample(admin)).toMatchObject({ state: "removing" });
  expect(await marks()).toBe(0);
  while (await runOnce(made));
  expect(await findSample(admin)).toBeNull();
});

test("a step that fails is told, writes nothing, and is tried again when the lease is over", async () => {
  await requestSample(admin);
  const failing: MakeSample = (order) =>
    made(order).map((step, index) =>
      index < 2
        ? step
        : {
            ...step,
            write: async (tx) => {
              await step.write(tx);
              throw new Error("the disk is full");
            },
          },
    );
  await runOnce(failing);
  expect(await findSample(admin)).toMatchObject({ state: "loading", rows: 2, error: "the disk is full" });
  expect(await marks()).toBe(2);
  expect(await runOnce(made)).toBe(false);
  await endLease();
  await runOnce(made);
  expect(await findSample(admin)).toMatchObject({ state: "loaded", rows: 3, percent: 100, error: null });
  expect(await marks()).toBe(3);
});

test("what was not loaded is not removed, and nothing is loaded over names of others", async () => {
  const tenant = await aTenant();
  await expect(requestRemoval(admin)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const own = await createGateway(admin, { name: "sample-edge", tenants: [tenant.key] });
  await expect(requestSample(admin)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("sample-edge"),
  });
  expect(await findSample(admin)).toBeNull();
  await ingest(system, (tx) => tx.gateway.delete({ where: { id: own.id } }));
});
