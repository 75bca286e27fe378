// Databases of a test of backups: empty ones, and ones of the schema before.
import { randomBytes } from "node:crypto";
import pg from "pg";

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

/** A database of the owner's: empty, or a copy of another to which nobody is connected. */
export async function aDatabase(template = "template1") {
  const name = `${process.env.DATABASE_OF_RUN}_${randomBytes(5).toString("hex")}`;
  await query(SUPER_URL, `create database ${name} template ${template} owner countersign_owner`);
  made.push(name);
  return { name, owner: urlIn(process.env.DATABASE_OWNER_URL, name), superuser: urlIn(SUPER_URL, name) };
}

/** A database with every migration and without a row. */
export const aMigratedDatabase = () => aDatabase(process.env.DATABASE_TEMPLATE);

/** A database that lacks the last migration, with one tenant. */
export async function aDatabaseBefore(tenant) {
  const before = await aDatabase(process.env.DATABASE_TEMPLATE_BEFORE);
  const values = `gen_random_uuid(), '${tenant}', '${tenant}'`;
  await query(before.superuser, `insert into tenants (id, key, name) values (${values})`);
  return before;
}

/** Drops them all, with the logins made for them. */
export async function dropDatabases() {
  const names = made.splice(0);
  for (const name of names) await query(SUPER_URL, `drop database ${name} with (force)`);
  // In a copy, the login of what was copied has its rights as well.
  for (const name of names) await query(SUPER_URL, `drop role if exists ${name}_app`);
}
