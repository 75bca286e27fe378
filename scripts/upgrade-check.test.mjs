import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aDatabase, dropDatabases, query } from "./backup/testing.mjs";
import { environment } from "./environment.mjs";
import { listMigrations, migrate } from "./migrate.mjs";

// The upgrade check from the next version: this one with another migration, without installed
// packages or built programs.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const NEXT = "99990101000000_next";
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const secret = randomBytes(32).toString("base64url");
let folder;
let database;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "upgrade-check-"));
  for (const part of ["scripts", "prisma", "package.json", "package-lock.json"])
    cpSync(part, path.join(folder, part), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  mkdirSync(path.join(folder, "prisma", "migrations", NEXT));
  writeFileSync(
    path.join(folder, "prisma", "migrations", NEXT, "migration.sql"),
    "create table next (id int)",
  );
  database = await aDatabase();
  await migrate(database.owner, { secret });
});

afterAll(async () => {
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

async function run(env = {}, args = ["upgrade", "--check", "--json"]) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, ["scripts/cli.mjs", ...args], {
    cwd: folder,
    env: {
      PATH,
      HOME: folder,
      DATABASE_URL: database.owner,
      AUTH_SECRET: secret,
      COUNTERSIGN_COMMIT: "0123456789abcdef",
      ...env,
    },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, out, err };
}

async function checked(env) {
  const { code, out, err } = await run(env);
  expect(err).toBe("");
  return { code, ...JSON.parse(out) };
}

const applied = () => query(database.superuser, "select * from _prisma_migrations order by migration_name");

test("it names version, builds, migrations and backup, and changes nothing", async () => {
  const before = { rows: await applied(), files: readdirSync(folder, { recursive: true }).sort() };
  expect(await checked()).toEqual({
    code: 0,
    ok: true,
    version,
    commit: "0123456789ab",
    make: { packages: false, programs: true, pages: true },
    database: {
      state: "pending",
      applied: listMigrations().length,
      pending: [NEXT],
      changed: [],
      unknown: [],
    },
    backup: { made: true, before_migrations: true, dir: path.join(folder, ".data", "backups"), last: null },
    obstacles: [],
  });
  const { code, out } = await run({}, ["upgrade", "--check"]);
  expect(code).toBe(0);
  expect(out).toContain(`version: ${version} (0123456789ab)`);
  expect(out).toContain("`npm start` makes the programs, pages anew before it migrates");
  expect(out).toContain(`\`npm start\` applies 1 more:\n  ${NEXT}\n`);
  expect(out).toContain("none was made yet");
  expect({ rows: await applied(), files: readdirSync(folder, { recursive: true }).sort() }).toEqual(before);
});

test("packages that are not those of the lock file are made anew; a worker needs no pages", async () => {
  const file = path.join(folder, "package-lock.json");
  const text = readFileSync(file, "utf8");
  const lock = JSON.parse(text);
  lock.packages["node_modules/pg"].version = "0.0.1";
  writeFileSync(file, JSON.stringify(lock));
  try {
    expect(await checked({ COUNTERSIGN_ROLE: "worker" })).toMatchObject({
      code: 0,
      make: { packages: true, programs: true, pages: false },
    });
  } finally {
    writeFileSync(file, text);
  }
});

test("without packages the database is not asked, and the check fails", async () => {
  rmSync(path.join(folder, "node_modules"));
  try {
    expect(await checked()).toMatchObject({
      code: 1,
      make: { packages: true },
      database: { state: "unknown" },
      obstacles: [expect.stringContaining("npm ci")],
    });
  } finally {
    symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  }
});

test("the last backup is the newest of the schedule, of upgrades and of those made by hand", async () => {
  const dir = mkdtempSync(path.join(folder, "backups-"));
  const { mark } = environment({ DATABASE_URL: database.owner, AUTH_SECRET: secret }).backups;
  const upgrade = path.join(dir, `before-migrations-${mark}-2026-01-02T10-20-30.400Z-0000-after-x.backup`);
  for (const file of [
    upgrade,
    path.join(dir, "before-migrations-bbbbbbbb-2026-02-01T00-00-00.000Z-0000.backup"),
  ])
    writeFileSync(file, "");
  expect((await checked({ BACKUP_DIR: dir })).backup).toEqual({
    made: true,
    before_migrations: true,
    dir,
    last: { at: "2026-01-02T10:20:30.400Z", file: upgrade },
  });
  await query(
    database.superuser,
    `insert into backup_runs (id, started_by, started_at, finished_at, file, bytes, rows)
     values ('${randomUUID()}', 'the command line', '2026-01-03Z', '2026-01-03 00:01Z', '/elsewhere/one.backup', 1, 1)`,
  );
  expect((await checked({ BACKUP_DIR: dir })).backup.last).toEqual({
    at: "2026-01-03T00:01:00.000Z",
    file: "/elsewhere/one.backup",
  });
  expect((await checked({ BACKUP_DIR: dir, BACKUP_BEFORE_MIGRATIONS: "off" })).backup).toMatchObject({
    made: false,
    before_migrations: false,
  });
});

test("a folder for backups that cannot be written stops the upgrade, unless none is made", async () => {
  const BACKUP_DIR = path.join(folder, "package.json", "inside-a-file");
  expect(await checked({ BACKUP_DIR })).toMatchObject({
    code: 1,
    ok: false,
    obstacles: [expect.stringMatching(/^BACKUP_DIR .* cannot be written/)],
  });
  expect(await checked({ BACKUP_DIR, BACKUP_BEFORE_MIGRATIONS: "off" })).toMatchObject({ code: 0 });
});

test("a database of a newer version, or with changed migrations, is reported", async () => {
  const newer = await aDatabase();
  await migrate(newer.owner, { secret });
  const name = listMigrations().at(-1).name;
  await query(
    newer.superuser,
    `update _prisma_migrations set checksum = 'other' where migration_name = '${name}'`,
  );
  expect(await checked({ DATABASE_URL: newer.owner })).toMatchObject({
    code: 0,
    database: { changed: [name] },
  });
  await query(
    newer.superuser,
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('1', 'x', '99990202000000_later', now())`,
  );
  expect(await checked({ DATABASE_URL: newer.owner })).toMatchObject({
    code: 1,
    database: { state: "newer", unknown: ["99990202000000_later"] },
    backup: { made: false },
    obstacles: [expect.stringContaining("newer than this version: start the newer version again")],
  });
});

test("an empty database is filled, one that cannot be reached fails the check", async () => {
  const empty = await aDatabase();
  expect(await checked({ DATABASE_URL: empty.owner })).toMatchObject({
    code: 0,
    database: { state: "empty", pending: [...listMigrations().map(({ name }) => name), NEXT] },
    backup: { made: false },
  });
  expect(await query(empty.superuser, "select to_regclass('_prisma_migrations') as there")).toEqual([
    { there: null },
  ]);
  const gone = await checked({ DATABASE_URL: "postgresql://x:y@127.0.0.1:1/z" });
  expect(gone).toMatchObject({
    code: 1,
    database: { state: "unreachable" },
    obstacles: [expect.stringContaining("the database cannot be reached")],
  });
});

test("where there is no database none is made, and other words are refused", async () => {
  const dataDir = path.join(folder, "nothing");
  const settings = { DATABASE_URL: "", AUTH_SECRET: "", COUNTERSIGN_DATA_DIR: dataDir };
  expect(await checked(settings)).toMatchObject({
    code: 0,
    database: { state: "none" },
    backup: { made: false },
  });
  expect(existsSync(dataDir)).toBe(false);
  for (const args of [["upgrade"], ["upgrade", "--chek"], ["upgrade", "now", "--check"]])
    expect(await run({}, args)).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("Usage: upgrade --check"),
    });
});
