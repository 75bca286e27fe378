import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, ingest, read, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { listFeedback } from "./queries";
import { findIssues } from "./searching";
import { readAnew } from "./worker";

// The cost of a search depends on the number of all reports, so each test has its own database.

const system = systemScope("tests");
const MOST = 100;
// A frequent text is searched in a thousand reports.
const READ_MAX = 1_500;
// Analyzes the tables, as autovacuum does soon after such a load; only here, so that plans are
// stable. Without statistics Postgres overestimates the indexes and may scan a tenant's reports.
const TABLES = ["feedback_submissions", "feedback_issues", "feedback_issue_words"];
const UNATTENDED = TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = off)`);
const VACUUMED = TABLES.map((table) => `vacuum analyze ${table}`);
let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeEach(async () => {
  own = await useOwnDatabase();
  await own.asOwner(UNATTENDED);
});
afterEach(async () => {
  await closeDatabase();
  await own.drop();
});

const idsIn = (ids: string) =>
  ids
    .slice(1, -1)
    .split(",")
    .filter((id) => id !== "");

async function anIssue(tenant: TestTenant, number: number) {
  const id = newId();
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into feedback_issues (id, tenant_id, number, title, fingerprint, state, updated_at)
      values (${id}::uuid, ${tenant.id}::uuid, ${number}::int, 'Mail', 'f' || ${number}::text, 'new', now())`,
  );
  return id;
}

async function aScenario() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const issue = await anIssue(tenant, 1);
  const add = async (from: number, to: number) => {
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        insert into feedback_submissions (id, tenant_id, gateway_id, issue_id, attempted_action, expected_outcome, actual_outcome, severity)
        select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${tenant.id}::uuid, ${gateway.id}::uuid, ${issue}::uuid,
               'Send the weekly report ' || n, 'it works', 'it failed with an error', 'low'
        from generate_series(${from}::int, ${to}::int) n`,
    );
    await own.asOwner(VACUUMED);
  };
  const scope = proveScope({ kind: "system", name: "tests" } as const, [tenant.id]);
  const find = (words: string) =>
    read(scope, async (tx) => {
      // The session's counters include earlier reads, so take the difference.
      const before = await rowsRead(tx);
      const found = await tx.$queryRaw<{ id: string }[]>`
        select submission_id as id from find_feedback_words(${words}, ${`%${words}%`}, ${[tenant.id]}::uuid[], ${MOST}::int)
        where submission_id is not null`;
      return { found, rows: (await rowsRead(tx)) - before };
    });
  return { add, find };
}

async function rowsRead(tx: Tx): Promise<number> {
  const [work] = await tx.$queryRaw<{ rows: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_all_tables
    where relname = 'feedback_submissions'`;
  return work?.rows ?? Number.NaN;
}

test("a word that everybody uses costs the same however many reports there are, and finds the newest", async () => {
  const { add, find } = await aScenario();
  await add(1, 1_500);
  const few = (await find("weekly")).rows;
  await add(1_501, 18_000);
  const { found, rows } = await find("weekly");
  // Twelve times the reports would mean twelve times the rows in a full scan.
  expect(rows).toBeLessThan(2 * few);
  const numbers = found.map(({ id }) => Number.parseInt(id.slice(-12), 16));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: MOST }, (_, n) => 18_000 - MOST + 1 + n),
  );
  expect((await find("7777")).found).toHaveLength(1);
  expect((await find("nowhere")).found).toEqual([]);
}, 120_000);

