import { randomBytes } from "node:crypto";
import pg from "pg";

const SUPER_URL = process.env.DATABASE_SUPER_URL;
const made = [];

function urlIn(base, database) {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}

export async function query(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export async function aDatabase(template = "template1") {
  const name = `${process.env.DATABASE_OF_RUN}_${randomBytes(5).toString("hex")}`;
  await query(SUPER_URL, `create database ${name} template ${template} owner countersign_owner`);
  made.push(name);
  return { name, owner: urlIn(process.env.DATABASE_OWNER_URL, name), superuser: urlIn(SUPER_URL, name) };
}

export const aMigratedDatabase = () => aDatabase(process.env.DATABASE_TEMPLATE);

export async function aDatabaseBefore(tenant) {
  const before = await aDatabase(process.env.DATABASE_TEMPLATE_BEFORE);
  const values = `gen_random_uuid(), '${tenant}', '${tenant}'`;
  await query(before.superuser, `insert into tenants (id, key, name) values (${values})`);
  return before;
}

export async function dropDatabases() {
  const names = made.splice(0);
  for (const name of names) await query(SUPER_URL, `drop database ${name} with (force)`);
  // The login of the original also has rights in a copy.
  for (const name of names) await query(SUPER_URL, `drop role if exists ${name}_app`);
}
