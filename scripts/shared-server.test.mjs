import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as postgres from "./postgres.mjs";
import { join, TakenError } from "./shared-server.mjs";

let folder;
let cluster;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cluster-"));
  cluster = path.join(folder, "pg");
});

afterAll(async () => {
  await postgres.remove(cluster);
  rmSync(folder, { recursive: true, force: true });
});

const pidFile = () => path.join(cluster, "data", "postmaster.pid");
const serverPid = () => Number(readFileSync(pidFile(), "utf8").split("\n")[0]);

test("several at once share one server, and the last one out stops it", async () => {
  const places = await Promise.all([join(cluster), join(cluster), join(cluster)]);
  expect(new Set(places.map(({ server }) => server.port)).size).toBe(1);
  await places[0].leave();
  await places[1].leave();
  expect(await postgres.isRunning(cluster)).toBe(true);
  let last = 0;
  await places[2].leave(async () => {
    last += 1;
  });
  expect(last).toBe(1);
  expect(await postgres.isRunning(cluster)).toBe(false);
});

test("a cluster has one launcher, and others may still come and go", async () => {
  const launcher = await join(cluster, { exclusive: true });
  await expect(join(cluster, { exclusive: true })).rejects.toBeInstanceOf(TakenError);
  await (await join(cluster)).leave();
  expect(await postgres.isRunning(cluster)).toBe(true);
  await launcher.leave();
  const next = await join(cluster, { exclusive: true });
  await next.leave();
});

test("a killed server is noticed and comes back on its port", async () => {
  const place = await join(cluster, { exclusive: true });
  const { port } = place.server;
  process.kill(serverPid(), "SIGKILL");
  await place.lost;
  const again = await join(cluster, { exclusive: true, port });
  expect(again.server).toMatchObject({ port, reused: false });
  await again.leave();
});

test("a pid file that names another program does not bar the start", async () => {
  writeFileSync(pidFile(), `${process.pid}\n${cluster}/data\n0\n1\n\n127.0.0.1\n`);
  const place = await join(cluster);
  expect(serverPid()).not.toBe(process.pid);
  await place.leave();
  expect(existsSync(pidFile())).toBe(false);
});

test("the owner of the database is no superuser and listens to this machine only", async () => {
  const { default: pg } = await import("pg");
  const place = await join(cluster);
  const client = new pg.Client({ connectionString: place.server.ownerUrl });
  await client.connect();
  const { rows } = await client.query(
    `select rolsuper, rolcreatedb, rolcreaterole, current_setting('listen_addresses') as listens, current_setting('fsync') as fsync
     from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: true, listens: "127.0.0.1", fsync: "on" },
  ]);
  await client.end();
  await place.leave();
});
