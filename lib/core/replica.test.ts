import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { aTenant } from "@/lib/testing/factories";
import { movedClock } from "@/lib/testing/moved-clock";
import { withVariables } from "@/lib/testing/settings";
import { migrate } from "@/scripts/migrate.mjs";
import * as postgres from "@/scripts/postgres.mjs";
import { type Replica, startReplica } from "@/scripts/replica-server.mjs";
import { closeDatabase, ingest, read, readList, type Tx } from "./db";
import { env } from "./env";
import { newId } from "./ids";
import { listReads } from "./replica";
import { proveScope, systemScope } from "./scope";

// A real streaming replica: every list includes everything committed before the request, read
// anywhere.

const WAIT_MS = 60_000;
vi.setConfig({ testTimeout: 2 * WAIT_MS });

const system = systemScope("tests");
const [AWAY_MS, BEHIND_MS] = [5_000, 1_000];
const goOn = movedClock();
const folder = mkdtempSync(path.join(tmpdir(), "replica-"));
const cluster = path.join(folder, "primary", "pg");
const replicas: Replica[] = [];
let server: Awaited<ReturnType<typeof postgres.start>>;
let appUrl: string;

withVariables(async () => {
  await closeDatabase();
  mkdirSync(path.dirname(cluster));
  server = await postgres.start(cluster);
  ({ appUrl } = await migrate(server.ownerUrl, { secret: "s".repeat(40) }));
  const replica = await anotherReplica();
  return { DATABASE_URL: appUrl, DATABASE_REPLICA_URL: replica.urlLike(appUrl) };
});

afterAll(async () => {
  await closeDatabase();
  for (const replica of replicas)
    try {
      replica.stop();
    } catch {
      // A test stopped it.
    }
  await postgres.remove(cluster);
  rmSync(folder, { recursive: true, force: true });
});

async function anotherReplica(): Promise<Replica> {
  // A folder that the server's account can enter, next to the cluster.
  const [{ data_directory: data }] = await asked<{ data_directory: string }>(
    "show data_directory",
    server.superUrl,
  );
  const replica = await startReplica(server.superUrl, path.dirname(data));
  replicas.push(replica);
  return replica;
}

async function asked<Row>(statement: string, url: string): Promise<[Row, ...Row[]]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as [Row, ...Row[]];
  } finally {
    await client.end();
  }
}

const onTheReplica = <Row>(statement: string, replica = replicas[0]) =>
  asked<Row>(statement, replica?.urlLike(inDatabase(server.superUrl)) ?? "");

const inDatabase = (url: string) =>
  Object.assign(new URL(url), { pathname: new URL(appUrl).pathname }).toString();

