// `node bench/decisions.mjs`: how soon a gateway is called back after a person's yes, at rising rates of decisions, and as a multiple
// of the time in which a held call is answered, one at a time, in the same run.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { startProduct } from "./load.mjs";

const PORT = Number(process.env.PORT ?? 3510);
const HERE = `http://localhost:${PORT}`;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const RATES = [2, 10, 25, 50];
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 1_000);

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const at = (times, share) => {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10;
};

/** Where callbacks arrive: by approval, when. */
function receiver() {
  const arrived = new Map();
  const waiting = new Map();
  const server = http.createServer(async (request, response) => {
    const now = performance.now();
    let text = "";
    for await (const part of request) text += part;
    const { approval_id } = JSON.parse(text).data;
    arrived.set(approval_id, now);
    waiting.get(approval_id)?.(now);
    response.writeHead(204).end();
  });
  const of = (id) =>
    new Promise((resolve) => (arrived.has(id) ? resolve(arrived.get(id)) : waiting.set(id, resolve)));
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ server, arrived, of, port: server.address().port }));
  });
}

/** The product's command line; what it prints, one member a line. */
function command(dataDir, words, input) {
  const env = { ...process.env, COUNTERSIGN_DATA_DIR: dataDir };
  const made = spawnSync(process.execPath, ["scripts/cli.mjs", ...words], { input, env, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`${words.join(" ")}: ${made.stderr}`);
  return made.stdout;
}

const found = (pattern, text) => pattern.exec(text)?.[0] ?? "";

async function ask(method, where, credential, body) {
  const answer = await fetch(HERE + where, {
    method,
    headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(told)}`);
  return told;
}

async function hold(key) {
  const { approval_id } = await ask("POST", "/api/v1/authorize", key, {
    tenant: "bench",
    tool: "send",
    arguments: { n: randomBytes(8).toString("hex"), body: "A line of a mail. ".repeat(20) },
    rationale: "The benchmark measures how soon decisions arrive.",
    risk: "high",
  });
  return approval_id;
}

/** A gateway that is called back, and somebody who decides by token. */
function makeParties(dataDir, callbackPort) {
  const url = `http://127.0.0.1:${callbackPort}/hook`;
  command(dataDir, ["gateway", "create", "--name", "called", "--tenants", "bench", "--callback-url", url]);
  const key = found(
    /csk_\S+/,
    command(dataDir, ["key", "create", "--gateway", "called", "--tenants", "bench"]),
  );
  const email = "decider@example.test";
  const password = `${randomBytes(12).toString("hex")}\n`;
  command(dataDir, ["user", "create", "--email", email, "--role", "approver", "--password-stdin"], password);
  const token = found(/cst_\S+/, command(dataDir, ["token", "create", "--email", email]));
  return { key, token };
}

/** The milliseconds of a held call's answer, one at a time. */
async function heldAlone(key) {
  const times = [];
  for (let n = 0; n < 100; n += 1) {
    const began = performance.now();
    await hold(key);
    times.push(performance.now() - began);
  }
  return at(times, 0.5);
}

async function atRate(rate, key, decide, base) {
  const calls = [];
  for (let n = 0; n < rate * SECONDS; n += 1) calls.push(await hold(key));
  const began = performance.now();
  const done = [];
  for (const [n, call] of calls.entries()) {
    await pause(Math.max(0, began + (n * 1_000) / rate - performance.now()));
    done.push(decide(call));
  }
  const times = await Promise.all(done);
  const took = (performance.now() - began) / 1_000;
  const [answered, called] = [times.map((one) => one.answered), times.map((one) => one.called)];
  return {
    "achieved a second": Math.round((times.length / took) * 10) / 10,
    "answered p50": at(answered, 0.5),
    "called back p50": at(called, 0.5),
    "called back p99": at(called, 0.99),
    "of a held call": Math.round((at(called, 0.5) / base) * 10) / 10,
  };
}

/** How many decisions a second are made and called back, as fast as they go. */
async function atOnce(key, decide) {
  const calls = [];
  for (let n = 0; n < BACKLOG; n += 50)
    calls.push(...(await Promise.all(Array.from({ length: 50 }, () => hold(key)))));
  const began = performance.now();
  const decider = async () => {
    for (let call = calls.pop(); call; call = calls.pop()) await decide(call);
  };
  await Promise.all(Array.from({ length: 16 }, decider));
  return BACKLOG / ((performance.now() - began) / 1_000);
}

async function main() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-bench-"));
  const callbacks = await receiver();
  const initial = `csk_${randomBytes(32).toString("base64url")}`;
  const stop = await startProduct(dataDir, initial, PORT, { CALLBACK_ALLOW_CIDRS: "127.0.0.0/8" });
  try {
    const { key, token } = makeParties(dataDir, callbacks.port);
    const decide = async (id) => {
      const { revision, arguments_sha256 } = await ask("GET", `/api/v1/approvals/${id}`, token);
      const began = performance.now();
      await ask("POST", `/api/v1/approvals/${id}/approve`, token, { revision, arguments_sha256, seen: {} });
      const answered = performance.now() - began;
      return { answered, called: (await callbacks.of(id)) - began };
    };
    const base = await heldAlone(key);
    console.log(`a held call, one at a time: ${base} ms`);
    const rows = {};
    for (const rate of RATES) rows[`${rate} decisions a second`] = await atRate(rate, key, decide, base);
    console.table(rows);
    const most = Math.round(await atOnce(key, decide));
    console.log(`${BACKLOG} decisions as fast as they go, called back: ${most} a second`);
  } finally {
    await stop();
    callbacks.server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
