import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../database.mjs";
import { listMigrations } from "../migrate.mjs";
import { keepBeforeMigrations, keepScheduled } from "./keep.mjs";
import { restore } from "./restore.mjs";
import { aDatabase, aDatabaseBefore, dropDatabases, query } from "./testing.mjs";

// Retention of backups: of one database, of several in one folder, and during repeated upgrade
// failures.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const secret = process.env.AUTH_SECRET;
const last = listMigrations().at(-1).name;
let scratch;
let before;
let folders = 0;

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), "backup-keep-"));
  before = await aDatabaseBefore("kept");
});

afterAll(async () => {
  await dropDatabases();
  rmSync(scratch, { recursive: true, force: true });
});

function aFolder(names = []) {
  folders += 1;
  const dir = path.join(scratch, String(folders));
  mkdirSync(dir);
  for (const name of names) writeFileSync(path.join(dir, name), "");
  return dir;
}

const keeping = (dir, keep, mark = "aaaaaaaa") => ({ dir, mark, keep, secret });
const days = (kind, mark, many) =>
  Array.from({ length: many }, (_, day) => `${kind}-${mark}-2026-01-0${day + 1}T00-00-00.000Z-0000.backup`);

test("what is migrated at a start is kept in a file first, and seven of those stay", async () => {
  const upgraded = await aDatabaseBefore("upgraded");
  const dir = aFolder([...days("before-migrations", "aaaaaaaa", 8), "mine.backup"]);
  const settings = {
    ownerUrl: upgraded.owner,
    secret,
    backups: { ...keeping(dir, 7), beforeMigrations: true },
  };
  const notes = [];
  const options = { note: (line) => notes.push(line) };
  expect((await openDatabase(settings, options)).applied).toEqual([last]);
  expect(notes).toEqual([expect.stringContaining("the database as it was is kept in")]);
  expect((await openDatabase(settings, options)).applied).toEqual([]);
  const names = readdirSync(dir).sort();
  expect(names).toHaveLength(8);
  expect(names).toContain("mine.backup");
  const target = await aDatabase();
  await restore(target.owner, path.join(dir, names.at(-2)));
  expect(await query(target.superuser, "select key from tenants")).toEqual([{ key: "upgraded" }]);
});

test("an upgrade that fails again and again removes no earlier backup, and leaves one of its own", async () => {
  await query(
    before.superuser,
    "create function refuse() returns event_trigger language plpgsql as $$ begin raise exception 'no room'; end $$",
  );
  await query(
    before.superuser,
    "create event trigger refusing on ddl_command_start execute function refuse()",
  );
  const there = days("before-migrations", "aaaaaaaa", 3);
  const dir = aFolder(there);
  const backups = { ...keeping(dir, 2), beforeMigrations: true };
  const start = () => openDatabase({ ownerUrl: before.owner, secret, backups });
  for (let round = 0; round < 3; round += 1) await expect(start()).rejects.toThrow("no room");
  const names = readdirSync(dir);
  expect(names).toEqual(expect.arrayContaining(there));
  const own = names.filter((name) => !there.includes(name));
  expect(own).toEqual([expect.stringContaining(listMigrations().at(-2).name)]);
  await query(before.superuser, "drop event trigger refusing");
  expect((await start()).applied).toEqual([last]);
  expect(readdirSync(dir)).toHaveLength(2);
});

test("products that share a folder leave each other's backups alone", async () => {
  const others = [...days("scheduled", "bbbbbbbb", 3), ...days("before-migrations", "bbbbbbbb", 3)];
  const dir = aFolder([...others, ...days("scheduled", "aaaaaaaa", 3)]);
  const { file } = await keepScheduled(before.owner, keeping(dir, 1));
  expect(readdirSync(dir).sort()).toEqual([...others, path.basename(file)].sort());
});

test("what a killed process left unfinished is removed, but nothing that is being written or is another's", async () => {
  const part = (mark, hour) => `scheduled-${mark}-2026-01-01T0${hour}-00-00.000Z-0000.backup.part`;
  const dir = aFolder([part("aaaaaaaa", 1), part("aaaaaaaa", 2), part("bbbbbbbb", 3)]);
  const anHourAgo = Date.now() / 1_000 - 3_600;
  for (const name of [part("aaaaaaaa", 1), part("bbbbbbbb", 3)])
    utimesSync(path.join(dir, name), anHourAgo, anHourAgo);
  await keepScheduled(before.owner, keeping(dir, 1));
  const left = readdirSync(dir).filter((name) => name.endsWith(".part"));
  expect(left).toEqual([part("aaaaaaaa", 2), part("bbbbbbbb", 3)]);
});

const busy = `select count(*)::int as n from pg_stat_activity
  where application_name = 'countersign backup' and datname = current_database()`;

async function until(ready) {
  while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test.each([
  ["before it begins", null],
  ["while it waits for its turn", "select pg_advisory_lock(hashtextextended('turn_request_partitions', 0))"],
  ["while it reads rows", "begin; lock table tenants in access exclusive mode"],
])("the signal stops a backup %s: its connection and its file are gone", async (_, hold) => {
  const dir = aFolder();
  const stop = new AbortController();
  const holder = new pg.Client({ connectionString: before.superuser });
  await holder.connect();
  try {
    if (hold) await holder.query(hold);
    else stop.abort();
    const making = keepScheduled(before.owner, { ...keeping(dir, 1), signal: stop.signal });
    const refused = expect(making).rejects.toThrow("stopped before it was complete");
    const waits = `select 1 from pg_stat_activity where application_name = 'countersign backup'
      and datname = current_database() and wait_event_type = 'Lock'`;
    if (hold) await until(async () => (await query(before.superuser, waits)).length > 0);
    stop.abort();
    await refused;
    expect(readdirSync(dir)).toEqual([]);
  } finally {
    await holder.end();
  }
  await until(async () => (await query(before.superuser, busy))[0].n === 0);
});

test("backups of one moment do not collide", async () => {
  const dir = aFolder();
  const at = (mark, work) => Array.from({ length: 2 }, () => work(keeping(dir, 9, mark)));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  try {
    await Promise.all([
      ...at("aaaaaaaa", (kept) => keepScheduled(before.owner, kept)),
      keepBeforeMigrations(before.owner, "a", keeping(dir, 9)),
      keepBeforeMigrations(before.owner, "a", keeping(dir, 9, "bbbbbbbb")),
    ]);
  } finally {
    vi.useRealTimers();
  }
  expect(readdirSync(dir)).toHaveLength(4);
});
