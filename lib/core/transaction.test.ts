import pg from "pg";
import { expect, test, vi } from "vitest";
import { Prisma } from "@/lib/generated/prisma/client";
import { aTenant } from "@/lib/testing/factories";
import {
  bookkeep,
  CommitUnknown,
  change,
  isDatabaseUnavailable,
  isLockTimeout,
  isUniqueViolation,
  read,
  type Tx,
} from "./db";
import { systemScope } from "./scope";

vi.setConfig({ testTimeout: 120_000 });

const scope = systemScope("tests");

const nameOf = async (tx: Tx, id: string) =>
  (await tx.$queryRaw<{ name: string }[]>`select name from tenants where id = ${id}::uuid`)[0]?.name;

test("raw statements and models are one transaction: each sees the other's rows, and both are undone together", async () => {
  const { id } = await aTenant();
  const name = await read(scope, (tx) => nameOf(tx, id));
  const failing = change(scope, async (tx) => {
    await tx.$executeRaw`update tenants set name = 'raw' where id = ${id}::uuid`;
    expect((await tx.tenant.findUniqueOrThrow({ where: { id } })).name).toBe("raw");
    await tx.tenant.update({ where: { id }, data: { name: "model" } });
    expect(await nameOf(tx, id)).toBe("model");
    throw new Error("no more of this");
  });
  await expect(failing).rejects.toThrow("no more of this");
  expect(await read(scope, (tx) => nameOf(tx, id))).toBe(name);
  await change(scope, async (tx) => {
    await tx.tenant.update({ where: { id }, data: { name: "model" } });
    await tx.$executeRaw`update tenants set name = name || ' and raw' where id = ${id}::uuid`;
  });
  expect(await read(scope, (tx) => nameOf(tx, id))).toBe("model and raw");
});

