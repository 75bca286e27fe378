// Dumps the database from one snapshot while the product runs: rows, sequences and partitions. The
// schema is in prisma/migrations; a backup names the migrations its rows fit.
import { createHmac } from "node:crypto";
import { addAbortSignal } from "node:stream";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { listMigrations } from "../migrate.mjs";
import { BackupError, frame, rowFrames, writeFrames } from "./file.mjs";

const TELL_MS = 2_000;

// Locks of the partition jobs, so that partitions do not change during the dump. They do not wait.
const PARTITIONS = ["ensure_tool_call_partitions", "turn_request_partitions"];

/** Identifies an AUTH_SECRET without revealing it. */
export function secretMark(secret) {
  return createHmac("sha256", secret).update("countersign backup").digest("hex").slice(0, 16);
}

/** Key of the seal, so that only AUTH_SECRET allows changing or creating a backup. */
export function sealKey(secret) {
  return createHmac("sha256", secret).update("countersign backup seal").digest();
}

const TABLES = `
  select c.relname as name, array(
    select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> '_prisma_migrations' order by 1`;

const PARTS = `
  select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1, 2`;

const SEQUENCES = `
  select sequencename as name, last_value::text as last from pg_sequences
  where schemaname = 'public' and last_value is not null order by 1`;

/** Migrations that the rows fit. The product's login can only count them. */
async function migrationsOf(client) {
  const { rows } = await client.query(
    `select to_regclass('_prisma_migrations') is not null as there,
            coalesce(has_table_privilege(to_regclass('_prisma_migrations'), 'select'), false) as readable`,
  );
  if (!rows[0].there)
    throw new BackupError("The database holds nothing of Countersign yet. Nothing was written.");
  if (rows[0].readable) {
    const applied = await client.query(
      `select migration_name as name, checksum from _prisma_migrations
       where finished_at is not null and rolled_back_at is null order by migration_name`,
    );
    return applied.rows;
  }
  const known = listMigrations().map(({ name, checksum }) => ({ name, checksum }));
  const [{ n }] = (await client.query("select applied_migrations() as n")).rows;
  if (n !== known.length)
    throw new BackupError(
      `${known.length} migrations are known here and ${n} applied: start the product once first.`,
    );
  return known;
}

/**
 * @param {{ counts: Record<string, number>, tell: (table: string, bytes: number) => void, signal?:
 * AbortSignal }} options `counts` receives the row count of each table
 */
async function* framesOf(client, head, { counts, tell, signal }) {
  yield frame("head", head);
  let bytes = 0;
  for (const { name, columns } of head.tables) {
    yield frame("table", { name, columns });
    const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
    const copy = client.query(
      copyTo(`copy (select ${list} from ${client.escapeIdentifier(name)}) to stdout`),
    );
    for await (const chunk of signal ? addAbortSignal(signal, copy) : copy) {
      bytes += chunk.length;
      tell(name, bytes);
      yield* rowFrames(chunk);
    }
    counts[name] = copy.rowCount;
  }
  yield frame("end", { rows: counts });
}

/**
 * Writes a backup.
 * @param {string} url of a login that sees every table: the owner's or the product's
 * @param {string} file must not exist
 * @param {{ secret: string, note?: (line: string) => void, signal?: AbortSignal }} options `secret`
 * is AUTH_SECRET; the signal removes the partial file
 * @returns {Promise<{ file: string, bytes: number, sha256: string, rows: number, tables: number }>}
 * @throws BackupError, also if the signal stopped it; or a database error
 */
export async function dump(url, file, options) {
  const { signal } = options;
  const client = new pg.Client({ connectionString: url, application_name: "countersign backup" });
  client.on("error", () => undefined); // the running query then fails and reports it
  const stop = () => void client.end().catch(() => undefined);
  try {
    signal?.throwIfAborted();
    await client.connect();
    signal?.throwIfAborted();
    signal?.addEventListener("abort", stop);
    return await dumpWith(client, file, options);
  } catch (error) {
    if (!signal?.aborted) throw error;
    throw new BackupError("The backup stopped before it was complete, because its process was asked to end.");
  } finally {
    signal?.removeEventListener("abort", stop);
    await client.end().catch(() => undefined);
  }
}

async function dumpWith(client, file, { secret, note = () => undefined, signal }) {
  await client.query(
    "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'",
  );
  for (const name of PARTITIONS)
    await client.query("select pg_advisory_lock_shared(hashtextextended($1, 0))", [name]);
  await client.query("begin isolation level repeatable read read only");
  await client.query("select set_config('countersign.tenants', '*', true)");
  const head = {
    made_at: new Date().toISOString(),
    secret_mark: secretMark(secret),
    migrations: await migrationsOf(client),
    tables: (await client.query(TABLES)).rows,
    partitions: (await client.query(PARTS)).rows,
    sequences: (await client.query(SEQUENCES)).rows,
  };
  return await writeAll(client, head, file, { secret, note, signal });
}

async function writeAll(client, head, file, { secret, note, signal }) {
  const counts = {};
  const frames = framesOf(client, head, { counts, tell: teller(note, "read"), signal });
  const { bytes, sha256 } = await writeFrames(file, frames, sealKey(secret));
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { file, bytes, sha256, rows, tables: head.tables.length };
}

/** Reports progress every two seconds. */
export function teller(note, done) {
  let told = Date.now();
  return (table, bytes) => {
    if (Date.now() - told < TELL_MS) return;
    told = Date.now();
    note(`${Math.round(bytes / 1_048_576)} MiB ${done}, now ${table}`);
  };
}
