// `node bench/live.mjs`: what open browsers cost the web process while calls arrive, three a second, on a data directory of its own
// with 200 calls that wait. Each browser holds a stream and reads after each announcement: either the whole page, at most every
// 300 ms, or what changed, at most every two seconds, as our pages do. Also what a gateway costs that waits.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import * as postgres from "../scripts/postgres.mjs";
import { startProduct } from "./load.mjs";

const PORT = Number(process.env.PORT ?? 3490);
const HERE = `http://localhost:${PORT}`;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const EACH_MS = 1_000 / 3;
const WAITING = 200;
const BROWSERS = [0, 1, 3, 8];
const POLLS = Number(process.env.BENCH_POLLS ?? 500);
const TICKS_A_SECOND = 100;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The process that listens on a port. */
function listener(port) {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const lines = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => readFileSync(file, "utf8").split("\n"));
  const inode = lines
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => local?.endsWith(`:${hex}`) && state === "0A")?.[9];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      for (const fd of readdirSync(`/proc/${pid}/fd`))
        if (readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`) return Number(pid);
    } catch {} // it ended meanwhile, or is somebody else's
  }
  throw new Error(`nobody listens on ${port}`);
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

const megabytes = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

/** A new administrator's cookie. */
async function signIn(dataDir) {
  const [email, password] = [
    `${randomBytes(4).toString("hex")}@example.test`,
    randomBytes(12).toString("hex"),
  ];
  const words = ["user", "create", "--email", email, "--role", "admin", "--password-stdin"];
  const env = { ...process.env, COUNTERSIGN_DATA_DIR: dataDir };
  const made = spawnSync(process.execPath, ["scripts/cli.mjs", ...words], { input: `${password}\n`, env });
  if (made.status !== 0) throw new Error(`no administrator: ${made.stderr}`);
  const jar = new Map();
  const ask = async (where, options = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, origin: HERE };
    const answer = await fetch(HERE + where, { redirect: "manual", headers, ...options });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) jar.set(name, value);
    }
    return answer.text();
  };
  const { csrfToken } = JSON.parse(await ask("/api/auth/csrf"));
  const body = new URLSearchParams({ csrfToken, email, password, json: "true" });
  await ask("/api/auth/callback/credentials", { method: "POST", body });
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** What a browser reads after announcements. */
const READERS = {
  "the whole page": { every: 300, read: () => ["/approvals?view=all&_rsc=1", { rsc: "1" }] },
  "what changed": {
    every: 2_000,
    read: (ids) => {
      const query = new URLSearchParams([["list", "?view=all"], ...ids.map((id) => ["id", id])]);
      return [`/api/live/changes?${query}`, {}];
    },
  },
};

/** A stream, and a reading after what it tells, paced. @returns how to close it, and how long its readings took */
function browser(cookie, { every, read }) {
  const times = [];
  let [ids, began, timer, closed] = [new Set(), Number.NEGATIVE_INFINITY, undefined, false];
  const plan = () => {
    if (timer || closed || ids.size === 0) return;
    timer = setTimeout(
      async () => {
        began = performance.now();
        const [where, headers] = read([...ids]);
        ids = new Set();
        const answer = await fetch(HERE + where, { headers: { cookie, ...headers } });
        await answer.text();
        if (!answer.ok) throw new Error(`${where} answered ${answer.status}`);
        times.push(performance.now() - began);
        timer = undefined;
        plan();
      },
      Math.max(0, began + every - performance.now()),
    );
  };
  const request = http.get(
    `${HERE}/api/live`,
    { headers: { cookie, accept: "text/event-stream" } },
    (stream) => {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        for (const [, id] of text.matchAll(/"topic":"approval","id":"([^"]+)"/g)) ids.add(id);
        plan();
      });
      stream.on("error", () => undefined);
    },
  );
  request.on("error", () => undefined);
  const close = () => {
    closed = true;
    request.destroy();
  };
  return { times, close };
}

const held = (key) =>
  fetch(`${HERE}/api/v1/authorize`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      tenant: "bench",
      tool: "send",
      arguments: { n: randomBytes(8).toString("hex") },
      rationale: "The benchmark measures what open browsers cost.",
      risk: "high",
    }),
  }).then((answer) => answer.json());

const middle = (times) => Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);

async function withBrowsers(pid, key, cookies, reader) {
  const open = cookies.map((cookie) => browser(cookie, reader));
  await pause(1_000);
  const [cpu, began, asked] = [cpuSeconds(pid), performance.now(), []];
  while (performance.now() - began < SECONDS * 1_000) {
    const at = performance.now();
    await held(key);
    asked.push(performance.now() - at);
    await pause(EACH_MS - (performance.now() - at));
  }
  const share = (cpuSeconds(pid) - cpu) / ((performance.now() - began) / 1_000);
  for (const { close } of open) close();
  await pause(500);
  return {
    "CPU of the web process, %": Math.round(share * 100),
    "held call, p50 ms": middle(asked),
    readings: open.reduce((sum, { times }) => sum + times.length, 0),
    "reading, p50 ms": middle(open.flatMap(({ times }) => times)),
  };
}

/** So many long polls at rest. */
async function withPolls(pid, key) {
  const { approval_id: id } = await held(key);
  const agent = new http.Agent({ maxSockets: POLLS });
  const headers = { authorization: `Bearer ${key}` };
  const before = megabytes(pid);
  const open = Array.from({ length: POLLS }, () =>
    http.get(`${HERE}/api/v1/approvals/${id}?wait=50`, { agent, headers }).on("error", () => undefined),
  );
  await pause(5_000);
  const [cpu, grown] = [cpuSeconds(pid), megabytes(pid) - before];
  await pause(SECONDS * 1_000);
  const share = (cpuSeconds(pid) - cpu) / SECONDS;
  for (const request of open) request.destroy();
  return {
    "long polls": POLLS,
    "CPU of the web process, %": Math.round(share * 100),
    "kB each": Math.round((grown * 1_024) / POLLS),
  };
}

async function main() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-bench-"));
  const key = `csk_${randomBytes(32).toString("base64url")}`;
  const stop = await startProduct(dataDir, key, PORT);
  try {
    const pid = listener(PORT);
    for (let n = 0; n < WAITING; n += 1) await held(key);
    const cookies = [];
    while (cookies.length < Math.max(...BROWSERS)) cookies.push(await signIn(dataDir));
    for (const reader of Object.values(READERS)) await withBrowsers(pid, key, cookies.slice(0, 2), reader);
    const table = {};
    for (const n of BROWSERS)
      for (const [name, reader] of Object.entries(READERS))
        table[`${n} browsers, ${name}`] = await withBrowsers(pid, key, cookies.slice(0, n), reader);
    console.table(table);
    console.table([await withPolls(pid, key)]);
  } finally {
    await stop();
    await postgres.remove(path.join(dataDir, "pg"));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
