import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { setVariables } from "@/lib/testing/settings";
import { command } from "../cli/command";
import { openDatabase } from "../database.mjs";
import { listMigrations, migrate } from "../migrate.mjs";
import { dump, sealKey } from "./dump.mjs";
import { frame, readFrames, writeFrames } from "./file.mjs";
import { inspect, isOwnSecret, restore } from "./restore.mjs";
import { aDatabase, aDatabaseBefore, aMigratedDatabase, dropDatabases, query } from "./testing.mjs";

// A workspace with rows of every kind, backed up and restored into other databases.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const secret = process.env.AUTH_SECRET;
let folder;
let putBack;
let source;
let file;
/** An early backup of the same workspace, and the database at that time. */
let small;
let young;

/** Rows of every table, every sequence and every partition, as the superuser sees them. */
async function everything({ superuser }) {
  const tables = await query(
    superuser,
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const found = {};
  for (const { name } of tables.filter((table) => table.name !== "_prisma_migrations"))
    [found[name]] = await query(
      superuser,
      `select count(*)::int as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as sum from ${name} t`,
    );
  const sequences = await query(
    superuser,
    "select sequencename, last_value::text from pg_sequences order by 1",
  );
  return { found, sequences };
}

const guards = ({ superuser }) =>
  query(
    superuser,
    `select c.relname, c.relrowsecurity, c.relforcerowsecurity, array(
       select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid order by 1) as constraints, array(
       select t.tgname || t.tgenabled::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "backup-"));
  source = await aDatabase();
  await closeDatabase();
  putBack = setVariables({ DATABASE_URL: (await migrate(source.owner, { secret })).appUrl });
  const run = async (line) => expect(await command(line.split(" "))).toMatchObject({ code: 0 });
  await run("gateway create --name real --tenants acme");
  small = path.join(folder, "small.backup");
  await dump(source.owner, small, { secret });
  await closeDatabase();
  young = await aDatabase(source.name);
  await run("sample load --pending 5 --audit 2000");
  // As maintenance would do on another day.
  await query(
    source.superuser,
    "create table tool_calls_2020_01 partition of tool_calls for values from ('2020-01-01Z') to ('2020-02-01Z')",
  );
  file = path.join(folder, "one.backup");
  const made = await dump(source.owner, file, { secret });
  expect(made.sha256).toBe(sumOf(file));
});

afterAll(async () => {
  await closeDatabase();
  putBack?.();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

test("what comes out is what went in: rows, sequences, partitions and everything that guards them", async () => {
  const target = await aDatabase();
  expect(isOwnSecret(await inspect(file, secret), secret)).toBe(true);
  const { rows } = await restore(target.owner, file);
  expect(rows).toBeGreaterThan(5_000);
  expect((await migrate(target.owner, { secret })).applied).toEqual([]);
  expect(await everything(target)).toEqual(await everything(source));
  expect(await guards(target)).toEqual(await guards(source));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("the product's own login makes the same file", async () => {
  const other = path.join(folder, "app.backup");
  await dump(process.env.DATABASE_URL, other, { secret });
  const sums = async (name) => {
    const found = [];
    for await (const { kind, payload } of readFrames(name))
      if (kind === "end") found.push(payload.toString());
    return found;
  };
  expect(await sums(other)).toEqual(await sums(file));
});

test("a snapshot is of one moment, whatever is written meanwhile", async () => {
  const other = path.join(folder, "busy.backup");
  const rename = () =>
    query(source.superuser, "update gateways set name = name || 'x' where name like 'real%'");
  let stopped = false;
  const writing = (async () => {
    while (!stopped) await rename();
  })();
  await dump(source.owner, other, { secret });
  stopped = true;
  await writing;
  const target = await aDatabase();
  await restore(target.owner, other);
  const [broken] = await query(
    target.superuser,
    "select count(*)::int as n from gateway_tenants gt left join gateways g on g.id = gt.gateway_id where g.id is null",
  );
  expect(broken.n).toBe(0);
});

test("a backup of the schema before is restored and then migrated", async () => {
  const all = listMigrations();
  const before = await aDatabaseBefore("older");
  const older = path.join(folder, "older.backup");
  await dump(before.owner, older, { secret });

  const target = await aDatabase();
  await restore(target.owner, older);
  expect((await migrate(target.owner, { secret })).applied).toEqual([all.at(-1).name]);
  expect(await query(target.superuser, "select key from tenants")).toEqual([{ key: "older" }]);
  const own = await guards(source);
  expect(await guards(target)).toEqual(own.filter(({ relname }) => relname !== "tool_calls_2020_01"));
});

test("a folder for backups that cannot be written stops the migrations, and says so", async () => {
  const before = await aDatabaseBefore("kept");
  const dir = path.join(file, "inside-a-file");
  const settings = {
    ownerUrl: before.owner,
    secret,
    backups: { dir, mark: "aaaaaaaa", keep: 7, beforeMigrations: true },
  };
  await expect(openDatabase(settings)).rejects.toThrow(
    /nothing was migrated.*BACKUP_DIR .* cannot be written/,
  );
  const without = { ...settings, backups: { ...settings.backups, beforeMigrations: false } };
  expect((await openDatabase(without)).applied).toHaveLength(1);
});

test.each([
  ["cut off", (bytes) => bytes.subarray(0, -100)],
  ["cut off in its first line", (bytes) => bytes.subarray(0, 10)],
  ["altered", (bytes) => bytes.fill(bytes[5_000] ^ 1, 5_000, 5_001)],
  ["something else", () => Buffer.from("hello\n")],
])("a file that is %s is refused before anything is written", async (_, harm) => {
  const bad = path.join(folder, `${randomBytes(4).toString("hex")}.backup`);
  writeFileSync(bad, harm(Buffer.from(readFileSync(file))));
  await expect(inspect(bad, secret)).rejects.toThrow(
    /(cut off or altered|no backup of Countersign). Nothing was restored/,
  );
});

async function forged(from, change, key, changeTrail = (rows) => rows) {
  async function* frames() {
    let table;
    for await (const { kind, payload } of readFrames(from)) {
      if (kind === "table") table = JSON.parse(payload.toString()).name;
      const isTrail = kind === "rows" && table === "activity";
      yield frame(
        kind,
        kind === "head"
          ? change(JSON.parse(payload.toString()))
          : isTrail
            ? Buffer.from(changeTrail(payload.toString()))
            : payload,
      );
    }
  }
  const name = path.join(folder, `${randomBytes(4).toString("hex")}.backup`);
  await writeFrames(name, frames(), key);
  return name;
}

test("a whole file that somebody without the secret wrote is refused; with another secret's mark it is not ours", async () => {
  const key = randomBytes(32);
  await expect(inspect(await forged(file, (head) => head, key), secret)).rejects.toThrow(
    "cut off or altered",
  );
  const other = await forged(file, (head) => ({ ...head, secret_mark: "0123456789abcdef" }), key);
  expect(isOwnSecret(await inspect(other, secret), secret)).toBe(false);
});

test.each([
  "FOR VALUES FROM ('2020-01-01') TO ('2020-02-01'); create table stolen ()",
  "FOR VALUES FROM ('2020-01-01') TO ((select now()))",
  "DEFAULT tablespace elsewhere",
  7,
])(
  "a partition's range that holds more than a range is refused before anything is written: %s",
  async (bound) => {
    const change = (head) => ({ ...head, partitions: [{ ...head.partitions[0], name: "harmless", bound }] });
    const bad = await forged(file, change, sealKey(secret));
    await expect(inspect(bad, secret)).rejects.toThrow("the partition harmless");
    const target = await aDatabase();
    await expect(restore(target.owner, bad)).rejects.toThrow("the partition harmless");
    const left = "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace";
    expect(await query(target.superuser, left)).toEqual([{ n: 0 }]);
  },
);

/** `countersign restore` as an operator runs it, into a new database. */
async function restoredByCommand(from) {
  const target = await aDatabase();
  const env = { ...process.env, DATABASE_URL: target.owner, AUTH_SECRET: secret };
  delete env.DATABASE_APP_URL;
  const child = spawn(process.execPath, ["scripts/cli.mjs", "restore", from, "--json"], { env });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  const told = await query(
    target.superuser,
    "select actor_kind, actor_name, subject_kind, details from activity where action = 'backup.restored'",
  );
  return { code, json: JSON.parse(out), told };
}

const sumOf = (name) => createHash("sha256").update(readFileSync(name)).digest("hex");

test.concurrent("the restored database says where it comes from: who restored which file, and when that was made", async () => {
  const { code, json, told } = await restoredByCommand(small);
  expect(code).toBe(0);
  expect(json).toMatchObject({ sha256: sumOf(small), trail: { unbroken: true } });
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    actor_kind: "system",
    actor_name: "the command line",
    subject_kind: "backup",
  });
  expect(JSON.parse(told[0].details)).toEqual({
    file: small,
    sha256: sumOf(small),
    rows: json.rows,
    made_at: expect.stringMatching(/^20\d\d-.*Z$/),
    trail: "unbroken",
    new_secret: false,
  });
});

/** A backup of a database whose owner changed a row of the trail. */
async function ofABrokenTrail() {
  await query(
    young.superuser,
    `alter table activity disable trigger all;
     update activity set action = 'gateway.renamed' where action = 'gateway.created';
     alter table activity enable trigger all`,
  );
  const broken = path.join(folder, `${randomBytes(4).toString("hex")}.backup`);
  await dump(young.owner, broken, { secret });
  return broken;
}

const withAnotherRow = () =>
  forged(
    small,
    (head) => head,
    sealKey(secret),
    (rows) => rows.replace("\tgateway.created\t", "\tgateway.renamed\t"),
  );

test.concurrent.each([
  ["in the database before the backup", ofABrokenTrail],
  ["in the file after it, by somebody who has the secret", withAnotherRow],
])("a trail that was changed %s is told after the restore, and in the trail itself", async (_, make) => {
  const broken = await make();
  const { code, json, told } = await restoredByCommand(broken);
  expect(code).toBe(1);
  expect(json.trail.unbroken).toBe(false);
  expect(JSON.parse(told[0].details)).toMatchObject({ sha256: sumOf(broken), trail: "broken" });
});

test.concurrent("a database that holds something, and a file of a newer version, are refused", async () => {
  await expect(restore(source.owner, file)).rejects.toThrow(
    /not empty: it has \d+ tables. Nothing was restored/,
  );
  const newer = await aMigratedDatabase();
  await query(
    newer.owner,
    "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '29990101000000_later', now())",
  );
  const later = path.join(folder, "later.backup");
  await dump(newer.owner, later, { secret });
  await expect(inspect(later, secret)).rejects.toThrow(
    "made by a newer Countersign, which knows the migration 29990101000000_later",
  );
});

test.concurrent("rows that fit nothing leave the database as empty as it was", async () => {
  const orphan = await aMigratedDatabase();
  await query(
    orphan.superuser,
    `alter table memberships drop constraint memberships_user_id_fkey;
     insert into memberships (user_id, tenant_id) values (gen_random_uuid(), gen_random_uuid())`,
  );
  const bad = path.join(folder, "orphan.backup");
  await dump(orphan.owner, bad, { secret });
  const target = await aDatabase();
  await expect(restore(target.owner, bad)).rejects.toThrow(/foreign key/);
  const [tables] = await query(
    target.superuser,
    "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace",
  );
  expect(tables.n).toBe(0);
});

test("a name that is taken is left alone, and a backup that fails leaves no file", async () => {
  await expect(dump(source.owner, file, { secret })).rejects.toThrow("is there already");
  const empty = await aDatabase();
  const none = path.join(folder, "none.backup");
  await expect(dump(empty.owner, none, { secret })).rejects.toThrow("holds nothing of Countersign yet");
  expect(existsSync(none)).toBe(false);
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});
