import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { listMigrations, migrate } from "./migrate.mjs";

const SUPER_URL = process.env.DATABASE_SUPER_URL;
const name = `migrate_${randomBytes(5).toString("hex")}`;
const poor = `${name}_poor`;
const secret = randomBytes(32).toString("base64url");

function urlOf(role, database = name) {
  const url = new URL(SUPER_URL);
  [url.username, url.password, url.pathname] = [role, "secret", `/${database}`];
  return url.href;
}

async function query(url, ...statements) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows;
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await query(
    SUPER_URL,
    `create role ${name} login createrole password 'secret'`,
    `create database ${name} owner ${name}`,
    `create role ${poor} login password 'secret'`,
    `create database ${poor} owner ${poor}`,
  );
});

afterEach(() => vi.unstubAllEnvs());

afterAll(async () => {
  await query(SUPER_URL, `drop database ${name} with (force)`, `drop database ${poor} with (force)`);
  await query(SUPER_URL, `drop role if exists ${name}_app`, `drop role ${name}`, `drop role ${poor}`);
});

test("of two launchers at once one applies everything, and a later one nothing", async () => {
  const both = await Promise.all([migrate(urlOf(name), { secret }), migrate(urlOf(name), { secret })]);
  const all = listMigrations().map((migration) => migration.name);
  expect(both.map(({ applied }) => applied.length).sort()).toEqual([0, all.length]);
  expect(both[0].appUrl).toBe(both[1].appUrl);
  expect((await migrate(urlOf(name), { secret })).applied).toEqual([]);
  const rows = await query(urlOf(name), "select migration_name from _prisma_migrations order by started_at");
  expect(rows.map((row) => row.migration_name)).toEqual(all);
});

test("keys that people chose keep working under the new names of what they are for", async () => {
  const kept = JSON.stringify({
    theme: "dark",
    keys: { enabled: true, remap: { claim: "u", settle: "y", edit: "q" } },
  });
  const sql = readFileSync(
    new URL("../prisma/migrations/20261122030000_key_names/migration.sql", import.meta.url),
    "utf8",
  );
  await query(
    urlOf(name),
    `insert into users (id, email, name, role, preferences)
     values (gen_random_uuid(), 'keys@example.com', 'K', 'viewer', '${kept}'), (gen_random_uuid(), 'none@example.com', 'N', 'viewer', '{}')`,
    sql,
  );
  const rows = await query(urlOf(name), "select preferences from users order by email");
  expect(rows.map((row) => row.preferences)).toEqual([
    { theme: "dark", keys: { enabled: true, remap: { assign: "u", acknowledge: "y", edit: "q" } } },
    {},
  ]);
});

test("a version that is older than the database starts with a warning", async () => {
  const at = urlOf(name);
  await query(
    at,
    "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('later', 'x', '99990101000000_later', now())",
  );
  const notes = [];
  expect((await migrate(at, { secret, note: (line) => notes.push(line) })).applied).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/newer than this version, which lacks 99990101000000_later;/),
  ]);
  await query(at, "delete from _prisma_migrations where id = 'later'");
});

test("the product's login is bound by row-level security and has no more rights than it needs", async () => {
  const { appUrl } = await migrate(urlOf(name), { secret });
  const [role] = await query(
    appUrl,
    "select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls as mighty from pg_roles where rolname = current_user",
  );
  expect(role.mighty).toBe(false);
  const [rights] = await query(
    appUrl,
    `select has_table_privilege('activity', 'insert') as adds, has_table_privilege('activity', 'update') as rewrites,
            has_table_privilege('activity', 'delete') as removes, has_table_privilege('_prisma_migrations', 'select') as sees_migrations,
            (select count(*) from pg_class where relispartition and relkind = 'r' and has_table_privilege(oid, 'select'))::int as partitions`,
  );
  expect(rights).toEqual({
    adds: true,
    rewrites: false,
    removes: false,
    sees_migrations: false,
    partitions: 0,
  });
  await expect(query(appUrl, "create table mine (id int)")).rejects.toThrow("permission denied");
});

test("a command that finds the rights as they were given leaves them alone; a start gives them anew", async () => {
  const { appUrl } = await migrate(urlOf(name), { secret });
  const role = decodeURIComponent(new URL(appUrl).username);
  await query(urlOf(name), `revoke insert on tenants from ${role}`);
  const may = async () => {
    const [row] = await query(appUrl, "select has_table_privilege('tenants', 'insert') as inserts");
    return row.inserts;
  };
  await migrate(urlOf(name), { secret });
  expect(await may()).toBe(false);
  await migrate(urlOf(name), { secret, anew: true });
  expect(await may()).toBe(true);
  const other = randomBytes(32).toString("base64url");
  const renewed = await migrate(urlOf(name), { secret: other });
  expect(await query(renewed.appUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  await migrate(urlOf(name), { secret });
});

test("an owner that may not create roles is told what an administrator has to run", async () => {
  const failure = await migrate(urlOf(poor, poor), { secret }).catch((error) => error);
  expect(failure.message).toContain(`CREATE ROLE "${poor}_app" LOGIN`);
  expect(failure.message).toContain("DATABASE_APP_URL");
  expect(failure.message).not.toContain("\n");
});

test("a login that row-level security would not bind is refused", async () => {
  for (const url of [urlOf(name), SUPER_URL]) {
    vi.stubEnv("DATABASE_APP_URL", url);
    await expect(migrate(urlOf(name), { secret })).rejects.toThrow("row-level security");
  }
  vi.stubEnv("DATABASE_APP_URL", urlOf("nobody_at_all"));
  await expect(migrate(urlOf(name), { secret })).rejects.toThrow("no role nobody_at_all");
});

test("a wrong password is said at once, not waited for", async () => {
  const wrong = urlOf(name).replace("secret", "wrong");
  await expect(migrate(wrong, { secret })).rejects.toThrow(/^DATABASE_URL: the database cannot be reached/);
});

test("a database that does not answer yet is waited for until the signal", async () => {
  const notes = [];
  const signal = AbortSignal.timeout(1_200);
  const nowhere = "postgresql://owner:secret@127.0.0.1:1/countersign";
  await expect(migrate(nowhere, { secret, signal, note: (line) => notes.push(line) })).rejects.toThrow();
  expect(notes).toEqual(["waiting for the database (ECONNREFUSED)"]);
});
