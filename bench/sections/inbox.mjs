// The feedback inbox with BENCH_ISSUES issues (10,000) and BENCH_REPORTS reports (1,000,000) in one tenant: its pages beyond a page
// without data, and its parts beside the same rows straight from the database. The data stays in BENCH_DATA_DIR, where one is given.
import path from "node:path";
import pg from "pg";
import * as postgres from "../../scripts/postgres.mjs";
import { figure } from "../figure.mjs";
import { at } from "../load.mjs";
import { fillReports } from "../many-reports.mjs";
import { command, ownData, signIn, startProduct } from "../product.mjs";
import { measurePage } from "../visits.mjs";

const ISSUES = Number(process.env.BENCH_ISSUES ?? 10_000);
const REPORTS = Number(process.env.BENCH_REPORTS ?? 1_000_000);
const TENANT = "sample-fernhill";
const READS = 20;

const VIEWS = ["open", "new", "mine", "growing", "waiting", "snoozed", "closed", "all"];

const PAGES = {
  "inbox, first page": "inbox",
  ...Object.fromEntries(VIEWS.slice(1).map((view) => [`inbox, ${view}`, `inbox, ${view}`])),
  "inbox, a word that nobody used": "inbox, no word",
  "inbox, a word of many reports": "inbox, many words",
  "inbox, one agent": "inbox, an agent",
  board: "board",
  "board, one tool": "board, a tool",
  "an issue of many reports": "an issue",
};

async function timesOf(read) {
  const times = [];
  for (let n = 0; n <= READS; n += 1) {
    const began = performance.now();
    await read();
    if (n > 0) times.push(performance.now() - began);
  }
  return times;
}

/** The first page's issues and nothing around them, straight from the database. */
async function measureRaw(client, tenantId) {
  const raw = await timesOf(() =>
    client.query({
      name: "bench inbox",
      text: `select * from feedback_issues where tenant_id = $1 and state in ('new','accepted','in_progress','regressed','needs_info')
             order by last_seen_at desc, id desc limit 50`,
      values: [tenantId],
    }),
  );
  return figure("raw SQL: 50 open issues, p50", { value: at(raw, 0.5), unit: "ms" });
}

async function measureAll(product, client) {
  const visit = await signIn(product);
  const { rows } = await client.query("select id from tenants where key = $1", [TENANT]);
  const figures = [await measureRaw(client, rows[0].id)];
  for (const [line, name] of Object.entries(PAGES)) {
    const { ms, baseMs } = await measurePage(visit, name);
    figures.push(figure(line, { value: ms, unit: "ms", base: baseMs, of: "a page without data", most: 4 }));
  }
  return figures.map((row) => ({ ...row, line: `${ISSUES} issues, ${REPORTS} reports, ${row.line}` }));
}

export async function measure() {
  const kept = process.env.BENCH_DATA_DIR && path.resolve(process.env.BENCH_DATA_DIR);
  const { dataDir, remove } = kept ? { dataDir: kept, remove: async () => undefined } : ownData();
  // Data that was kept has its workspace.
  await command(dataDir, ["sample", "load", "--pending", "100", "--audit", "10000"]).catch((error) => {
    if (!kept || !error.message.includes("There is a sample workspace already")) throw error;
  });
  const { ownerUrl } = await postgres.start(path.join(dataDir, "pg"));
  await fillReports(ownerUrl, TENANT, { issues: ISSUES, reports: REPORTS });
  const product = await startProduct(dataDir);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("set countersign.tenants = '*'");
  try {
    return await measureAll(product, client);
  } finally {
    await client.end();
    await product.stop();
    await remove();
  }
}
