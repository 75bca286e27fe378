// What benchmarks share: a load of equal requests, and the product as `npm start` runs it.
import { spawn } from "node:child_process";
import http from "node:http";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CONNECTIONS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);

/** Requests per second and latency percentiles in milliseconds of `make()` requests over 32 connections. */
export async function load(url, make) {
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

/** Waits until a program that was started answers. */
export async function until(child, ask) {
  const answers = () => ask().catch(() => false);
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error("a program ended before it answered");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function startProduct(dataDir, key, port, more = {}) {
  const env = {
    ...process.env,
    PORT: String(port),
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_INIT_GATEWAY: "bench",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "bench",
    LOG_LEVEL: "warn",
    ...more,
  };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await until(child, async () => (await fetch(`http://127.0.0.1:${port}/api/ready`)).ok);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return () => {
    child.kill("SIGTERM");
    return ended;
  };
}
