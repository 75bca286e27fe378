// How long the server takes for each page and how much HTML it sends, one request after the other, as ratios against a page without
// data in the same run.
// `node bench/pages.mjs [DATA_DIR]`: every page, with the data of that directory (default: the usual one), which is loaded first:
// `COUNTERSIGN_DATA_DIR=… npm run countersign -- sample load --pending 10000 --audit 1000000`.
// `node bench/pages.mjs --pending`: the pages that show what waits, with few and with many calls waiting, in data of their own.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startProduct } from "./load.mjs";

/** How many calls wait, from one measuring to the next. */
const PENDING = [10, 10_000];
const AUDIT = Number(process.env.BENCH_AUDIT ?? 20_000);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 15);
const PORT = Number(process.env.PORT ?? 3495);
const URL_HERE = `http://localhost:${PORT}`;
/** A page without data. */
const BASELINE = "/docs";
const ID = "[0-9a-f]{8}-[0-9a-f-]{27}";

/** Address by name; where a row is needed, the page that lists it and which of its links. */
const PAGES = {
  "queue, mine": "/approvals?view=mine",
  "queue, all": "/approvals?view=all",
  "queue, decided": "/approvals?view=decided",
  "queue, attention": "/approvals?view=attention",
  "queue, one tool": "/approvals?view=all&tool=create_refund",
  "queue, words": "/approvals?view=all&q=refund",
  "an approval that waits": ["/approvals?view=all", `/approvals/${ID}`],
  "a decided approval": ["/approvals?view=decided", `/approvals/${ID}`],
  feedback: "/feedback",
  "an issue": ["/feedback", `/feedback/${ID}`],
  "a report": [["/feedback", `/feedback/${ID}`], `/feedback/reports/${ID}`],
  rationales: "/rationales",
  "rationales, a rare word": "/rationales?q=warehouse",
  "rationales, two words": "/rationales?q=refund%20order",
  "rationales, failures of a tool": "/rationales?tool=create_refund&outcome=validation_error",
  "rationales, a session": ["/rationales", '/rationales\\?session=[^"&]+'],
  "a call": ["/rationales", `/rationales/calls/${ID}[^"]*`],
  tools: "/tools",
  "a tool": ["/tools", `/tools/${ID}`],
  "known tools": "/tools/known",
  cheatsheets: "/tools/cheatsheets",
  "a cheatsheet": ["/tools/cheatsheets", '/tools/cheatsheets/[^"?]+[^"]*'],
  gateways: "/gateways",
  "a gateway": ["/gateways", `/gateways/${ID}`],
  "its keys": ["/gateways", `/gateways/${ID}`, "/keys"],
  "its deliveries": ["/gateways", `/gateways/${ID}`, "/deliveries"],
  "its requests": ["/gateways", `/gateways/${ID}`, "/requests"],
  undelivered: "/gateways/undelivered",
  activity: "/activity",
  "activity of a tenant": "/activity?tenant=sample-fernhill",
  tenants: "/settings/tenants",
  "a tenant": "/settings/tenants/sample-fernhill",
  people: "/settings/people",
  "sign-in settings": "/settings/sign-in",
  profile: "/settings/profile",
  "getting started": "/start",
};

/** Those that are measured with few and with many calls waiting. */
const OF_WAITING = [
  "queue, mine",
  "queue, all",
  "queue, decided",
  "queue, attention",
  "an approval that waits",
  "a decided approval",
  "feedback",
  "rationales",
  "tools",
  "activity",
];

const jar = new Map();

async function request(where, options = {}) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, origin: URL_HERE, "accept-encoding": "identity", ...options.headers };
  const answer = await fetch(URL_HERE + where, { redirect: "manual", ...options, headers });
  for (const line of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name) jar.set(name, value);
  }
  return { status: answer.status, text: await answer.text() };
}

function countersign(dataDir, words, input = "") {
  const env = { ...process.env, COUNTERSIGN_DATA_DIR: dataDir };
  const { status, stderr } = spawnSync(process.execPath, ["scripts/cli.mjs", ...words], { input, env });
  if (status !== 0) throw new Error(`countersign ${words.join(" ")}: ${stderr}`);
}

/** A new administrator of all tenants, signed in. */
async function signIn(dataDir) {
  const [email, password] = [
    `bench-${randomBytes(4).toString("hex")}@example.test`,
    randomBytes(12).toString("hex"),
  ];
  const words = ["user", "create", "--email", email, "--role", "admin", "--password-stdin"];
  countersign(dataDir, words, `${password}\n`);
  const { csrfToken } = JSON.parse((await request("/api/auth/csrf")).text);
  const body = new URLSearchParams({ csrfToken, email, password, json: "true" });
  await request("/api/auth/callback/credentials", { method: "POST", body });
}

/** The address of a page: as it stands, or the first such link of another page. */
async function addressOf(page) {
  if (typeof page === "string") return page;
  const [listed, pattern, more = ""] = page;
  const { text } = await request(await addressOf(listed));
  const found = new RegExp(`href="(${pattern})[?"]`).exec(text) ?? new RegExp(`"(${pattern})[?"]`).exec(text);
  return found ? found[1].replaceAll("&amp;", "&") + more : null;
}

async function timed(address) {
  const began = performance.now();
  const { status, text } = await request(address);
  if (status !== 200) throw new Error(`${address} answered ${status}`);
  return { ms: performance.now() - began, size: Buffer.byteLength(text) };
}

/** In turns with the baseline, so that both meet the same weather. */
async function measure(address) {
  const [times, base] = [[], []];
  let { size } = await timed(address); // warms what is loaded once
  for (let index = 0; index < REQUESTS; index += 1) {
    base.push((await timed(BASELINE)).ms);
    const page = await timed(address);
    times.push(page.ms);
    size = page.size;
  }
  const at = (all, share) => all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * share)];
  return {
    p50: Math.round(at(times, 0.5)),
    p95: Math.round(at(times, 0.95)),
    KiB: Math.round(size / 1_024),
    ratio: Math.round((at(times, 0.5) / at(base, 0.5)) * 10) / 10,
  };
}

/** One row a page. */
async function measurePages(dataDir, names) {
  const stop = await startProduct(dataDir, `csk_${randomBytes(32).toString("base64url")}`, PORT);
  jar.clear();
  try {
    await signIn(dataDir);
    const table = {};
    for (const name of names) {
      const address = await addressOf(PAGES[name]);
      table[name] = address === null ? { KiB: "no such row" } : await measure(address);
    }
    return table;
  } finally {
    await stop();
  }
}

/** One row a page, with the figures for each number of calls that wait beside each other. */
async function measureWaiting() {
  const table = Object.fromEntries(OF_WAITING.map((name) => [name, {}]));
  for (const pending of PENDING) {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-bench-"));
    try {
      countersign(dataDir, ["sample", "load", "--pending", String(pending), "--audit", String(AUDIT)]);
      const measured = await measurePages(dataDir, OF_WAITING);
      for (const [name, { p50, ratio, KiB }] of Object.entries(measured))
        Object.assign(table[name], {
          [`p50, ${pending}`]: p50,
          [`ratio, ${pending}`]: ratio,
          [`KiB, ${pending}`]: KiB,
        });
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  return table;
}

const asked = process.argv[2];
const dataDir = path.resolve(asked ?? process.env.COUNTERSIGN_DATA_DIR ?? ".data");
console.table(
  asked === "--pending" ? await measureWaiting() : await measurePages(dataDir, Object.keys(PAGES)),
);
