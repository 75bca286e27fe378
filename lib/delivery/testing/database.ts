import pg from "pg";
import { closeDatabase } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { closeLiveHub } from "@/lib/live/hub";
import { unique } from "@/lib/testing/factories";

// Workers take everything due in their database, so each of their test files has its own.

// One per process. Creating a database takes as long as a test, so the next file's is created
// meanwhile.
const store = globalThis as { countersignNextDatabase?: Promise<string> };

async function aDatabase(): Promise<string> {
  const name = unique(required("DATABASE_OF_RUN")).replace("-", "_");
  const owner = new URL(required("DATABASE_OWNER_URL"));
  await run(owner, [`create database ${name} template ${required("DATABASE_TEMPLATE")}`]);
  return name;
}

/** A new database of this process; the last one remains until the end of the run. */
async function takeDatabase(): Promise<string> {
  const name = await (store.countersignNextDatabase ?? aDatabase());
  store.countersignNextDatabase = aDatabase();
  store.countersignNextDatabase.catch(() => undefined); // the caller gets the error
  return name;
}

/** Creates a migrated, empty database for this process and its children until it is dropped. */
export async function useOwnDatabase(): Promise<{
  drop: () => Promise<void>;
  asOwner: (statements: readonly string[]) => Promise<void>;
}> {
  const owner = new URL(required("DATABASE_OWNER_URL"));
  const app = new URL(required("DATABASE_URL"));
  const name = await takeDatabase();
  const own = new URL(owner);
  own.pathname = `/${name}`;
  app.pathname = `/${name}`;
  const before = required("DATABASE_URL");
  await pointAt(app.href);
  // Only a superuser may end an autovacuum in it.
  const superuser = new URL(required("DATABASE_SUPER_URL"));
  return {
    drop: async () => {
      await pointAt(before);
      await run(superuser, [`drop database if exists ${name} with (force)`]);
    },
    asOwner: (statements) => run(own, statements),
  };
}

/** Files of a process run in sequence and share its parsed environment. */
async function pointAt(url: string): Promise<void> {
  await closeLiveHub();
  await closeDatabase();
  process.env.DATABASE_URL = url;
  Object.assign(env(), { DATABASE_URL: url, DATABASE_DIRECT_URL: url });
}

async function run(url: URL, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run the tests with \`npm test\` or \`npm run unit\``);
  return value;
}
