import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "./free-port.mjs";
import { listMigrations, migrate } from "./migrate.mjs";

// A failed upgrade leaves the database to the previous version.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const SUPER_URL = process.env.DATABASE_SUPER_URL;
const name = `upgrade_${randomBytes(5).toString("hex")}`;
const secret = randomBytes(32).toString("base64url");
const url = Object.assign(new URL(SUPER_URL), {
  username: name,
  password: "secret",
  pathname: `/${name}`,
}).href;
let folder;

async function query(at, ...statements) {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    let rows;
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** The next version: these scripts and migrations, plus a broken one of each kind. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "upgrade-"));
  for (const part of ["scripts", "prisma", "package.json", "package-lock.json"])
    cpSync(part, path.join(folder, part), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const broken = path.join(folder, "prisma", "migrations", "99999999999999_broken");
  mkdirSync(broken);
  writeFileSync(path.join(broken, "migration.sql"), "create table half (id int); select no_such_function();");
  await query(
    SUPER_URL,
    `create role ${name} login createrole password 'secret'`,
    `create database ${name} owner ${name}`,
  );
  await migrate(url, { secret });
});

afterAll(async () => {
  await query(SUPER_URL, `drop database ${name} with (force)`);
  await query(SUPER_URL, `drop role if exists ${name}_app`, `drop role ${name}`);
  rmSync(folder, { recursive: true, force: true });
});

const state = async () => ({
  half: (await query(url, "select to_regclass('half') is not null as there"))[0].there,
  migrations: (await query(url, "select count(*)::int as n from _prisma_migrations"))[0].n,
  grants: (await query(url, "select obj_description('_prisma_migrations'::regclass, 'pg_class') as given"))[0]
    .given,
});

/** Starts the next version; returns exit code and output. */
async function start(env) {
  const backups = path.join(folder, "backups");
  const own = { PATH: process.env.PATH, HOME: folder, DATABASE_URL: url, AUTH_SECRET: secret };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: folder,
    env: { ...own, BACKUP_DIR: backups, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  const [code] = await once(child, "exit");
  return { code, text };
}

test("programs that cannot be built leave the database as it was", async () => {
  const before = await state();
  expect(before).toMatchObject({ half: false, migrations: listMigrations().length });
  // Without sources there is nothing to build.
  const { code, text } = await start({ COUNTERSIGN_ROLE: "worker" });
  expect(code).toBe(1);
  expect(text).toMatch(/could not resolve|failed/i);
  expect(text).not.toContain("99999999999999_broken");
  expect(await state()).toEqual(before);
});

test("pages that cannot be built leave the database as it was, and the version before it starts", async () => {
  for (const part of ["gateway", "lib", "sample", "LICENSE", "tsconfig.json", "next.config.ts"])
    cpSync(part, path.join(folder, part), {
      recursive: true,
      filter: (source) => !source.includes("test-programs-"),
    });
  appendFileSync(path.join(folder, "next.config.ts"), '\nthrow new Error("no pages today");\n');
  const before = await state();
  const { code, text } = await start({ COUNTERSIGN_ROLE: "all", PORT: String(await freePort()) });
  expect(code).toBe(1);
  expect(text).toContain("building the pages");
  expect(text).toContain("no pages today");
  expect(text).not.toContain("opening the database");
  expect(existsSync(path.join(folder, "backups"))).toBe(false);
  expect(await state()).toEqual(before);
  expect(await migrate(url, { secret, anew: true })).toMatchObject({ applied: [] });
});

test("a migration that fails is undone, and the version before it starts", async () => {
  const before = await state();
  const next = await import(path.join(folder, "scripts", "migrate.mjs"));
  await expect(next.migrate(url, { secret })).rejects.toThrow("99999999999999_broken failed and was undone");
  expect(await state()).toEqual(before);
  expect(await migrate(url, { secret, anew: true })).toMatchObject({ applied: [] });
});
