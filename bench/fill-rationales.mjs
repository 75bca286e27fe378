// `node bench/fill-rationales.mjs [--calls 100000] [--seed 7] [--tenant weeks]`: fills the database
// of `npm start` (COUNTERSIGN_DATA_DIR or DATABASE_URL) with twelve weeks of made-up calls, to try
// the rationale pages. A worker groups them.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { openDatabase } from "../scripts/database.mjs";
import { commandEnvironment } from "../scripts/environment.mjs";
import { command } from "./product.mjs";
import { callsOfWeeks } from "./rationale-weeks.mjs";

const AT_ONCE = 5_000;
const BAR = 30;

const INSERTED = `
  insert into tool_calls (id, tenant_id, gateway_id, tool, rationale, outcome, referral, agent, model, session_id, occurred_at)
  select r.id, $1, $2, r.tool, r.rationale, r.outcome, r.referral, r.agent, r.model, r.session, to_timestamp(floor(r.at) / 1000)
  from json_to_recordset($3::json) as r(id uuid, tool text, rationale text, outcome text, referral jsonb, agent text, model text,
    session text, at float8)`;

/** A progress bar on one line; without a terminal, a line per tenth. */
function progressBar(total, stream = process.stderr) {
  const began = performance.now();
  let tenth = 0;
  return (done) => {
    const share = Math.min(1, done / total);
    const filled = Math.round(share * BAR);
    const rate = Math.round((done * 1_000) / Math.max(1, performance.now() - began));
    const line = `[${"#".repeat(filled)}${".".repeat(BAR - filled)}] ${done.toLocaleString("en")} of ${total.toLocaleString("en")} calls, ${rate.toLocaleString("en")} a second`;
    if (stream.isTTY) stream.write(`\r${line}${share === 1 ? "\n" : ""}`);
    else if (Math.floor(share * 10) > tenth) stream.write(`${line}\n`);
    tenth = Math.floor(share * 10);
  };
}

/**
 * Writes twelve weeks of calls for a tenant.
 * @param {string} ownerUrl the database's URL as its owner
 * @param {{ tenant: string, calls: number, seed: number, endAt: Date }} asked
 * @returns the tenant's id
 */
export async function fillRationales(ownerUrl, { tenant, ...asked }, told = progressBar(asked.calls)) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set countersign.tenants = '*'");
    const { rows } = await client.query(
      `select t.id, s.gateway_id from tenants t join gateway_tenants s on s.tenant_id = t.id where t.key = $1 limit 1`,
      [tenant],
    );
    if (rows.length === 0) throw new Error(`no gateway serves the tenant ${tenant}`);
    const [{ id, gateway_id: gateway }] = rows;
    const weeks = [...callsOfWeeks(asked)];
    const all = weeks.flat();
    for (let at = 0; at < all.length; at += AT_ONCE) {
      await client.query(INSERTED, [id, gateway, JSON.stringify(all.slice(at, at + AT_ONCE))]);
      told(Math.min(asked.calls, Math.round(((at + AT_ONCE) * asked.calls) / all.length)));
    }
    // Ids have past times, so a worker that has read further starts again.
    for (const table of [
      "rationale_cursors",
      "rationale_calls",
      "rationale_days",
      "rationale_templates",
      "intents",
      "intent_days",
    ])
      await client.query(`delete from ${table} where tenant_id = $1`, [id]);
    await client.query("vacuum analyze tool_calls");
    return id;
  } finally {
    await client.end();
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      calls: { type: "string", default: "100000" },
      seed: { type: "string", default: "7" },
      tenant: { type: "string", default: "weeks" },
    },
  });
  const calls = Number(values.calls);
  if (!Number.isInteger(calls) || calls < 1_000) throw new Error("--calls takes a whole number from 1000");
  const settings = commandEnvironment(process.env, { make: true });
  const gateway = `weeks-${values.tenant}`;
  await command(settings.dataDir, ["gateway", "create", "--name", gateway, "--tenants", values.tenant]).catch(
    (error) => {
      // Filling again adds to existing rows.
      if (!/exist|taken/i.test(String(error))) throw error;
    },
  );
  const database = await openDatabase(settings, {});
  try {
    const asked = { tenant: values.tenant, calls, seed: Number(values.seed), endAt: new Date() };
    await fillRationales(database.ownerUrl, asked);
    console.error(
      `The tenant ${values.tenant} has them. With \`npm start\` a worker reads them in some minutes; then press “Group them now” on Rationales → Intents.`,
    );
  } finally {
    await database.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