/** Issues of one tenant, and a function that adds many reports with the same text. */
async function manyIssues(count: number) {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const issues: string[] = [];
  for (let n = 1; n <= count; n += 1) issues.push(await anIssue(tenant, n));
  const add = async (reports: number, said: string, error: string) => {
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        insert into feedback_submissions (id, tenant_id, gateway_id, issue_id, attempted_action, expected_outcome, actual_outcome,
                                          error_seen, severity)
        select uuidv7(), ${tenant.id}::uuid, ${gateway.id}::uuid, (${issues}::uuid[])[1 + n % ${count}::int],
               ${said}, 'it works', 'it failed', ${error}, 'low'
        from generate_series(1, ${reports}::int) n`,
    );
    await own.asOwner(VACUUMED);
  };
  const scope = proveScope({ kind: "system", name: "tests" } as const, [tenant.id]);
  const find = (q: string) =>
    read(scope, async (tx) => {
      const before = await rowsRead(tx);
      const found = idsIn(await findIssues(tx, scope, q, [tenant.id]));
      return { found: found.toSorted(), rows: (await rowsRead(tx)) - before };
    });
  return { tenant, scope, issues, add, find };
}

test("the reports of a frequent text are all found, newest first, page by page, wherever among the others they are", async () => {
  const { tenant, scope, add } = await manyIssues(4);
  await add(1_100, "Send the marmalade", "jam_total is unknown");
  await add(2_700, "Send the honey", "nothing of note");
  await add(120, "Send the marmalade", "jam_total is unknown");
  await add(40, "Send the honey", "nothing of note");
  const all = await read(
    scope,
    (tx) =>
      tx.$queryRaw<{ id: string; said: boolean }[]>`
      select id, attempted_action like '%marmalade' as said from feedback_submissions where tenant_id = ${tenant.id}::uuid order by id desc`,
  );
  const expected = all.filter(({ said }) => said).map(({ id }) => id);
  for (const q of ["marmalade", "m_tot", "-honey"]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listFeedback(scope, { q }, { limit: 100, cursor });
      found.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(found, q).toEqual(expected);
  }
  const titled = await listFeedback(scope, { q: "mail" }, { limit: 10 });
  expect(titled.rows.map(({ id }) => id)).toEqual(all.slice(0, 10).map(({ id }) => id));
  const viewer = await aPerson([tenant], "viewer");
  const shown = await listFeedback(viewer, { q: "mail" }, { limit: 10 });
  expect(shown.rows.map(({ id }) => id)).toEqual(all.slice(0, 10).map(({ id }) => id));
  expect((await listFeedback(viewer, { q: "m_tot" }, { limit: 10 })).rows).toEqual([]);
  expect((await listFeedback(scope, { q: "marmalade", severity: "high" }, { limit: 10 })).rows).toEqual([]);
  const stranger = proveScope({ kind: "system", name: "tests" } as const, [(await aTenant()).id]);
  expect((await listFeedback(stranger, { q: "marmalade" }, { limit: 10 })).rows).toEqual([]);
}, 120_000);

test("issues are found by words and parts of errors that nearly all reports have, and no more of them is read", async () => {
  const { issues, add, find } = await manyIssues(8);
  await add(2_000, "Send the weekly report", "property quarter_total is unknown");
  for (let more = 0; more < 8; more += 1) {
    await add(2_000, "Send the weekly report", "property quarter_total is unknown");
    for (const q of ["weekly", "arter_to"]) {
      const { found, rows } = await find(q);
      expect(found).toEqual(issues.toSorted());
      expect(rows, `${q}, ${more}`).toBeLessThan(READ_MAX);
    }
  }
  for (const q of [
    "weekly report",
    '"the weekly report"',
    "weekly OR nothing",
    "ty",
    "week monthly -nothing OR weekly",
  ])
    expect((await find(q)).found, q).toEqual(issues.toSorted());
  for (const q of ["nowhere", "weekly nowhere", "weekly -report", "zq", "...", ""])
    expect((await find(q)).found, q).toEqual(q === "" ? issues.toSorted() : []);
}, 120_000);

test("a frequent word whose reports are gone from an issue is found there no longer, and no other tenant's ever", async () => {
  const { tenant, issues, add, find } = await manyIssues(3);
  const [first = "", ...others] = issues;
  await add(3_300, "Send the monthly report", "the first of its kind");
  const stranger = proveScope({ kind: "system", name: "tests" } as const, [(await aTenant()).id]);
  expect(await read(stranger, (tx) => findIssues(tx, stranger, "monthly", [tenant.id]))).toBe("{}");
  expect(await read(stranger, (tx) => tx.feedbackCount.count())).toBe(0);
  await ingest(system, (tx) =>
    tx.feedbackSubmission.deleteMany({ where: { tenantId: tenant.id, issueId: first } }),
  );
  while ((await readAnew()) > 0);
  expect((await find("monthly")).found).toEqual(others.toSorted());
}, 120_000);
