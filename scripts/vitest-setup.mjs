// One migrated database for a run of the tests; each test file makes a tenant of its own in it.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { ensureClient } from "./build.mjs";
import { migrate } from "./migrate.mjs";
import * as postgres from "./postgres.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLUSTER = path.join(ROOT, ".data", "test", "pg");

async function asSuper(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function othersRun(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (
      (await client.query("select 1 from pg_database where datname like 'test\\_%' limit 1")).rowCount > 0
    );
  } finally {
    await client.end();
  }
}

export default async function setup() {
  ensureClient();
  const server = await postgres.start(CLUSTER);
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Tests of the workers make databases of their own, because a worker sees every tenant.
  await asSuper(server.superUrl, "alter role countersign_owner createdb");
  await asSuper(server.superUrl, `create database ${name} owner countersign_owner`);
  const ownerUrl = server.ownerUrl.replace(/\/countersign$/, `/${name}`);
  process.env.AUTH_SECRET = randomBytes(32).toString("base64url");
  const { appUrl } = await migrate(ownerUrl, { secret: process.env.AUTH_SECRET });
  process.env.DATABASE_URL = appUrl;
  process.env.DATABASE_OWNER_URL = ownerUrl;
  process.env.DATABASE_SUPER_URL = server.superUrl.replace(/\/postgres$/, `/${name}`);
  process.env.LOG_LEVEL ??= "silent";
  return async () => {
    await asSuper(server.superUrl, `drop database ${name} with (force)`);
    await asSuper(server.superUrl, `drop role if exists ${name}_app`);
    // Another run may have begun on the same server meanwhile.
    if (!server.reused && !(await othersRun(server.superUrl))) await postgres.stop(CLUSTER);
  };
}
