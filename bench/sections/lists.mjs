// Lists, searches and pages over BENCH_CALLS calls (10,000): their cost beyond the database's own
// work, and beyond a page without data. BENCH_DATA_DIR keeps the data.
import path from "node:path";
import pg from "pg";
import * as postgres from "../../scripts/postgres.mjs";
import { figure } from "../figure.mjs";
import { at } from "../load.mjs";
import { fillCalls, untilWalked } from "../many-calls.mjs";
import { command, ownData, signIn, startProduct } from "../product.mjs";
import { measurePage } from "../visits.mjs";

const CALLS = Number(process.env.BENCH_CALLS ?? 10_000);
const READS = 40;
const TENANT = "sample-fernhill";
const PAGE = 50;

const COLUMNS = ["tool", "outcome", "agent", "session_id", "provider"];
const PAGES = [
  "rationales",
  "rationales, a rare word",
  "rationales, two words",
  "rationales, failures of a tool",
  "a call",
  "tools",
  "a tool",
  "a tool's use",
  "a tool's health",
  "findings",
  "health of tools",
  "suggestions",
  "known tools",
  "feedback",
  "gateways",
  "activity",
];

async function timesOf(read) {
  const times = [];
  for (let n = 0; n <= READS; n += 1) {
    const began = performance.now();
    await read();
    if (n > 0) times.push(performance.now() - began);
  }
  return times;
}

/** A page of the list, and the same rows straight from the database. */
async function measureFilter(visit, client, tenantId, [column, value]) {
  const query = new URLSearchParams({
    tenant: TENANT,
    limit: String(PAGE),
    ...(column && { [column]: value }),
  });
  const listed = await timesOf(async () => {
    const { status, text } = await visit(`/api/v1/audit?${query}`);
    if (status !== 200) throw new Error(`a list was answered with ${status}: ${text}`);
  });
  const raw = await timesOf(() =>
    client.query({
      name: `bench ${column}`,
      text: `select * from tool_calls where tenant_id = $1 ${column ? `and ${column} = $2` : ""}
             order by occurred_at desc, id desc limit ${PAGE}`,
      values: column ? [tenantId, value] : [tenantId],
    }),
  );
  const what = column
    ? `a page of ${PAGE} calls of one ${column.replace("_id", "")}`
    : `a page of ${PAGE} calls`;
  return [
    figure(`${what}, beyond raw SQL, p50`, { value: at(listed, 0.5) - at(raw, 0.5), unit: "ms", most: 2 }),
    figure(`${what}, p99`, { value: at(listed, 0.99), unit: "ms", most: 25 }),
  ];
}

async function measureSearch(visit, what, q, most) {
  const times = await timesOf(async () => {
    const { status } = await visit(
      `/api/v1/audit?${new URLSearchParams({ tenant: TENANT, q, limit: String(PAGE) })}`,
    );
    if (status !== 200) throw new Error(`a search was answered with ${status}`);
  });
  return figure(`search, ${what}, p95`, { value: at(times, 0.95), unit: "ms", most });
}

async function measureAll(product, client) {
  const visit = await signIn(product);
  const { rows } = await client.query("select id from tenants where key = $1", [TENANT]);
  const [{ id: tenantId }] = rows;
  const one = async (column) => {
    const found = await client.query(
      `select ${column} as value from tool_calls where tenant_id = $1 and ${column} is not null limit 1`,
      [tenantId],
    );
    return [column, found.rows[0].value];
  };
  const figures = [];
  for (const filter of [[], ...(await Promise.all(COLUMNS.map(one)))])
    figures.push(...(await measureFilter(visit, client, tenantId, filter)));
  const words = await client.query(
    "select rationale from tool_calls where tenant_id = $1 and rationale is not null order by length(rationale) desc limit 1",
    [tenantId],
  );
  const common = words.rows[0].rationale.match(/[a-z]{5,}/gi);
  figures.push(
    await measureSearch(visit, "a word that nobody used", "zyzzyva", 5),
    await measureSearch(visit, "two words", common.slice(0, 2).join(" "), 10),
    await measureSearch(visit, "four words", common.slice(0, 4).join(" "), 50),
  );
  for (const name of PAGES) {
    const measured = await measurePage(visit, name);
    if (measured === null) continue;
    const { ms, baseMs } = measured;
    figures.push(
      figure(`page: ${name}`, { value: ms, unit: "ms", base: baseMs, of: "a page without data", most: 4 }),
    );
  }
  return figures.map((row) => ({ ...row, line: `${CALLS} calls, ${row.line}` }));
}

export async function measure() {
  const kept = process.env.BENCH_DATA_DIR && path.resolve(process.env.BENCH_DATA_DIR);
  const { dataDir, remove } = kept ? { dataDir: kept, remove: async () => undefined } : ownData();
  // Kept data has its workspace already.
  await command(dataDir, ["sample", "load", "--pending", "100", "--audit", "10000"]).catch((error) => {
    if (!kept || !error.message.includes("There is a sample workspace already")) throw error;
  });
  const { ownerUrl } = await postgres.start(path.join(dataDir, "pg"));
  await fillCalls(ownerUrl, CALLS);
  const product = await startProduct(dataDir);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("set countersign.tenants = '*'");
  try {
    await untilWalked(client);
    return await measureAll(product, client);
  } finally {
    await client.end();
    await product.stop();
    await remove();
  }
}
