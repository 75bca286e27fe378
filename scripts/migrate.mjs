// Applies prisma/migrations with Prisma's record of migrations, without its command line, and
// creates the product's login.
import { createHash, createHmac, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const ROOT = projectFolder();
// An arbitrary constant, shared by all launchers.
const LOCK = 7_020_260;
const WAIT_MS = 60_000;
const CONNECT_MS = 5_000;
const RETRY_MS = 500;
const OLDEST_SERVER = 150_000;
const LIMITS = path.join(ROOT, "prisma", "grants.sql");
const GRANTS = "select, insert, update, delete";

function projectFolder() {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, "prisma", "migrations")) && path.dirname(folder) !== folder)
    folder = path.dirname(folder);
  return folder;
}

const BOOKKEEPING = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

const APPLIED = `select migration_name, checksum from _prisma_migrations
  where finished_at is not null and rolled_back_at is null order by 1`;

const STARTING = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "57P03",
]);

/**
 * Advisory locks belong to a session. Behind a transaction pooler the lock would stay with another
 * client's connection.
 * @throws Error if a pooler is in between and no direct URL is set
 */
async function assertDirect(client) {
  if (process.env.DATABASE_DIRECT_URL) return;
  const { rows } = await client.query("select pg_backend_pid() as pid");
  if (rows[0].pid === client.processID) return;
  throw new PooledError(
    "DATABASE_DIRECT_URL is missing: DATABASE_URL leads through a pool of connections (PgBouncer or the like), expected a URL of the same database without it, or through one that pools whole sessions",
  );
}

const urlName = () => (process.env.DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : "DATABASE_URL");

/** DATABASE_URL leads to a pooler. */
class PooledError extends Error {}

export async function connect(url, note, signal, waitMs = WAIT_MS) {
  const deadline = Date.now() + waitMs;
  for (let told = false; ; ) {
    signal?.throwIfAborted();
    const client = new pg.Client({
      connectionString: url,
      application_name: "countersign migrate",
      connectionTimeoutMillis: CONNECT_MS,
    });
    client.on("error", () => undefined); // the running query then fails and reports it
    try {
      await client.connect();
      await assertDirect(client);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof PooledError) throw error;
      const starting = STARTING.has(error.code) || /timeout/.test(error.message);
      if (!starting || Date.now() > deadline)
        throw new Error(`${urlName()}: the database cannot be reached: ${error.message || error.code}`);
      if (!told) note(`waiting for the database (${error.code ?? error.message})`);
      told = true;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Migrations in order: name, SQL, checksum. */
export function listMigrations(folder = path.join(ROOT, "prisma", "migrations")) {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name, "migration.sql") }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const sql = readFileSync(file, "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

async function applyWithin(client, { name, sql, checksum }) {
  await client.query("select set_config('countersign.tenants', '*', true)");
  await client.query(sql);
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksum, name],
  );
}

async function applyOne(client, migration) {
  const { name } = migration;
  await client.query("begin");
  try {
    await applyWithin(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`the migration ${name} failed and was undone: ${error.message}`);
  }
}

/**
 * Compares the database's migrations with those of this folder. Changes nothing.
 * @param {pg.Client} client of the role that owns the database
 * @returns {Promise<{ last: string | null, applied: string[], pending: { name: string, sql: string,
 * checksum: string }[], changed: string[], unknown: string[] }>} `last` is the newest applied one,
 * null in an empty database; `changed` were applied with another text; `unknown` are not in this
 * version
 * @throws Error if the server is too old
 */
export async function compareMigrations(client) {
  const { rows: facts } = await client.query(
    "select current_setting('server_version_num')::int as version, to_regclass('_prisma_migrations') is not null as known",
  );
  if (facts[0].version < OLDEST_SERVER) throw new Error("DATABASE_URL: Postgres 15 or newer is needed");
  const { rows } = facts[0].known ? await client.query(APPLIED) : { rows: [] };
  const sums = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  const here = listMigrations();
  const names = new Set(here.map(({ name }) => name));
  return {
    last: rows.at(-1)?.migration_name ?? null,
    applied: [...sums.keys()],
    pending: here.filter(({ name }) => !sums.has(name)),
    changed: here
      .filter(({ name, checksum }) => sums.has(name) && sums.get(name) !== checksum)
      .map(({ name }) => name),
    unknown: [...sums.keys()].filter((name) => !names.has(name)),
  };
}

async function applyAll(client, note, beforeMigrations) {
  const { last, pending, changed, unknown } = await compareMigrations(client);
  if (unknown.length > 0)
    note(
      `warning: the database is newer than this version, which lacks ${unknown.join(", ")}; start the newer version again`,
    );
  if (!last) await client.query(BOOKKEEPING);
  for (const name of changed) note(`the migration ${name} was changed after it was applied here`);
  if (pending.length > 0 && last) await beforeMigrations?.(last);
  for (const migration of pending) await applyOne(client, migration);
  return pending.map(({ name }) => name);
}

/**
 * Creates the schema of these migrations in an empty database, in the open transaction.
 * @param {pg.Client} client
 * @param {readonly { name: string, sql: string, checksum: string }[]} migrations
 */
