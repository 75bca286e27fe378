// The inbox with BENCH_ISSUES issues (10,000) and BENCH_REPORTS reports (1,000,000) in one tenant:
// its pages compared with a page without data, and its queries with the same rows straight from the
// database. BENCH_DATA_DIR keeps the data.
import { randomBytes } from "node:crypto";
import path from "node:path";
import pg from "pg";
import * as postgres from "../../scripts/postgres.mjs";
import { figure } from "../figure.mjs";
import { at } from "../load.mjs";
import { fillReports, unkept } from "../many-reports.mjs";
import { ask, command, makeGateway, ownData, signIn, startProduct } from "../product.mjs";
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
  "inbox, a part of many errors": "inbox, many errors",
  "inbox, most signal": "inbox, by signal",
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

/** The issues of the first page, straight from the database. */
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

const [FULL, EMPTY] = ["bench-full", "bench-empty"];

const COPIED = 100_000;

async function copyReports(client, gateway) {
  const { rows } = await client.query(
    "select (select id from tenants where key = $1) as own, (select id from tenants where key = $2) as full, (select id from gateways where name = $3) as gateway",
    [TENANT, FULL, gateway],
  );
  const [{ own, full, gateway: id }] = rows;
  await client.query(
    `insert into feedback_issues select (jsonb_populate_record(i, jsonb_build_object('tenant_id', $2::uuid))).* from feedback_issues i
     where tenant_id = $1 on conflict do nothing`,
    [own, full],
  );
  await unkept(client, () =>
    client.query(
      `insert into feedback_submissions
       select (jsonb_populate_record(null::feedback_submissions, to_jsonb(s) || jsonb_build_object('tenant_id', $2::uuid, 'gateway_id', $3::uuid))).*
       from (select * from feedback_submissions where tenant_id = $1 limit $4::int) s on conflict do nothing`,
      [own, full, id, COPIED],
    ),
  );
  await client.query("analyze feedback_issues, feedback_submissions");
}

// One connection in sequence, because this measures the cost of a report, not the throughput.
const POSTED = 200;

/** The cost of a report with many stored, compared with an empty tenant. */
async function measureIntake({ origin }, key) {
  const report = (tenant, error) =>
    ask(origin, "/api/v1/feedback", {
      method: "POST",
      credential: key,
      body: {
        tenant,
        attempted_action: "Send the broadcast to all customers.",
        expected_outcome: "The broadcast is sent.",
        actual_outcome: "The segment was refused.",
        error_seen: error,
        tool_called: "bench_tool",
        severity: "med",
        rationale: "The benchmark measures what a report costs.",
      },
    });
  const word = () => randomBytes(12).toString("hex").replace(/\d/g, "x");
  const lines = { "a report of a known problem": () => "Known.", "a report of a new problem": word };
  const figures = [];
  for (const [line, error] of Object.entries(lines)) {
    const times = { [FULL]: [], [EMPTY]: [] };
    for (let n = 0; n < POSTED; n += 1)
      for (const [tenant, all] of Object.entries(times)) {
        const began = performance.now();
        await report(tenant, error());
        all.push(performance.now() - began);
      }
    const [value, base] = [at(times[FULL], 0.5), at(times[EMPTY], 0.5)];
    figures.push(
      figure(`${line}, ${COPIED} stored, p50`, {
        value,
        unit: "ms",
        base,
        of: "a tenant with none",
        most: 1.5,
      }),
    );
  }
  return figures;
}

export async function measure() {
  const kept = process.env.BENCH_DATA_DIR && path.resolve(process.env.BENCH_DATA_DIR);
  const { dataDir, remove } = kept ? { dataDir: kept, remove: async () => undefined } : ownData();
  // Kept data has its workspace already.
  await command(dataDir, ["sample", "load", "--pending", "100", "--audit", "10000"]).catch((error) => {
    if (!kept || !error.message.includes("There is a sample workspace already")) throw error;
  });
  const name = `bench-${randomBytes(4).toString("hex")}`;
  const key = await makeGateway(dataDir, name, null, `${FULL},${EMPTY}`);
  const { ownerUrl } = await postgres.start(path.join(dataDir, "pg"));
  await fillReports(ownerUrl, TENANT, { issues: ISSUES, reports: REPORTS });
  const product = await startProduct(dataDir);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("set countersign.tenants = '*'");
  await copyReports(client, name);
  try {
    return [...(await measureAll(product, client)), ...(await measureIntake(product, key))];
  } finally {
    await client.end();
    await product.stop();
    await remove();
  }
}
