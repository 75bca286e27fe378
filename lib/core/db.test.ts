import { expect, test } from "vitest";
import { aTenant } from "@/lib/testing/factories";
import { bookkeep, change, ingest, read, type Tx } from "./db";
import { systemScope } from "./scope";

const scope = systemScope("tests");

const rename = (id: string) => (tx: Tx) =>
  tx.tenant.updateManyAndReturn({ where: { id }, data: { name: "other" } });

test("a write inside read is refused by the database, and nothing of it stays", async () => {
  const { id } = await aTenant();
  await expect(read(scope, rename(id))).rejects.toThrow(/read-only transaction/);
  await expect(
    read(scope, (tx) => tx.$queryRaw`select 1 from tenants where id = ${id}::uuid for update`),
  ).rejects.toThrow(/read-only transaction/);
  expect((await read(scope, (tx) => tx.tenant.findUniqueOrThrow({ where: { id } }))).name).not.toBe("other");
});

test("the pool's next user may write again", async () => {
  const { id } = await aTenant();
  for (const write of [change, ingest, bookkeep]) {
    await read(scope, (tx) => tx.tenant.count());
    expect(await write(scope, rename(id))).toMatchObject([{ name: "other" }]);
  }
});

test("nothing within read makes it writable again", async () => {
  const { id } = await aTenant();
  const back = read(scope, async (tx) => {
    await tx.$executeRaw`select set_config('transaction_read_only', 'off', true)`;
    return rename(id)(tx);
  });
  await expect(back).rejects.toThrow(/read-write mode/);
});
