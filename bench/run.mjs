// `npm run bench`: how fast requests are taken in, as ratios against a plain Node server with one insert each, in the same run.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import * as postgres from "../scripts/postgres.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CONNECTIONS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const PORT = Number(process.env.PORT ?? 3480);

/** Requests per second and latency percentiles in milliseconds of `make()` requests over 32 connections. */
async function load(url, make) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + SECONDS * 1_000;
  const times = [];
  let failed = 0;
  const one = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      const status = await send(agent, url, make());
      if (status >= 200 && status < 300) times.push(performance.now() - began);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { perSecond: Math.round(times.length / SECONDS), p50: at(0.5), p99: at(0.99), failed };
}

function send(agent, url, { headers, body }) {
  return new Promise((resolve, reject) => {
    const options = { method: "POST", agent, headers: { "content-type": "application/json", ...headers } };
    const request = http.request(url, options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** The baseline: parse, insert one row, answer. */
async function startBaseline(ownerUrl) {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 10 });
  await pool.query(
    "create table if not exists bench_baseline (id uuid primary key default gen_random_uuid(), body text)",
  );
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const text = Buffer.concat(chunks).toString();
      JSON.parse(text);
      const { rows } = await pool.query("insert into bench_baseline (body) values ($1) returning id", [text]);
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(rows[0]));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await pool.end();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, stop };
}

async function startProduct(dataDir, key) {
  const env = {
    ...process.env,
    PORT: String(PORT),
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_INIT_GATEWAY: "bench",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "bench",
    LOG_LEVEL: "warn",
  };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ready = () =>
    fetch(`http://127.0.0.1:${PORT}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error("the product did not start");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return () => {
    child.kill("SIGTERM");
    return ended;
  };
}

const rationale = "The benchmark measures how fast requests are taken in.";
const unique = () => randomBytes(8).toString("hex");
const audit = () => ({
  tenant: "bench",
  tool: "read_file",
  rationale,
  outcome: "ok",
  occurred_at: new Date().toISOString(),
});

async function main() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-bench-"));
  const key = `csk_${randomBytes(32).toString("base64url")}`;
  const stopProduct = await startProduct(dataDir, key);
  const { ownerUrl } = await postgres.start(path.join(dataDir, "pg"));
  const baseline = await startBaseline(ownerUrl);
  const headers = { authorization: `Bearer ${key}` };
  const api = (where, body) =>
    load(`http://127.0.0.1:${PORT}/api/v1/${where}`, () => ({ headers, body: JSON.stringify(body()) }));
  const call = () => ({ tenant: "bench", tool: "send", arguments: { n: unique() }, rationale });
  try {
    const base = await load(baseline.url, () => ({ body: JSON.stringify(call()) }));
    const results = {
      "plain Node, one insert": base,
      "authorize, allowed": await api("authorize", () => ({ ...call(), risk: "low" })),
      "authorize, held": await api("authorize", () => ({ ...call(), risk: "high" })),
      "audit, one row": await api("audit", audit),
      "audit, batch of 100": await api("audit", () => ({ rows: Array.from({ length: 100 }, audit) })),
    };
    for (const result of Object.values(results))
      result.ratio = Math.round((result.perSecond / base.perSecond) * 100) / 100;
    console.table(results);
  } finally {
    await baseline.stop();
    await stopProduct();
  }
}

await main();
