// One migrated database per test run; each test file creates its own tenant.
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

// Only if needed: two runs must not alter the same role at once.
const MAY_CREATE_DATABASES = `do $$ begin
  if exists (select 1 from pg_roles where rolname = 'countersign_owner' and not rolcreatedb) then
    alter role countersign_owner createdb;
  end if;
end $$`;

// The data need not survive a power failure: if files are damaged, remove the folder. Commits
// survive the end of any process, and tests that kill a server have their own cluster.
const NEVER_SYNCED = [
  "alter system set fsync = off",
  // Full page images help only after a machine crash.
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

/** All migrations but the last, in one transaction. */
const migrateBefore = (url) =>
  withClient(url, async (client) => {
    await client.query("begin");
    await applyTo(client, listMigrations().slice(0, -1));
    await client.query("commit");
  });

/** Removes databases of killed runs. */
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

// Programs that tests start. One bundle each, because compiling their imports takes longer than
// most tests.
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
  "lib/notifications/testing/worker-process.ts",
  "sample/testing/process.ts",
  "node_modules/@modelcontextprotocol/server-everything/dist/transports/stdio.js",
  "node_modules/@modelcontextprotocol/server-everything/dist/transports/streamableHttp.js",
  "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
];
// The product's own programs, already bundled the same way.
const PROGRAMS = ["api", "worker"];

/** Puts them into a folder of this run, from which packages resolve. */
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
  // Worker tests create databases, because a worker processes every tenant.
  await asSuper(server.superUrl, MAY_CREATE_DATABASES);
  for (const statement of NEVER_SYNCED) await asSuper(server.superUrl, statement);
  // The previous version's schema, for upgrade tests.
  const before = `${name}_before`;
  await asSuper(server.superUrl, `create database ${before} owner countersign_owner`);
  await migrateBefore(server.ownerUrl.replace(/\/countersign$/, `/${before}`));
  await asSuper(server.superUrl, `create database ${name} template ${before} owner countersign_owner`);
  const ownerUrl = server.ownerUrl.replace(/\/countersign$/, `/${name}`);
  process.env.AUTH_SECRET = randomBytes(32).toString("base64url");
  const { appUrl } = await migrate(ownerUrl, { secret: process.env.AUTH_SECRET });
  // The current schema without rows; copying it is faster than migrating.
  const template = `${name}_template`;
  await asSuper(server.superUrl, `create database ${template} template ${name} owner countersign_owner`);
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
    // A database being created when its process ended appears once its template is dropped.
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
