import pg from "pg";
import { closeDatabase } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { closeLiveHub } from "@/lib/live/hub";
import { unique } from "@/lib/testing/factories";

// Workers take whatever is due in their database, so their tests have one each: other files' callbacks stay out of it.

// One a process: making a database takes about as long as one of its tests, so the next file's is made while those run.
const store = globalThis as { countersignNextDatabase?: Promise<string> };

async function aDatabase(): Promise<string> {
  const name = unique(required("DATABASE_OF_RUN")).replace("-", "_");
  const owner = new URL(required("DATABASE_OWNER_URL"));
  await run(owner, [`create database ${name} template ${required("DATABASE_TEMPLATE")}`]);
  return name;
}

/** A new database of this process's own; the last one is left for the end of the run. */
async function takeDatabase(): Promise<string> {
  const name = await (store.countersignNextDatabase ?? aDatabase());
  store.countersignNextDatabase = aDatabase();
  store.countersignNextDatabase.catch(() => undefined); // whoever takes it is told
  return name;
}

/** Makes a migrated, empty database beside the test run's own one, which this process and those it starts use until it is dropped. */
export async function useOwnDatabase(): Promise<{
  drop: () => Promise<void>;
  /** Statements as the tables' owner. */
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
  // As the server's superuser: only that one may end an autovacuum that happens to be in it.
  const superuser = new URL(required("DATABASE_SUPER_URL"));
  return {
    drop: async () => {
      await pointAt(before);
      await run(superuser, [`drop database if exists ${name} with (force)`]);
    },
    asOwner: (statements) => run(own, statements),
  };
}

/** The files of a process run one after another, and share what it has read of its environment. */
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
