// Calls with rationales from the labelled sentences of lib/intents/testing.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// Suffixes that multiply some 900 sentences to some 3,600 templates.
const MORE = [
  "",
  ", as agreed with the legal department",
  " for the team in Berlin",
  " before the yearly audit begins",
];

export function saidSentences() {
  const sets = ["tuning", "tuning-second", "held-out"].flatMap((name) =>
    JSON.parse(readFileSync(path.join(ROOT, `lib/intents/testing/intents-${name}.json`), "utf8")),
  );
  return sets.flatMap(({ tool, rationales }) =>
    rationales.flatMap((said) => MORE.map((more) => ({ tool, said: said.replace(/[.?]$/, "") + more }))),
  );
}

/** Calls of the last sixty days: many of a few templates, few of most, each with a distinct id. */
const FILLED = `
  insert into tool_calls (id, tenant_id, gateway_id, tool, rationale, outcome, agent, model, session_id, occurred_at)
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(gen_random_uuid()::text, 16, 3)
          || right(gen_random_uuid()::text, 17))::uuid, $1, $2, t.tool, t.said || ' (' || n || ')',
         case when random() < 0.1 then 'timeout' else 'ok' end, 'agent-' || n % 7, 'model-' || n % 3, 's' || n / 8, at
  from (select n, now() - random() * interval '60 days' as at,
               1 + floor(power(random(), 2) * $4::int)::int as pick from generate_series(1, $3::int) n offset 0) made
  join (select row_number() over () as place, tool, said from json_to_recordset($5::json) as r(tool text, said text)) t on t.place = pick`;

/**
 * Adds this many unread calls to the tenant `bench`.
 * @returns its id
 */
export async function fillSaid(ownerUrl, calls) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set countersign.tenants = '*'");
    const { rows } = await client.query("select id from tenants where key = 'bench'");
    const gateway = await client.query("select id from gateways limit 1");
    const said = saidSentences();
    const values = [rows[0].id, gateway.rows[0].id, calls, said.length, JSON.stringify(said)];
    await client.query(FILLED, values);
    await client.query("vacuum analyze tool_calls");
    return rows[0].id;
  } finally {
    await client.end();
  }
}
