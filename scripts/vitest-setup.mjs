// One migrated database for a run of the tests; each test file makes a tenant of its own in it.
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { bundled, ensurePrograms } from "./build.mjs";
import { migrate } from "./migrate.mjs";
import { join } from "./shared-server.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLUSTER = path.join(ROOT, ".data", "test", "pg");

// Only when needed: two runs that alter one role at the same moment get in each other's way.
const MAY_CREATE_DATABASES = `do $$ begin
  if exists (select 1 from pg_roles where rolname = 'countersign_owner' and not rolcreatedb) then
    alter role countersign_owner createdb;
  end if;
end $$`;

async function asSuper(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** What runs that were killed left in the cluster. */
async function dropLeftOvers(superUrl) {
  const own = "datname in ('postgres', 'countersign')";
  const databases = await asSuper(
    superUrl,
    `select format('%I', datname) as name from pg_database where not datistemplate and not ${own}`,
  );
  for (const { name } of databases) await asSuper(superUrl, `drop database ${name} with (force)`);
  const roles = await asSuper(
    superUrl,
    String.raw`select format('%I', rolname) as name from pg_roles where rolname like 'test\_%\_app'`,
  );
  for (const { name } of roles) await asSuper(superUrl, `drop role ${name}`);
}

// What tests start in processes of their own. One file each: compiling what they import takes longer than most tests.
const STARTED = [
  "gateway/testing/asking-server.ts",
  "gateway/testing/journal-server.ts",
  "gateway/testing/referring-server.ts",
  "lib/delivery/testing/worker-process.ts",
  "sample/testing/process.ts",
  "scripts/api.ts",
  "scripts/worker.ts",
];

/** Bundles them into a folder of this run, from which packages are found. */
async function makeStarted() {
  const { build } = await import("esbuild");
  const folder = mkdtempSync(path.join(ROOT, "lib", "generated", "test-programs-"));
  const all = { entryPoints: STARTED, outdir: folder, outbase: ".", packages: "external" };
  const { outputFiles } = await bundled(build, all);
  for (const { path: file, contents } of outputFiles) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return folder;
}

export default async function setup() {
  await ensurePrograms();
  const programs = await makeStarted();
  process.env.TEST_PROGRAMS = programs;
  const { server, leave } = await join(CLUSTER);
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Tests of the workers make databases of their own, because a worker sees every tenant.
  await asSuper(server.superUrl, MAY_CREATE_DATABASES);
  await asSuper(server.superUrl, `create database ${name} owner countersign_owner`);
  const ownerUrl = server.ownerUrl.replace(/\/countersign$/, `/${name}`);
  process.env.AUTH_SECRET = randomBytes(32).toString("base64url");
  const { appUrl } = await migrate(ownerUrl, { secret: process.env.AUTH_SECRET });
  // As it is now, with nobody in it: copying it is quicker than the migrations.
  const template = `${name}_template`;
  await asSuper(server.superUrl, `create database ${template} template ${name} owner countersign_owner`);
  process.env.DATABASE_TEMPLATE = template;
  process.env.DATABASE_URL = appUrl;
  process.env.DATABASE_OWNER_URL = ownerUrl;
  process.env.DATABASE_SUPER_URL = server.superUrl.replace(/\/postgres$/, `/${name}`);
  process.env.LOG_LEVEL ??= "silent";
  return async () => {
    rmSync(programs, { recursive: true, force: true });
    for (const database of [name, template])
      await asSuper(server.superUrl, `drop database ${database} with (force)`);
    await asSuper(server.superUrl, `drop role if exists ${name}_app`);
    await leave(() => dropLeftOvers(server.superUrl));
  };
}
