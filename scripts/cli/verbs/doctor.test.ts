import { spawnSync } from "node:child_process";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { env, parseEnv } from "@/lib/core/env";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { backUpNow } from "@/lib/maintenance/backup/worker";
import { command } from "../command";

// Workers, people and backups concern the whole database, so this file needs its own.

let own: Awaited<ReturnType<typeof useOwnDatabase>>;

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  own = await useOwnDatabase();
  const { code } = await command(["user", "create", "--email", "ada@acme.example", "--role", "admin"]);
  expect(code).toBe(0);
});
afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

/** Runs the doctor in a new process, which reads the variables. */
function doctorWith(variables: Record<string, string>) {
  const { status, stdout } = spawnSync(process.execPath, ["lib/generated/programs/cli.mjs", "doctor"], {
    env: { ...process.env, ...variables },
    encoding: "utf8",
  });
  return { code: status, out: stdout };
}

test("the doctor finds the database sound and misses the worker", async () => {
  const { code, out } = await command(["doctor", "--json"]);
  expect(code).toBe(1);
  const { ok, checks } = JSON.parse(out) as {
    ok: boolean;
    checks: { name: string; ok: boolean; detail: string }[];
  };
  expect(ok).toBe(false);
  const failed = checks.filter((check) => !check.ok).map((check) => check.name);
  // The launcher did not migrate the test database, so its migration record is empty.
  expect(failed.filter((name) => name !== "migrations")).toEqual(["worker"]);
});

async function foundWith(variables: Record<string, string>) {
  const before = { ...env() };
  const setTo = async (values: typeof before) => {
    await closeDatabase();
    Object.assign(env(), values);
  };
  await setTo(parseEnv({ ...process.env, ...variables }));
  try {
    return await command(["doctor"]);
  } finally {
    await setTo(before);
  }
}

test("the doctor knows the backups of the schedule, by hand and before migrations", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "doctor-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const variables = { BACKUP_DIR: path.join(dir, "later"), BACKUP_MARK: "aaaaaaaa", BACKUP_KEEP: "3" };
  const none = await foundWith(variables);
  expect(none.out).toMatch(
    /^ok {3}backups: none planned .*; none was made yet; 0 scheduled of at most 3 in /m,
  );
  expect(none.out).toContain(`ok   backups before migrations: none in ${variables.BACKUP_DIR} yet`);

  const hours = (many: number) => new Date(Date.now() - many * 3_600_000 - 60_000);
  const named = async (kind: string, hoursAgo: number, ending: string) => {
    const stamp = `${hours(hoursAgo).toISOString().replaceAll(":", "-")}-0000`;
    const file = path.join(dir, `${kind}-${stamp}${ending}`);
    await writeFile(file, "");
    return file;
  };
  await named("before-migrations-aaaaaaaa", 90, "-after-a.backup");
  const newest = await named("before-migrations-aaaaaaaa", 5, "-after-b.backup");
  await named("before-migrations-bbbbbbbb", 1, "-after-b.backup");
  await named("scheduled-aaaaaaaa", 2, ".backup");
  await backUpNow("the command line", async () => ({
    file: "/elsewhere/hand.backup",
    bytes: 1,
    rows: 1,
    sha256: "0".repeat(64),
  }));
  const here = { ...variables, BACKUP_DIR: dir };
  const { out } = await foundWith(here);
  expect(out).toMatch(
    /^ok {3}backups: .* the last was made \d+ min ago \(\S+Z\) by the command line: \/elsewhere\/hand\.backup; 1 scheduled of/m,
  );
  expect(out).toMatch(/^ok {3}backups before migrations: the last was made 5 h ago \(\S+Z\): /m);
  expect(out).toContain(`${newest}; 2 before migrations of at most 3 in ${dir}`);

  const part = await named("before-migrations-aaaaaaaa", 3, "-after-b.backup.part");
  await utimes(part, hours(3), hours(3));
  expect((await foundWith(here)).out).toContain(
    "FAIL backups before migrations: one was interrupted 3 h ago",
  );
  const blocked = await foundWith({ ...variables, BACKUP_DIR: path.join(part, "inside-a-file") });
  expect(blocked.out).toMatch(/FAIL backups before migrations: BACKUP_DIR .* cannot be written/);
});

test("the doctor reports a database of a newer version", async () => {
  const at = process.env.DATABASE_OWNER_URL ?? "";
  const url = Object.assign(new URL(at), { pathname: new URL(env().DATABASE_URL).pathname });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
     select 'newer-' || n, 'x', 'newer-' || n, now() from generate_series(1, 500) n`,
  );
  const { out } = await command(["doctor"]);
  await client.query("delete from _prisma_migrations where id like 'newer-%'");
  expect(out).toMatch(/^FAIL migrations: \d+ applied, but this version has \d+: the database is newer/m);
});

test("the doctor sees a proxy that nobody named", async () => {
  const behind = { PUBLIC_URL: "https://countersign.example" };
  const hidden = doctorWith(behind);
  expect(hidden.out).toMatch(/FAIL TRUSTED_PROXIES: empty, but https:\S+ is served through a proxy/);
  const named = await foundWith({ ...behind, TRUSTED_PROXIES: "10.0.0.4, 10.1.0.0/16" });
  expect(named.out).toContain("ok   TRUSTED_PROXIES: 10.0.0.4/32, 10.1.0.0/16");
  expect((await foundWith({})).out).toContain("ok   TRUSTED_PROXIES: none");
});

test("the doctor sees a login with too many rights, wrong addresses and wrong variables", async () => {
  const asOwner = new URL(process.env.DATABASE_OWNER_URL ?? "");
  asOwner.pathname = new URL(process.env.DATABASE_URL ?? "").pathname;
  expect((await foundWith({ DATABASE_URL: asOwner.href })).out).toMatch(/FAIL role: \S+ owns \d+ tables/);
  const elsewhere = await foundWith({ HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" });
  expect(elsewhere.out).toContain("FAIL PUBLIC_URL");
  const unsafe = await foundWith({ PUBLIC_URL: "http://countersign.example" });
  expect(unsafe.out).toContain("is not https");
  const gone = await foundWith({ DATABASE_URL: "postgresql://x:y@127.0.0.1:1/z" });
  expect(gone).toMatchObject({ code: 1, out: expect.stringContaining("FAIL database: cannot be asked") });
  // Parsed once per process, where it is refused.
  expect(doctorWith({ PUBLIC_URL: "countersign.example" })).toMatchObject({
    code: 1,
    out: expect.stringContaining("FAIL configuration: PUBLIC_URL is malformed"),
  });
});