export async function applyTo(client, migrations) {
  await client.query(BOOKKEEPING);
  for (const migration of migrations) await applyWithin(client, migration);
}

/** The product's login: neither owner nor superuser, so that row-level security applies. */
async function prepareAppRole(client, ownerUrl, { secret, anew }) {
  if (process.env.DATABASE_APP_URL) {
    await grantOnce(client, decodeURIComponent(new URL(process.env.DATABASE_APP_URL).username), "", anew);
    return process.env.DATABASE_APP_URL;
  }
  const { rows } = await client.query("select current_database() as name");
  const role = `${rows[0].name}_app`;
  const password = createHmac("sha256", secret).update("countersign app role").digest("base64url");
  await grantOnce(client, role, password, anew);
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.toString();
}

/** A command skips grants that are up to date; a start of the product always renews them. */
async function grantOnce(client, role, password, anew) {
  const limits = existsSync(LIMITS) ? readFileSync(LIMITS, "utf8") : "";
  const given = createHash("sha256")
    .update(JSON.stringify([role, password, limits, GRANTS]))
    .digest("hex");
  const { rows } = await client.query(
    "select obj_description('_prisma_migrations'::regclass, 'pg_class') as given",
  );
  if (!anew && rows[0].given === given) return assertBound(client, role);
  if (password !== "") await ensureRole(client, role, password);
  await grant(client, role, limits);
  await client.query(`comment on table _prisma_migrations is ${client.escapeLiteral(given)}`);
}

async function ensureRole(client, role, password) {
  const quoted = client.escapeIdentifier(role);
  try {
    const exists = (await client.query("select 1 from pg_roles where rolname = $1", [role])).rowCount;
    const verb = exists ? "alter" : "create";
    await client.query(
      `${verb} role ${quoted} login ${exists ? "" : "nosuperuser nocreatedb nocreaterole "}password ${client.escapeLiteral(password)}`,
    );
  } catch (error) {
    throw new Error(
      `DATABASE_URL: its role may not create ${role} (${error.message}); let an administrator run ` +
        `CREATE ROLE ${quoted} LOGIN PASSWORD '…' and set DATABASE_APP_URL to a URL with it`,
    );
  }
}

/** @throws Error if row-level security does not apply to the role */
async function assertBound(client, role) {
  const { rows } = await client.query(
    `select rolsuper or rolbypassrls as unbound, pg_has_role(oid, (select datdba from pg_database where datname = current_database()), 'member') as owns
     from pg_roles where rolname = $1`,
    [role],
  );
  if (!rows[0]) throw new Error(`DATABASE_APP_URL: the database has no role ${role}`);
  if (rows[0].unbound || rows[0].owns)
    throw new Error(
      `DATABASE_APP_URL: ${role} owns the database or passes by row-level security; expected a role with neither right`,
    );
}

/** Grants and revokes in one transaction, because another process may be serving. */
async function grant(client, role, limits) {
  await assertBound(client, role);
  const to = client.escapeIdentifier(role);
  // Skips functions of extensions: granting those only logs warnings.
  const { rows } = await client.query(
    `select current_database() as database, array(
       select format('%I', relname) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> '_prisma_migrations' order by 1) as tables, array(
       select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
       and pg_has_role(proowner, 'usage') order by 1) as functions`,
  );
  const { database, tables, functions } = rows[0];
  await client.query("begin");
  await client.query(`grant connect on database ${client.escapeIdentifier(database)} to ${to}`);
  await client.query(`grant usage on schema public to ${to}`);
  await client.query(`grant ${GRANTS} on ${tables.join(", ")} to ${to}`);
  await client.query(`grant usage on all sequences in schema public to ${to}`);
  await client.query(`grant execute on function ${functions.join(", ")} to ${to}`);
  if (limits) await client.query(limits.replaceAll(":app_role", to));
  await client.query("commit");
}

/** @param {pg.Client} client holds the lock for schema changes and restores until it closes */
export async function lockSchema(client) {
  await client.query("select pg_advisory_lock($1)", [LOCK]);
}

/**
 * Migrates the database to the newest schema, one transaction per migration and one launcher at a
 * time.
 * @param {string} ownerUrl a role that owns the database
 * @param {{ secret: string, anew?: boolean, note?: (line: string) => void, signal?: AbortSignal,
 * beforeMigrations?: (last: string) => Promise<void> }} options `secret` is AUTH_SECRET; `anew`
 * renews the grants of the product's login; `beforeMigrations` runs before changes to a database in
 * use
 * @returns {Promise<{ applied: string[], appUrl: string }>} applied migrations, and the product's
 * URL
 * @throws Error with one line that says what to do
 */
export async function migrate(
  ownerUrl,
  { secret, anew = false, note = () => undefined, signal, beforeMigrations },
) {
  const client = await connect(ownerUrl, note, signal);
  try {
    await lockSchema(client);
    const applied = await applyAll(client, note, beforeMigrations);
    const appUrl = await prepareAppRole(client, ownerUrl, { secret, anew: anew || applied.length > 0 });
    return { applied, appUrl };
  } finally {
    await client.end();
  }
}
