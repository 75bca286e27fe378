// The product as `npm start` runs it, with access from outside: command line, session, processes.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as postgres from "../scripts/postgres.mjs";
import { pause } from "./load.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PORT = Number(process.env.PORT ?? 3480);
const TICKS_A_SECOND = 100;

export async function until(child, ask, every = 200) {
  const answers = () => ask().catch(() => false);
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error("a program ended before it answered");
    await pause(every);
  }
}

/** A new data directory; the returned function removes it with its server. */
export function ownData() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-bench-"));
  const remove = async () => {
    await postgres.remove(path.join(dataDir, "pg"));
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, remove };
}

/**
 * Runs the command line and returns its output. Asynchronous, so that open connections stay served.
 */
export function command(dataDir, words, input = "") {
  const env = { ...process.env, COUNTERSIGN_DATA_DIR: dataDir };
  const child = spawn(process.execPath, ["scripts/cli.mjs", ...words], { cwd: ROOT, env });
  let [printed, wrong] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    wrong += text;
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once("close", (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`countersign ${words.join(" ")}: ${wrong}`)),
    );
  });
}

/**
 * Starts the product on a data directory. `key` belongs to a gateway of the tenant `bench`.
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} [more] additional settings
 * @param {number} [apart] offset from the usual port
 * @param {number | "inherit"} [log] target of log lines: a file descriptor, or this program's
 * stderr
 */
export async function startProduct(dataDir, more = {}, apart = 0, log = "inherit") {
  const key = `csk_${randomBytes(32).toString("base64url")}`;
  const port = PORT + apart;
  const origin = `http://localhost:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      COUNTERSIGN_DATA_DIR: dataDir,
      COUNTERSIGN_INIT_GATEWAY: `bench-${randomBytes(4).toString("hex")}`,
      COUNTERSIGN_INIT_GATEWAY_KEY: key,
      COUNTERSIGN_INIT_GATEWAY_TENANTS: "bench",
      CALLBACK_ALLOW_CIDRS: "127.0.0.0/8",
      LOG_LEVEL: "warn",
      ...more,
    },
    stdio: ["ignore", "ignore", log],
  });
  // Without a worker and pages it is never ready for people.
  const asked = more.COUNTERSIGN_ROLE === "api" ? "/api/health" : "/api/ready";
  await until(child, async () => (await fetch(origin + asked)).ok, 20);
  const readyMs = performance.now() - began;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { dataDir, origin, key, headers: { authorization: `Bearer ${key}` }, readyMs, pid: child.pid, stop };
}

/** Sends a JSON request. @throws for an error status */
export async function ask(origin, where, { method = "GET", credential, body }) {
  const answer = await fetch(origin + where, {
    method,
    headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(told)}`);
  return told;
}

/** Creates a held call, each different, and returns its id. */
export async function hold({ origin, key }) {
  const body = {
    tenant: "bench",
    tool: "send",
    arguments: { n: randomBytes(8).toString("hex"), body: "A line of a mail. ".repeat(20) },
    rationale: "The benchmark measures what becomes of held calls.",
    risk: "high",
  };
  return (await ask(origin, "/api/v1/authorize", { method: "POST", credential: key, body })).approval_id;
}

const password = () => randomBytes(12).toString("hex");

export async function makeDecider(dataDir) {
  const email = `${randomBytes(4).toString("hex")}@example.test`;
  await command(
    dataDir,
    ["user", "create", "--email", email, "--role", "approver", "--password-stdin"],
    `${password()}\n`,
  );
  return /cst_\S+/.exec(await command(dataDir, ["token", "create", "--email", email]))?.[0];
}

/** Creates a gateway, with callbacks if a URL is given. Returns its key. */
export async function makeGateway(dataDir, name, callbackUrl, tenants = "bench") {
  const back = callbackUrl ? ["--callback-url", callbackUrl] : [];
  await command(dataDir, ["gateway", "create", "--name", name, "--tenants", tenants, ...back]);
  return /csk_\S+/.exec(
    await command(dataDir, ["key", "create", "--gateway", name, "--tenants", tenants]),
  )?.[0];
}

/**
 * Signs in a new administrator. Returns a function that fetches pages: `{ status, text, cookie }`.
 */
export async function signIn({ origin, dataDir }) {
  const [email, secret] = [`${randomBytes(4).toString("hex")}@example.test`, password()];
  await command(
    dataDir,
    ["user", "create", "--email", email, "--role", "admin", "--password-stdin"],
    `${secret}\n`,
  );
  const jar = new Map();
  const visit = async (where, options = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, origin, "accept-encoding": "identity", ...options.headers };
    const answer = await fetch(origin + where, { redirect: "manual", ...options, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) jar.set(name, value);
    }
    return { status: answer.status, text: await answer.text(), cookie };
  };
  const { csrfToken } = JSON.parse((await visit("/api/auth/csrf")).text);
  const body = new URLSearchParams({ csrfToken, email, password: secret, json: "true" });
  await visit("/api/auth/callback/credentials", { method: "POST", body });
  return visit;
}

function stat(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return {
    parent: Number(fields[1]),
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND,
  };
}

/** The launcher's child processes, without the database. */
function processes(launcher) {
  const found = [];
  const known = new Set([launcher]);
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b);
  for (const pid of pids) {
    try {
      if (!known.has(stat(pid).parent) || readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres"))
        continue;
      known.add(pid);
      found.push(pid);
    } catch {} // it ended meanwhile
  }
  return found;
}

export const cpuSeconds = ({ pid }) => processes(pid).reduce((sum, one) => sum + stat(one).cpuSeconds, 0);

export function workerOf({ pid }) {
  const worker = processes(pid).find((one) =>
    readFileSync(`/proc/${one}/cmdline`, "utf8").includes("worker"),
  );
  if (worker === undefined) throw new Error("the product has no worker");
  return worker;
}

/** Memory of the product's processes in megabytes, with shared memory counted once. */
export function megabytes({ pid }) {
  const kilobytes = processes(pid).map((one) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, "utf8"))?.[1]),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1_024;
}
