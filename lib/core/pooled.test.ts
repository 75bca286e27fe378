import { afterAll, afterEach, expect, onTestFinished, test } from "vitest";
import { setVariables, withVariables } from "@/lib/testing/settings";
import { transactionPool } from "@/lib/testing/transaction-pool";
import { migrate } from "@/scripts/migrate.mjs";
import { closeDatabase, ingest, read } from "./db";
import { systemScope } from "./scope";

// Behind a transaction pooler (PgBouncer) each transaction may use another server connection.

const system = systemScope("tests");
const direct = String(process.env.DATABASE_URL);

let pool: Awaited<ReturnType<typeof transactionPool>>;

withVariables(async () => {
  await closeDatabase();
  pool = await transactionPool(direct, 3);
  return { DATABASE_URL: pool.url };
});

afterEach(closeDatabase);
afterAll(() => pool.close());

/** The same statements repeatedly and concurrently, so that they would be prepared. */
async function ask(): Promise<bigint[]> {
  const sum = (n: number) =>
    read(system, async (tx) => {
      const [row] = await tx.$queryRaw<{ sum: bigint }[]>`select ${n}::bigint + 1 as sum`;
      await tx.tenant.findMany({ take: 1 });
      return row?.sum ?? 0n;
    });
  const sums: bigint[] = [];
  for (let n = 0; n < 5; n += 1) sums.push(await sum(n));
  return [...sums, ...(await Promise.all([5, 6, 7, 8, 9].map(sum)))];
}

test("a pool is noticed by itself, and no statement is given a name that another connection does not know", async () => {
  expect(await ask()).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n]);
});

test("what a transaction sets ends with it: the next one on the connection has its own tenants", async () => {
  const setting = () =>
    ingest(system, (tx) => tx.$queryRaw`select current_setting('countersign.tenants') as tenants`);
  for (let n = 0; n < 4; n += 1) expect(await setting()).toEqual([{ tenants: "*" }]);
});

test("with names all the same, statements are not found: what the others would show", async () => {
  const asBefore = setVariables({ DATABASE_PREPARED: "on" });
  onTestFinished(asBefore);
  await expect(ask()).rejects.toThrow(/prepared statement "s\d+" (does not exist|already exists)/);
  setVariables({ DATABASE_PREPARED: "off" });
  expect(await ask()).toHaveLength(10);
});

test("nothing is migrated or locked through a pool: the message says what to set", async () => {
  await expect(migrate(pool.url, { secret: "s".repeat(32) })).rejects.toThrow(
    /^DATABASE_DIRECT_URL is missing: DATABASE_URL leads through a pool/,
  );
});
