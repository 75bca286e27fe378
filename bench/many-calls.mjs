// Fills a sample workspace with calls up to a number: copies of its calls, shifted in time.
import pg from "pg";
import { pause } from "./load.mjs";

const CHUNK = 500_000;
const MOVED_DAYS = 60;

/**
 * Indexes of a table and its partitions that are no constraint. Rebuilding them after filling is
 * much faster.
 */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
  from pg_index where indrelid = 'tool_calls'::regclass and not indisprimary`;

const WALKED = [
  ...["tool_refusals", "attempt_groups", "tool_use_days", "attempt_cursors"],
  ...["tool_mistakes", "tool_mistake_passes"],
];

/** Tenants whose newest call the worker has not read. */
const UNWALKED = `
  select count(*)::int as left from tenants t
  cross join lateral (select c.id from tool_calls c where c.tenant_id = t.id order by c.occurred_at desc, c.id desc limit 1) newest
  left join attempt_cursors w on w.tenant_id = t.id where w.call_id is null or w.call_id < newest.id`;

// At intervals, one call gets a unique word.
const MULTIPLIED = `
  insert into tool_calls (id, tenant_id, gateway_id, provider, tool, method, rationale, risk, arguments_text, outcome, outcome_detail,
                          error_message, validation, referral, duration_ms, attempt, agent, agent_version, model, on_behalf_of,
                          session_id, call_id, occurred_at)
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(gen_random_uuid()::text, 16, 3)
          || right(gen_random_uuid()::text, 17))::uuid, tenant_id, gateway_id, provider, tool, method,
         case when random() < 0.001 then rationale || ' ' || substr(md5(random()::text), 1, 12) else rationale end,
         risk, arguments_text, outcome, outcome_detail, error_message, validation, referral, duration_ms, attempt, agent,
         agent_version, model, on_behalf_of, session_id || '-' || (copy / 20), call_id,
         at
  from (select made.*, copy, now() - random() * interval '${MOVED_DAYS} days' as at
        from (select * from tool_calls order by occurred_at limit $2) made, generate_series($1::int + 1, $1::int + $3::int) copy
        where length(coalesce(rationale, '')) < 450 offset 0) moved`;

/** Adds calls up to this number. `ownerUrl` is the database's URL as its owner. */
export async function fillCalls(ownerUrl, wanted) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const count = async () => Number((await client.query("select count(*) from tool_calls")).rows[0].count);
    const own = await count();
    if (own >= wanted) return;
    await client.query("set maintenance_work_mem = '1GB'; set countersign.tenants = '*'");
    const { rows: indexes } = await client.query(INDEXES);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const copies = Math.max(1, Math.floor(CHUNK / own));
    for (let copy = 0, left = wanted - own; left > 0; copy += copies, left = wanted - (await count()))
      await client.query(MULTIPLIED, [copy, own, Math.min(copies, Math.ceil(left / own))]);
    for (const { made } of indexes) await client.query(made.replace(" ON ONLY ", " ON "));
    // The new ids are in the past, so the worker's results start again.
    for (const table of WALKED) await client.query(`delete from ${table}`);
    await client.query("vacuum analyze tool_calls, tool_call_counts");
  } finally {
    await client.end();
  }
}

/** Waits until the worker has read all calls. `client` sees every tenant. */
export async function untilWalked(client) {
  while ((await client.query(UNWALKED)).rows[0].left > 0) await pause(5_000);
}
