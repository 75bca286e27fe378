import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";

// Distributed Postgres (Citus and similar) shards tables by one column. It has to be in every
// unique key and in foreign keys between sharded tables, and joins are local only if they compare
// it.

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const system = systemScope("tests");

/**
 * Unsharded tables: they grow with people, gateways and tools, not with calls. All others grow with
 * calls and have to start with the tenant.
 */
const WHOLE: Record<string, string> = {
  accounts: "people",
  api_key_tenants: "gateways",
  api_keys: "gateways",
  backup_runs: "the installation's backups",
  channel_settings: "a row for each channel",
  cheatsheet_versions: "tools",
  cheatsheets: "tools",
  delegations: "people",
  gateway_tenants: "gateways",
  gateways: "gateways",
  group_members: "people",
  groups: "people",
  memberships: "people",
  notification_preferences: "people",
  passkey_challenges: "people, for minutes",
  passkeys: "people",
  personal_tokens: "people",
  push_devices: "people",
  rate_limits: "counters of minutes, cleared away",
  sample_workspace: "one row",
  saved_views: "people",
  sessions: "people",
  setup_links: "one row",
  signing_secrets: "gateways",
  slack_accounts: "people",
  tenants: "the list of tenants itself",
  tool_finding_mutes: "tools",
  tool_proposals: "tools",
  tool_ratings: "tools; a rating without a tenant is for all",
  tool_rule_versions: "rules that rate the tools of every gateway",
  policy_versions: "policies by which the calls of every tenant are judged",
  tool_versions: "tools",
  tools: "tools",
  used_slack_links: "links of minutes, cleared away",
  user_links: "people",
  users: "people",
  worker_heartbeats: "worker processes",
};

type Key = { table: string; name: string; kind: "p" | "u" | "f"; columns: string[]; to: string | null };

/** Primary keys, unique indexes and foreign keys of tables and partitioned tables. */
const keys = () =>
  read(
    system,
    (tx) => tx.$queryRaw<Key[]>`
      select c.relname as "table", i.relname as name, case when x.indisprimary then 'p' else 'u' end as kind, null as "to",
             array(select a.attname::text from unnest(x.indkey::int[]) with ordinality k (n, at)
                   join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n order by k.at) as columns
      from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      where x.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition
      union all
      select c.relname, f.conname, 'f', t.relname,
             array(select a.attname::text from unnest(f.conkey::int[]) with ordinality k (n, at)
                   join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n order by k.at)
      from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
      where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and not c.relispartition`,
  );

async function largeTables(): Promise<string[]> {
  const rows = await read(
    system,
    (tx) => tx.$queryRaw<{ name: string }[]>`
      select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace and relname <> '_prisma_migrations' order by 1`,
  );
  const all = rows.map(({ name }) => name);
  const unknown = Object.keys(WHOLE).filter((name) => !all.includes(name));
  expect(unknown).toEqual([]);
  return all.filter((name) => !(name in WHOLE));
}

test("every table that grows with calls has its tenant, and begins every unique key with it", async () => {
  const large = await largeTables();
  expect(large).toEqual(expect.arrayContaining(["activity", "approvals", "deliveries", "tool_calls"]));
  const found = (await keys()).filter(({ table, kind }) => kind !== "f" && large.includes(table));
  const late = found
    .filter(({ columns }) => columns[0] !== "tenant_id")
    .map(({ table, name }) => `${table}: ${name}`);
  expect(late).toEqual([]);
  const keyed = new Set(found.filter(({ kind }) => kind === "p").map(({ table }) => table));
  expect(large.filter((name) => !keyed.has(name))).toEqual([]);
});

test("a foreign key between two such tables carries the tenant, so a row can only hang on one of its own", async () => {
  const large = await largeTables();
  const between = (await keys()).filter(
    ({ table, kind, to }) => kind === "f" && large.includes(table) && large.includes(String(to)),
  );
  expect(between.length).toBeGreaterThan(5);
  expect(between.filter(({ columns }) => columns[0] !== "tenant_id").map(({ name }) => name)).toEqual([]);
  // A small table must not reference a large one, or it would be sharded too.
  const small = (await keys()).filter(
    ({ table, kind, to }) => kind === "f" && !large.includes(table) && large.includes(String(to)),
  );
  expect(small.map(({ name }) => name)).toEqual([]);
});

/**
 * Joins with a large table in the sources: `join TABLE alias on …`, up to the end of the condition.
 */
function joinsIn(text: string, large: readonly string[]): { join: string; keeps: boolean }[] {
  const join = new RegExp(
    `\\bjoin\\s+(${large.join("|")})(?:\\s+as)?\\s+(\\w+)\\s+on\\b([\\s\\S]*?)(?=\\b(?:join|where|group by|order by|limit|for update)\\b|\`)`,
    "gi",
  );
  return [...text.matchAll(join)].map(([whole, , alias, condition]) => ({
    join: whole.replaceAll(/\s+/g, " ").trim(),
    keeps: new RegExp(`\\b${alias}\\.tenant_id\\b`).test(condition ?? ""),
  }));
}

const ELSEWHERE: Record<string, string> = {
  "join approvals a on a.id = substring(r.path from ${ASKED_PATH})::uuid":
    "a request that names no tenant is filed under none; the condition on the tenant follows in `where`",
  "join approvals a on a.id = w.id":
    "the waiting room compares ids of all tenants, as the product itself, and hands out none of their contents",
};

test("every join with such a table compares the tenant", async () => {
  const large = await largeTables();
  const joins = ["lib", "sample", "scripts"].flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { encoding: "utf8", recursive: true })
      .filter((file) => /\.(ts|mjs)$/.test(file) && !/\.test\.|^generated\//.test(file))
      .flatMap((file) =>
        joinsIn(readFileSync(`${ROOT}/${folder}/${file}`, "utf8"), large).map((one) => ({ file, ...one })),
      ),
  );
  expect(joins.length).toBeGreaterThan(8);
  const wrong = joins.filter(({ join, keeps }) => !keeps && !(join in ELSEWHERE));
  expect(wrong.map(({ file, join }) => `${file}: ${join}`)).toEqual([]);
  const listed = Object.keys(ELSEWHERE).filter((join) => !joins.some((one) => one.join === join));
  expect(listed).toEqual([]);
  expect(
    joinsIn("select 1 from votes v join approvals a on a.id = v.approval_id where a.tenant_id = 1`", large),
  ).toEqual([{ join: "join approvals a on a.id = v.approval_id", keeps: false }]);
});
