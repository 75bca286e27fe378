import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as postgres from "./postgres.mjs";

// The worker alone: it needs no build, and the launcher treats all processes the same. Processes
// start and stop here, on possibly busy machines.
vi.setConfig({ testTimeout: 90_000 });

let dataDir;

const running = new Set();

beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "start-"));
});

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGKILL");
    await ended;
  }
  running.clear();
});

afterAll(async () => {
  await postgres.remove(path.join(dataDir, "pg"));
  rmSync(dataDir, { recursive: true, force: true });
});

function launch(more = {}) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(DATABASE_|AUTH_SECRET|COUNTERSIGN_|PORT$|HOST$|npm_lifecycle_event)/.test(name),
  );
  const env = {
    ...Object.fromEntries(own),
    LOG_LEVEL: "info",
    COUNTERSIGN_ROLE: "worker",
    COUNTERSIGN_DATA_DIR: dataDir,
  };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const launched = { child, text: "", ended: once(child, "exit") };
  running.add(launched);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      launched.text += chunk;
    });
  return launched;
}

async function until(what, condition) {
  for (const deadline = Date.now() + 25_000; Date.now() < deadline; ) {
    const found = await condition();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${what}`);
}

const workerOf = (launched) =>
  until("the worker", () => Number(/"pid":(\d+),"msg":"worker started"/.exec(launched.text)?.[1]));
/** A zombie counts as gone. */
const isGone = (pid) =>
  /^(Z.*)?$/.test(spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim());
const serverPid = () =>
  Number(readFileSync(path.join(dataDir, "pg", "data", "postmaster.pid"), "utf8").split("\n")[0]);

test("one launcher a data directory; a terminated one leaves nothing running", async () => {
  const first = launch();
  const worker = await workerOf(first);
  const second = launch();
  expect(await second.ended).toEqual([1, null]);
  expect(second.text).toMatch(
    /^\[\d\.\d s\] opening the database in .*\nanother Countersign already runs on the data directory .*\n$/,
  );
  first.child.kill("SIGTERM");
  expect(await first.ended).toEqual([0, null]);
  expect(isGone(worker)).toBe(true);
  expect(await postgres.isRunning(path.join(dataDir, "pg"))).toBe(false);
});

test("a killed launcher takes its processes along, and the next one finds the database running", async () => {
  const first = launch();
  const worker = await workerOf(first);
  first.child.kill("SIGKILL");
  await until("the worker's end", () => isGone(worker));
  expect(await postgres.isRunning(path.join(dataDir, "pg"))).toBe(true);
  const next = launch();
  await workerOf(next);
  expect(next.text).toContain("was still running");
  next.child.kill("SIGTERM");
  await next.ended;
});

test("a killed worker and a killed database come back", async () => {
  const launched = launch();
  const worker = await workerOf(launched);
  process.kill(worker, "SIGKILL");
  await until("another worker", () => (launched.text.match(/worker started/g) ?? []).length === 2);
  const [restart] = launched.text.split("\n").filter((line) => line.includes('"msg":"process restart"'));
  expect(JSON.parse(restart)).toMatchObject({ level: "info", child: "worker", ended: "SIGKILL" });
  const server = serverPid();
  process.kill(server, "SIGKILL");
  await until(
    "the database",
    async () => isGone(server) && (await postgres.isRunning(path.join(dataDir, "pg"))),
  );
  launched.child.kill("SIGTERM");
  expect(await launched.ended).toEqual([0, null]);
  expect(existsSync(path.join(dataDir, "pg", "data", "postmaster.pid"))).toBe(false);
});

test("a taken port is said before anything is built or started", async () => {
  const other = net.createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address();
  const launched = launch({ COUNTERSIGN_ROLE: "all", PORT: String(port) });
  expect(await launched.ended).toEqual([1, null]);
  expect(launched.text).toBe(`PORT ${port} on HOST 127.0.0.1 is taken: expected an address that is free\n`);
  other.close();
});

test("wrong settings end a start at once, each with its line, before anything is made", async () => {
  const elsewhere = path.join(dataDir, "elsewhere");
  const launched = launch({ METRICS_TOKEN: "short", LOG_LEVEL: "loud", COUNTERSIGN_DATA_DIR: elsewhere });
  expect(await launched.ended).toEqual([1, null]);
  expect(launched.text).toBe(
    "LOG_LEVEL is malformed: expected one of trace, debug, info, warn, error, silent\n" +
      "METRICS_TOKEN is malformed: expected at least 16 characters\n",
  );
  expect(existsSync(elsewhere)).toBe(false);
});