function aSignal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${what}`);
}

const isReplica = async (tx: Tx) =>
  (await tx.$queryRaw<{ there: boolean }[]>`select pg_is_in_recovery() as there`)[0]?.there;
const keys = async (tx: Tx) =>
  (await tx.$queryRaw<{ key: string }[]>`select key from tenants`).map(({ key }) => key);
const readsOfTheReplica = () =>
  until("a list from the replica", async () => (await readList(system, isReplica)) === true);

test("lists come from the replica, everything else from the primary, under the same wall between tenants", async () => {
  await readsOfTheReplica();
  expect(await read(system, isReplica)).toBe(false);
  expect(await ingest(system, isReplica)).toBe(false);
  const [mine] = [await aTenant(), await aTenant()];
  const scope = proveScope(system.actor, [mine.id]);
  const settings = (tx: Tx) => tx.$queryRaw`select tenant_id as id from tenant_settings`;
  expect(await readList(scope, settings)).toEqual([{ id: mine.id }]);
  const models = (tx: Tx) => tx.tenant.findMany({ where: { id: mine.id }, select: { key: true } });
  expect(await readList(system, models)).toEqual([{ key: mine.key }]);
});

test("a list asked for after a change shows it, every time, beside others that write", async () => {
  await readsOfTheReplica();
  const before = listReads().replica;
  let done = false;
  const others = Array.from({ length: 2 }, async () => {
    while (!done) await aTenant();
  });
  const missing: string[] = [];
  const toDo = async () => {
    // Proves that the replica served reads; otherwise the other tests prove nothing.
    for (let round = 0; round < 60 || listReads().replica - before <= 20; round += 1) {
      const { key } = await aTenant();
      if (!(await readList(system, keys)).includes(key)) missing.push(key);
      goOn(BEHIND_MS);
    }
  };
  await toDo().finally(() => {
    done = true;
  });
  await Promise.all(others);
  expect(missing).toEqual([]);
});

test("a replica that stands still is passed over: what it lacks is shown all the same, and it is asked again later", async () => {
  await readsOfTheReplica();
  await onTheReplica("select pg_wal_replay_pause()");
  await until("a replica that stands still", async () => {
    const [{ state }] = await onTheReplica<{ state: string }>(
      "select pg_get_wal_replay_pause_state() as state",
    );
    return state === "paused";
  });
  const { key } = await aTenant();
  expect(await readList(system, keys)).toContain(key);
  // What a list would show without checking the replica's position.
  expect(await onTheReplica("select key from tenants")).toEqual(expect.not.arrayContaining([{ key }]));
  await onTheReplica("select pg_wal_replay_resume()");
  goOn(BEHIND_MS);
  await readsOfTheReplica();
  expect(await readList(system, keys)).toContain(key);
});

test("a replica that is gone costs nobody an error", async () => {
  await readsOfTheReplica();
  replicas[0]?.stop();
  const lists = await Promise.all(Array.from({ length: 20 }, () => readList(system, isReplica)));
  expect(lists).toEqual(lists.map(() => false));
  replicas[0]?.start();
  goOn(AWAY_MS);
  await readsOfTheReplica();
});

test("a replica with all its connections in use is not away: the next list is read there again", async () => {
  await readsOfTheReplica();
  const [lists, end] = [[] as Promise<boolean>[], aSignal()];
  const holds = () => {
    const begun = aSignal();
    const list = readList(system, async (tx) => {
      if (!(await isReplica(tx))) return false;
      begun.give();
      await end.given;
      return true;
    });
    lists.push(list);
    return Promise.race([begun.given.then(() => true), list]);
  };
  for (let held = 0; held < env().DATABASE_POOL; ) if (await holds()) held += 1;
  expect(await readList(system, isReplica)).toBe(false);
  end.give();
  await Promise.all(lists);
  // A replica that was behind is retried long before one that was unreachable.
  const places = [await readList(system, isReplica)];
  for (; !places.includes(true) && places.length < 4; goOn(BEHIND_MS))
    places.push(await readList(system, isReplica));
  expect(places).toContain(true);
});

test("work that fails on the replica is done on the primary, and what is wrong with it is said once", async () => {
  await readsOfTheReplica();
  // A standby assigns no transaction ids.
  const numbered = (tx: Tx) => tx.$queryRaw`select pg_current_xact_id() is not null as numbered`;
  expect(await readList(system, numbered)).toEqual([{ numbered: true }]);
  await expect(readList(system, (tx) => tx.$queryRaw`select nothing`)).rejects.toThrow(/nothing/);
  await expect(
    readList(system, (tx) => tx.tenant.create({ data: { id: newId(), key: "x", name: "x" } })),
  ).rejects.toThrow();
});

test("a server behind DATABASE_REPLICA_URL that is no replica is left alone", async () => {
  await closeDatabase();
  const real = env().DATABASE_REPLICA_URL;
  Object.assign(env(), { DATABASE_REPLICA_URL: appUrl });
  const before = listReads().replica;
  expect(await readList(system, isReplica)).toBe(false);
  expect(listReads().replica).toBe(before);
  await closeDatabase();
  Object.assign(env(), { DATABASE_REPLICA_URL: real });
});

test("after a failover, a replica that has more of the old primary's log than the new one is not believed", async () => {
  const straggler = replicas[0];
  const heir = await anotherReplica();
  heir.stop();
  const lost = await aTenant();
  await asked("select pg_logical_emit_message(false, 'test', repeat('x', 4000000))", server.superUrl);
  const [{ at }] = await asked<{ at: string }>(
    "select pg_current_wal_flush_lsn()::text as at",
    server.superUrl,
  );
  await until("the replica", async () => {
    const [{ there }] = (await onTheReplica(
      `select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as there`,
    )) as [{ there: boolean }];
    return there;
  });
  await closeDatabase();
  await postgres.stop(cluster);
  heir.start();
  heir.promote();
  Object.assign(env(), {
    DATABASE_URL: heir.urlLike(appUrl),
    DATABASE_REPLICA_URL: straggler?.urlLike(appUrl),
  });
  for (let round = 0; round < 20; round += 1) {
    const { key } = await aTenant();
    const shown = await readList(system, keys);
    expect(shown).toContain(key);
    expect(shown).not.toContain(lost.key);
  }
});

test("a write that reaches a replica is told that the database is away, which means: come again", async () => {
  await closeDatabase();
  Object.assign(env(), { DATABASE_URL: replicas[0]?.urlLike(appUrl), DATABASE_REPLICA_URL: undefined });
  const { isDatabaseUnavailable } = await import("./db");
  const refused = await aTenant().then(
    () => "stored",
    (error: unknown) => error,
  );
  expect(isDatabaseUnavailable(refused)).toBe(true);
});
