// The baselines as processes: plain Node and a bare Next application, on the product's database
// server.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import * as postgres from "../../scripts/postgres.mjs";
import { until } from "../product.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const NEXT = path.join(HERE, "..", "..", "node_modules", "next", "dist", "bin", "next");
const PORT = Number(process.env.PORT ?? 3480) + 1;

// The columns of a call, and the indexes of a list with four filters.
const TABLES = `
  create table if not exists bench_baseline (id uuid primary key default gen_random_uuid(), body text);
  create table if not exists bench_calls (
    id uuid primary key default gen_random_uuid(), tenant text, agent text, tool text, arguments jsonb, rationale text, outcome text,
    duration_ms int, session_id text, occurred_at timestamptz);
  create index if not exists bench_calls_tool on bench_calls (tenant, tool, occurred_at desc);
  create index if not exists bench_calls_agent on bench_calls (tenant, agent, occurred_at desc);
  create index if not exists bench_calls_session on bench_calls (tenant, session_id, occurred_at desc);
  create index if not exists bench_calls_outcome on bench_calls (tenant, outcome, occurred_at desc)`;

function program(args, env) {
  return spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

const ended = (child) => new Promise((resolve) => child.once("exit", resolve));

export async function startBaselines(dataDir) {
  const { ownerUrl } = await postgres.start(path.join(dataDir, "pg"));
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(TABLES);
  await client.end();
  const env = { BENCH_DATABASE_URL: ownerUrl, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const next = path.join(HERE, "next");
  await ended(program([NEXT, "build", "--webpack", next], env));
  const children = [
    program([path.join(HERE, "node.mjs")], { ...env, PORT: String(PORT) }),
    program([NEXT, "start", next, "-p", String(PORT + 1)], env),
  ];
  const origins = children.map((_, index) => `http://127.0.0.1:${PORT + index}`);
  await Promise.all(children.map((child, index) => until(child, () => fetch(origins[index]))));
  const stop = () => {
    for (const child of children) child.kill("SIGTERM");
    return Promise.all(children.map(ended));
  };
  return { node: origins[0], next: origins[1], stop };
}
