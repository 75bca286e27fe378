// One migrated database for a run of the tests; each test file makes a tenant of its own in it.
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { bundled, ensurePrograms, programFile, WITH_PACKAGES } from "./build.mjs";
import { applyTo, listMigrations, migrate } from "./migrate.mjs";
import { join } from "./shared-server.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLUSTER = path.join(ROOT, ".data", "test", "pg");

// Only when needed: two runs that alter one role at the same moment get in each other's way.
const MAY_CREATE_DATABASES = `do $$ begin
  if exists (select 1 from pg_roles where rolname = 'countersign_owner' and not rolcreatedb) then
    alter role countersign_owner createdb;
  end if;
end $$`;

// Nothing in it has to outlive the machine: if that goes down amid a run, remove the folder, and it is made anew. What was written
// is safe from the end of any process, and a test that kills a server has a cluster of its own.
const NEVER_SYNCED = [
  "alter system set fsync = off",
  // Whole pages are written against half of them on the disk, which only the end of the machine leaves.
  "alter system set full_page_writes = off",
  "select pg_reload_conf()",
];

async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const asSuper = (url, statement) => withClient(url, async (client) => (await client.query(statement)).rows);

/** All but the last migration, in one transaction. */
const migrateBefore = (url) =>
  withClient(url, async (client) => {
    await client.query("begin");
    await applyTo(client, listMigrations().slice(0, -1));
    await client.query("commit");
  });

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
  "gateway/testing/raw-server.ts",
  "gateway/testing/referring-server.ts",
  "lib/approvals/testing/worker-process.ts",
  "lib/auth/testing/sign-in-process.ts",
  "lib/delivery/testing/worker-process.ts",
  "lib/intents/testing/grouping-process.ts",
  "lib/intents/testing/offline-process.ts",
  "sample/testing/process.ts",
  "node_modules/@modelcontextprotocol/server-everything/dist/transports/stdio.js",
  "node_modules/@modelcontextprotocol/server-everything/dist/transports/streamableHttp.js",
  "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
];
// And the product's own programs, which are bundled so already.
const PROGRAMS = ["api", "worker"];

/** Puts them into a folder of this run, from which packages are found. */
async function makeStarted() {
  const { build } = await import("esbuild");
  const folder = mkdtempSync(path.join(ROOT, "lib", "generated", "test-programs-"));
  const all = { ...WITH_PACKAGES, entryPoints: STARTED, outdir: folder, outbase: "." };
  const { outputFiles } = await bundled(build, all);
  for (const { path: file, contents } of outputFiles) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  mkdirSync(path.join(folder, "scripts"));
  for (const name of PROGRAMS) copyFileSync(programFile(name), path.join(folder, "scripts", `${name}.mjs`));
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
  for (const statement of NEVER_SYNCED) await asSuper(server.superUrl, statement);
  // As the version before had it, for tests of upgrades.
  const before = `${name}_before`;
  await asSuper(server.superUrl, `create database ${before} owner countersign_owner`);
  await migrateBefore(server.ownerUrl.replace(/\/countersign$/, `/${before}`));
  await asSuper(server.superUrl, `create database ${name} template ${before} owner countersign_owner`);
  const ownerUrl = server.ownerUrl.replace(/\/countersign$/, `/${name}`);
  process.env.AUTH_SECRET = randomBytes(32).toString("base64url");
  const { appUrl } = await migrate(ownerUrl, { secret: process.env.AUTH_SECRET });
  // As it is now, with nobody in it: copying it is quicker than the migrations.
  const template = `${name}_template`;
  await asSuper(server.superUrl, `create database ${template} template ${name} owner countersign_owner`);
  // The names of all that are made for tests of this run begin with it.
  process.env.DATABASE_OF_RUN = name;
  process.env.DATABASE_TEMPLATE = template;
  process.env.DATABASE_TEMPLATE_BEFORE = before;
  process.env.DATABASE_URL = appUrl;
  process.env.DATABASE_OWNER_URL = ownerUrl;
  process.env.DATABASE_SUPER_URL = server.superUrl.replace(/\/postgres$/, `/${name}`);
  process.env.LOG_LEVEL ??= "silent";
  return async () => {
    rmSync(programs, { recursive: true, force: true });
    const own = `select format('%I', datname) as name from pg_database where datname ~ '^${name}(_|$)'`;
    // One that was being made when its process ended comes to light once its template is dropped.
    for (
      let left = await asSuper(server.superUrl, own);
      left.length > 0;
      left = await asSuper(server.superUrl, own)
    )
      for (const { name: database } of left)
        await asSuper(server.superUrl, `drop database if exists ${database} with (force)`);
    await asSuper(server.superUrl, `drop role if exists ${name}_app`);
    await leave(() => dropLeftOvers(server.superUrl));
  };
}
