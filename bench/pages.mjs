// `node bench/pages.mjs [DATA_DIR]`: how long the server takes for each page and how much HTML it sends, one request after the
// other, as ratios against a page without data in the same run. Wants the data first, in that directory (default: the usual one):
// `COUNTERSIGN_DATA_DIR=… npm run countersign -- sample load --pending 10000 --audit 1000000`.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { startProduct } from "./load.mjs";

const DATA_DIR = path.resolve(process.argv[2] ?? process.env.COUNTERSIGN_DATA_DIR ?? ".data");
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

/** A new administrator of all tenants, signed in. */
async function signIn() {
  const [email, password] = [
    `bench-${randomBytes(4).toString("hex")}@example.test`,
    randomBytes(12).toString("hex"),
  ];
  const words = ["user", "create", "--email", email, "--role", "admin", "--password-stdin"];
  const made = spawnSync(process.execPath, ["scripts/cli.mjs", ...words], {
    input: `${password}\n`,
    env: { ...process.env, COUNTERSIGN_DATA_DIR: DATA_DIR },
  });
  if (made.status !== 0) throw new Error(`no administrator: ${made.stderr}`);
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

const stop = await startProduct(DATA_DIR, `csk_${randomBytes(32).toString("base64url")}`, PORT);
try {
  await signIn();
  const table = {};
  for (const [name, page] of Object.entries(PAGES)) {
    const address = await addressOf(page);
    table[name] = address === null ? { KiB: "no such row" } : await measure(address);
  }
  console.table(table);
} finally {
  await stop();
}
