// Restores a backup into an empty database: the matching schema, then the rows, in one transaction,
// so that a failure leaves it empty.
import { once } from "node:events";
import { from as copyFrom } from "pg-copy-streams";
import { applyTo, connect, listMigrations, lockSchema } from "../migrate.mjs";
import { sealKey, secretMark, teller } from "./dump.mjs";
import { BackupError, BrokenError, readFrames, sha256Of, verifyFile } from "./file.mjs";

// Partition bounds as Postgres prints them: ranges and the default.
const BOUND = /^(DEFAULT|FOR VALUES FROM \('[^']*'\) TO \('[^']*'\))$/;

/**
 * The head of a file, after verifying the whole file. If it names this secret, its seal has to
 * match; with another secret the seal cannot be checked.
 * @param {string} file
 * @param {string | null} secret AUTH_SECRET
 * @returns {Promise<{ made_at: string, secret_mark: string, migrations: { name: string, checksum:
 * string }[] }>}
 * @throws BackupError if it is no complete backup that this version can restore
 */
export async function inspect(file, secret) {
  const { sealed } = await verifyFile(file, sealKey(secret ?? ""));
  for await (const { kind, payload } of readFrames(file)) {
    if (kind !== "head") break;
    const head = JSON.parse(payload.toString());
    if (isOwnSecret(head, secret) && !sealed) throw new BrokenError(file);
    fitting(head);
    return head;
  }
  throw new BackupError(`${file} is no backup of Countersign. Nothing was restored.`);
}

/**
 * @throws BackupError unless this or an earlier version wrote the file, with partition bounds in
 * Postgres' form
 */
function fitting({ migrations, partitions }) {
  const odd = partitions.find(({ bound }) => typeof bound !== "string" || !BOUND.test(bound));
  if (odd)
    throw new BackupError(
      `This backup says of the partition ${odd.name} what is no range of one. Nothing was restored.`,
    );
  const known = new Map(listMigrations().map((migration) => [migration.name, migration]));
  const missing = migrations.find(({ name }) => !known.has(name));
  if (missing)
    throw new BackupError(
      `This backup was made by a newer Countersign, which knows the migration ${missing.name}. Nothing was restored; install that version first.`,
    );
  return migrations.map(({ name }) => known.get(name));
}

/**
 * @param {{ secret_mark: string }} head
 * @param {string | null} secret AUTH_SECRET
 */
export const isOwnSecret = (head, secret) => secret !== null && secretMark(secret) === head.secret_mark;

/**
 * Restores a file that `inspect` has verified. The schema is then the backup's; `migrate` updates
 * it.
 * @param {string} ownerUrl a role that owns the database
 * @param {string} file
 * @param {{ note?: (line: string) => void }} [options]
 * @returns {Promise<{ rows: number, tables: number, sha256: string, madeAt: string }>} with the
 * file's SHA-256 and creation time
 * @throws BackupError, or a database error; the database then stays empty
 */
export async function restore(ownerUrl, file, { note = () => undefined } = {}) {
  const client = await connect(ownerUrl, note);
  try {
    await lockSchema(client);
    await assertEmpty(client);
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("begin");
    const { counts, madeAt } = await fill(client, readFrames(file), note);
    await client.query("commit");
    await client.query("analyze");
    const rows = counts.reduce((sum, count) => sum + count, 0);
    return { tables: counts.length, rows, sha256: await sha256Of(file), madeAt };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function assertEmpty(client) {
  const { rows } = await client.query(
    "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')",
  );
  if (rows[0].n > 0)
    throw new BackupError(
      `The database is not empty: it has ${rows[0].n} tables. Nothing was restored; set COUNTERSIGN_DATA_DIR to a new folder, or DATABASE_URL to a database that was just created.`,
    );
}

async function fill(client, frames, note) {
  const tell = teller(note, "restored");
  const counts = {};
  let [bytes, table, copy, putBack, promised, madeAt] = [0, null, null, null, null, null];
  const finish = async () => {
    if (copy) counts[table] = await ended(copy);
    copy = null;
  };
  for await (const { kind, payload } of frames) {
    if (kind === "rows") {
      bytes += payload.length;
      tell(table, bytes);
      await write(copy, payload);
      continue;
    }
    await finish();
    const said = JSON.parse(payload.toString());
    if (kind === "head") {
      madeAt = said.made_at;
      putBack = await prepare(client, said);
    } else if (kind === "table") {
      table = said.name;
      copy = begun(client, said);
    } else promised = said.rows;
  }
  assertWhole(counts, promised);
  await putBack();
  return { counts: Object.values(counts), madeAt };
}

function begun(client, { name, columns }) {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const copy = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${list}) from stdin`));
  copy.on("error", () => undefined); // `write` or `ended` throws it
  return copy;
}

async function write(copy, payload) {
  if (copy.errored) throw copy.errored;
  if (!copy.write(payload)) await once(copy, "drain");
}

async function ended(copy) {
  if (copy.errored) throw copy.errored;
  copy.end();
  await once(copy, "finish");
  return copy.rowCount;
}

function assertWhole(counts, promised) {
  const names = Object.keys({ ...counts, ...promised });
  const odd = names.find((name) => promised?.[name] !== counts[name]);
  if (!promised || odd)
    throw new BackupError(
      `The backup does not hold what it says of ${odd ?? "its end"}. Nothing was restored.`,
    );
}

/**
 * The schema of the backup without foreign keys, triggers and the owner's row-level security, which
 * would reject rows in file order. Returns a function that restores them and checks every
 * reference.
 */
async function prepare(client, head) {
  await applyTo(client, fitting(head));
  const { rows: keys } = await client.query(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  const { rows: tables } = await client.query(
    `select oid::regclass::text as name, relforcerowsecurity as forced from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> '_prisma_migrations'`,
  );
  const all = async (statements) => {
    for (const statement of statements) await client.query(statement);
  };
  const forced = tables.filter((table) => table.forced);
  await all([
    `truncate ${tables.map(({ name }) => name).join(", ")}`,
    ...keys.map(({ owner, name }) => `alter table ${owner} drop constraint ${name}`),
    ...tables.map(({ name }) => `alter table ${name} disable trigger user`),
    ...forced.map(({ name }) => `alter table ${name} no force row level security`),
    ...head.partitions.map(
      ({ parent, name, bound }) =>
        `create table if not exists ${client.escapeIdentifier(name)} partition of ${client.escapeIdentifier(parent)} ${bound}`,
    ),
  ]);
  return () =>
    all([
      ...head.sequences.map(
        ({ name, last }) =>
          `select setval(${client.escapeLiteral(client.escapeIdentifier(name))}, ${BigInt(last)})`,
      ),
      // Before row-level security applies to the owner again, because a reference check has to see
      // its rows.
      ...keys.map(
        ({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`,
      ),
      ...forced.map(({ name }) => `alter table ${name} force row level security`),
      ...tables.map(({ name }) => `alter table ${name} enable trigger user`),
    ]);
}
