// Every rationale page over BENCH_RATIONALES calls (100,000) of twelve weeks, grouped, compared
// with a page without data. BENCH_DATA_DIR keeps the data.
import { randomBytes } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { openDatabase } from "../../scripts/database.mjs";
import { commandEnvironment, databaseUrls } from "../../scripts/environment.mjs";
import { figure } from "../figure.mjs";
import { fillRationales } from "../fill-rationales.mjs";
import { command, ownData, signIn, startProduct } from "../product.mjs";
import { groupAll } from "../reader.mjs";
import { measurePage } from "../visits.mjs";

const CALLS = Number(process.env.BENCH_RATIONALES ?? 100_000);
const TENANT = "weeks";
const SEED = 7;

const PAGES = [
  ...["rationales", "rationales, a rare word", "rationales, two words", "rationales, a session"],
  ...["a call", "intents", "an intent", "a week of intents", "this week's intents so far"],
];

/** The tenant of an earlier run with its calls and intents. */
async function leftHere(ownerUrl) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set countersign.tenants = '*'");
    const { rows } = await client.query(
      `select t.id, (select count(*)::int from tool_calls c where c.tenant_id = t.id) as calls,
              (select count(*)::int from intents i where i.tenant_id = t.id) as intents from tenants t where t.key = $1`,
      [TENANT],
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

async function fill(dataDir) {
  const settings = commandEnvironment({ ...process.env, COUNTERSIGN_DATA_DIR: dataDir }, { make: true });
  const database = await openDatabase(settings, {});
  try {
    const left = await leftHere(database.ownerUrl);
    const asked = { tenant: TENANT, calls: CALLS, seed: SEED, endAt: new Date() };
    if (left.calls === 0) await fillRationales(database.ownerUrl, asked);
    if (left.intents > 0) return;
    const env = { ...databaseUrls(settings.env, database.appUrl), LOG_LEVEL: "warn" };
    const found = await groupAll(env, left.id);
    if (found.state !== "done") throw new Error(`the grouping is ${found.state}`);
    console.error(`${found.templates} templates, ${found.intents} intents`);
  } finally {
    await database.close();
  }
}

export async function measure() {
  const kept = process.env.BENCH_DATA_DIR && path.resolve(process.env.BENCH_DATA_DIR);
  const { dataDir, remove } = kept ? { dataDir: kept, remove: async () => undefined } : ownData();
  const name = `weeks-${randomBytes(4).toString("hex")}`;
  await command(dataDir, ["gateway", "create", "--name", name, "--tenants", TENANT]);
  let product;
  try {
    await fill(dataDir);
    product = await startProduct(dataDir);
    const visit = await signIn(product);
    const figures = [];
    for (const page of PAGES) {
      const found = await measurePage(visit, page);
      if (found === null) throw new Error(`there is nothing to open: ${page}`);
      const { ms, baseMs, kibibytes } = found;
      const line = `${CALLS} calls, ${page}, ${Math.round(kibibytes)} KiB`;
      figures.push(figure(line, { value: ms, unit: "ms", base: baseMs, of: "a page without data", most: 4 }));
    }
    return figures;
  } finally {
    await product?.stop();
    await remove();
  }
}
