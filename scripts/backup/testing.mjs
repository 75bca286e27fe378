// Databases of a test of backups: empty ones, and ones of the schema before.
import { randomBytes } from "node:crypto";
import pg from "pg";
import { applyTo, listMigrations } from "../migrate.mjs";

const SUPER_URL = process.env.DATABASE_SUPER_URL;
const made = [];

function urlIn(base, database) {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function query(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** An empty database of the owner's. */
export async function aDatabase() {
  const name = `backup_${randomBytes(5).toString("hex")}`;
  await query(SUPER_URL, `create database ${name} owner countersign_owner`);
  made.push(name);
  return { owner: urlIn(process.env.DATABASE_OWNER_URL, name), superuser: urlIn(SUPER_URL, name) };
}

/** A database that lacks the last migration, with one tenant. */
export async function aDatabaseBefore(tenant) {
  const before = await aDatabase();
  const client = new pg.Client({ connectionString: before.owner });
  await client.connect();
  await client.query("begin");
  await applyTo(client, listMigrations().slice(0, -1));
  await client.query("select set_config('countersign.tenants', '*', true)");
  await client.query("insert into tenants (id, key, name) values (gen_random_uuid(), $1, $1)", [tenant]);
  await client.query("commit");
  await client.end();
  return before;
}

/** Drops them all, with the logins made for them. */
export async function dropDatabases() {
  for (const name of made.splice(0)) {
    await query(SUPER_URL, `drop database ${name} with (force)`);
    await query(SUPER_URL, `drop role if exists ${name}_app`);
  }
}
