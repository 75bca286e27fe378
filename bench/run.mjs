// `npm run bench`: how fast requests are taken in, as ratios against what a bare Next route and plain Node do with one insert, in
// the same run, in turns.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import * as postgres from "../scripts/postgres.mjs";
import { load, startProduct, until } from "./load.mjs";

const PORT = Number(process.env.PORT ?? 3480);
const [NODE_PORT, NEXT_PORT] = [PORT + 1, PORT + 2];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const HERE = fileURLToPath(new URL(".", import.meta.url));
const NEXT = path.join(HERE, "..", "node_modules", "next", "dist", "bin", "next");

/** Starts a program and waits until its port answers anything. */
async function program(args, env, port) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (port === undefined) return { ended, stop: () => ended };
  await until(child, () => fetch(`http://127.0.0.1:${port}/`));
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { ended, stop };
}

async function startBaselines(ownerUrl) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(
    "create table if not exists bench_baseline (id uuid primary key default gen_random_uuid(), body text)",
  );
  await client.end();
  const env = { BENCH_DATABASE_URL: ownerUrl, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await (await program([NEXT, "build", "--webpack", path.join(HERE, "next")], env)).ended;
  const node = await program(
    [path.join(HERE, "baseline-node.mjs")],
    { ...env, PORT: String(NODE_PORT) },
    NODE_PORT,
  );
  const next = await program(
    [NEXT, "start", path.join(HERE, "next"), "-p", String(NEXT_PORT)],
    env,
    NEXT_PORT,
  );
  return () => Promise.all([node.stop(), next.stop()]);
}

const rationale = "The benchmark measures how fast requests are taken in.";
const unique = () => randomBytes(8).toString("hex");
// About 700 bytes, as real calls have.
const given = () => ({
  to: [`customer-${unique()}@example.com`],
  subject: "Your order",
  body: "A line of a mail. ".repeat(20),
});
const call = () => ({ tenant: "bench", agent: "bench-agent", tool: "send", arguments: given(), rationale });
const reported = () => ({
  ...call(),
  outcome: "ok",
  duration_ms: 12,
  session_id: "s1",
  occurred_at: new Date().toISOString(),
});

function variants(key) {
  const headers = { authorization: `Bearer ${key}` };
  const to =
    (port, where, body, more = {}) =>
    () =>
      load(`http://127.0.0.1:${port}/${where}`, () => ({ headers: more, body: JSON.stringify(body()) }));
  const api = (where, body) => to(PORT, `api/v1/${where}`, body, headers);
  return {
    "bare Next route, one insert": to(NEXT_PORT, "insert", reported),
    "plain Node, one insert": to(NODE_PORT, "insert", reported),
    "plain Node, grouped inserts": to(NODE_PORT, "grouped", reported),
    "authorize, allowed": api("authorize", () => ({ ...call(), risk: "low" })),
    "authorize, held": api("authorize", () => ({ ...call(), risk: "high" })),
    "audit, one row": api("audit", reported),
    "audit, one row with id": api("audit", () => ({ ...reported(), id: unique() })),
    "audit, batch of 100": api("audit", () => ({ rows: Array.from({ length: 100 }, reported) })),
  };
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Medians over the rounds, and what they are of the baselines' requests per second. */
function summary(rounds) {
  const median = Object.fromEntries(
    Object.keys(rounds[0]).map((name) => {
      const of = (field) => middle(rounds.map((round) => round[name][field]));
      return [name, { perSecond: of("perSecond"), p50: of("p50"), p99: of("p99"), failed: of("failed") }];
    }),
  );
  const ratio = (name, base) => Math.round((median[name].perSecond / median[base].perSecond) * 100) / 100;
  for (const name of Object.keys(median))
    Object.assign(median[name], {
      "of Next": ratio(name, "bare Next route, one insert"),
      "of Node": ratio(name, "plain Node, one insert"),
      "of grouped": ratio(name, "plain Node, grouped inserts"),
    });
  return median;
}

async function main() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-bench-"));
  const key = `csk_${randomBytes(32).toString("base64url")}`;
  const stopProduct = await startProduct(dataDir, key, PORT);
  const { ownerUrl } = await postgres.start(path.join(dataDir, "pg"));
  let stopBaselines = async () => undefined;
  try {
    stopBaselines = await startBaselines(ownerUrl);
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const results = {};
      for (const [name, run] of Object.entries(variants(key))) results[name] = await run();
      if (round > 0) rounds.push(results); // the first warms up
    }
    console.table(summary(rounds));
  } finally {
    await stopBaselines();
    await stopProduct();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