test("statements asked at once go one after another", async () => {
  const values = await read(scope, (tx) =>
    Promise.all(
      Array.from({ length: 30 }, async (_, n) =>
        n % 3 === 0
          ? tx.tenant.count().then(() => n)
          : (await tx.$queryRaw<{ n: number }[]>`select ${n}::int as n`)[0]?.n,
      ),
    ),
  );
  expect(values).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

test("what is left of work that failed reaches no connection", async () => {
  const { id } = await aTenant();
  const name = await read(scope, (tx) => nameOf(tx, id));
  let left: (() => Promise<unknown>) | undefined;
  const failing = change(scope, async (tx) => {
    left = () => tx.$executeRaw`update tenants set name = 'late' where id = ${id}::uuid`;
    throw new Error("before it began");
  });
  await expect(failing).rejects.toThrow("before it began");
  await expect(left?.()).rejects.toThrow("the transaction has ended");
  expect(await read(scope, (tx) => nameOf(tx, id))).toBe(name);
});

test("an error that the work swallowed is not taken for success", async () => {
  const { id } = await aTenant();
  const swallowing = change(scope, async (tx) => {
    await tx.$executeRaw`update tenants set name = 'kept' where id = ${id}::uuid`;
    await tx.$executeRaw`select 1 / 0`.catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow("was undone");
  expect(await read(scope, (tx) => nameOf(tx, id))).not.toBe("kept");
});

test("values keep their digits, their time and their kind", async () => {
  const at = new Date("2026-03-29T01:30:00.123Z");
  const [row] = await read(
    scope,
    (tx) => tx.$queryRaw<object[]>`
      select ${2n ** 62n}::int8 as big, array[1, ${2n ** 53n + 1n}]::int8[] as bigs, ${at}::timestamptz as at,
             '2026-03-29'::date as day, '2026-03-29 01:30:00'::timestamp as plain, ${["a", 'b"', "c,d"]}::text[] as words,
             ${{ a: ["ü", null] }}::jsonb as body, 1.5::float8 as half, ${null}::text as nothing, ${true}::boolean as yes`,
  );
  expect(row).toEqual({
    big: 2n ** 62n,
    bigs: [1n, 2n ** 53n + 1n],
    at,
    day: new Date("2026-03-29T00:00:00Z"),
    plain: new Date("2026-03-29T01:30:00Z"),
    words: ["a", 'b"', "c,d"],
    body: { a: ["ü", null] },
    half: 1.5,
    nothing: null,
    yes: true,
  });
});

test("a text that is asked again is prepared, once, whatever its values; one that is asked once is not", async () => {
  const prepared = await read(scope, async (tx) => {
    for (const n of [1, 2, 3]) await tx.$queryRaw`select ${n}::int as asked_again`;
    await tx.$queryRaw`select 1 as asked_once`;
    const rows = await tx.$queryRaw<{ statement: string; plans: number }[]>`
      select statement, (generic_plans + custom_plans)::int as plans from pg_prepared_statements
      where statement like 'select%asked%' and statement not like '%pg_prepared%'`;
    return rows;
  });
  expect(prepared).toEqual([{ statement: "select $1::int as asked_again", plans: 2 }]);
});

test("errors of raw statements are known by what the database calls them", async () => {
  const { id } = await aTenant();
  const twice = change(
    scope,
    (tx) => tx.$executeRaw`insert into tenants select * from tenants where id = ${id}::uuid`,
  );
  expect(isUniqueViolation(await twice.catch((error: unknown) => error))).toBe(true);
  const cut = bookkeep(scope, async (tx) => {
    await tx.$executeRaw`select set_config('statement_timeout', '20ms', true)`;
    await tx.$executeRaw`select pg_sleep(5)`;
  });
  expect(isLockTimeout(await cut.catch((error: unknown) => error))).toBe(true);
});

test("a transaction waits for a lock, runs a statement and stays idle only so long", async () => {
  const [limits] = await change(
    scope,
    (tx) => tx.$queryRaw<object[]>`
      select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
             current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(limits).toEqual({ lock: "5s", statement: "15s", idle: "20s" });
});

test("a transaction that lasts too long is undone and called overdue", async () => {
  const { id } = await aTenant();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now");
  const late = change(scope, async (tx) => {
    await tx.$executeRaw`update tenants set name = 'late' where id = ${id}::uuid`;
    clock.mockImplementation(() => now() + 21_000);
    await tx.$executeRaw`update tenants set name = 'later' where id = ${id}::uuid`;
  });
  await expect(late).rejects.toMatchObject({ code: "TRANSACTION_OVERDUE" });
  clock.mockRestore();
  expect(await read(scope, (tx) => nameOf(tx, id))).not.toContain("late");
});

const backendOf = async (tx: Tx) =>
  (await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;

async function endBackend(pid: number): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_SUPER_URL });
  await client.connect();
  await client.query("select pg_terminate_backend($1, 5000)", [pid]).finally(() => client.end());
}

test("what was cut off before its end was sent is known not to be stored", async () => {
  const { id } = await aTenant();
  const cut = change(scope, async (tx) => {
    await tx.$executeRaw`update tenants set name = 'cut' where id = ${id}::uuid`;
    const pid = await backendOf(tx);
    const said = vi.spyOn(pg.Client.prototype, "emit");
    await endBackend(pid);
    // Until this process notices.
    const ended = expect.objectContaining({ code: "57P01" });
    await vi.waitFor(() => expect(said).toHaveBeenCalledWith("error", ended), { timeout: 60_000 });
    said.mockRestore();
  }).catch((error: unknown) => error);
  expect(await cut).not.toBeInstanceOf(CommitUnknown);
  expect(isDatabaseUnavailable(await cut)).toBe(true);
  expect(await read(scope, (tx) => nameOf(tx, id))).not.toBe("cut");
});

test("a connection whose plans fit their tables no longer is not used again", async () => {
  const failing = change(scope, async (tx) => {
    const pid = await backendOf(tx);
    // Raised by the database with the state of a stale plan.
    await tx.$executeRaw`do $$ begin raise exception 'cached plan' using errcode = '0A000'; end $$`.catch(
      () => undefined,
    );
    throw Object.assign(new Error("stale"), { pid });
  });
  const { pid } = await failing.catch((error: { pid: number }) => error);
  const backends = await Promise.all(Array.from({ length: 20 }, () => read(scope, backendOf)));
  expect(backends).not.toContain(pid);
});

test("a text with a list of values is not prepared: of each length there would be one", async () => {
  const prepared = await read(scope, async (tx) => {
    for (const _ of [1, 2, 3]) await tx.$queryRaw`select 1 as listed where 1 in (${Prisma.join([1, 2])})`;
    return tx.$queryRaw`select statement from pg_prepared_statements where statement like '%as listed where%'`;
  });
  expect(prepared).toEqual([]);
});
