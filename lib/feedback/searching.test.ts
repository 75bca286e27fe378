import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aGateway, aTenant } from "@/lib/testing/factories";

// What a search costs depends on how many reports there are, so these tests have a database of their own.

const system = systemScope("tests");
const MOST = 100;
let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});
afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

async function aScenario() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const issue = newId();
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into feedback_issues (id, tenant_id, number, title, fingerprint, state, updated_at)
      values (${issue}::uuid, ${tenant.id}::uuid, 1, 'Mail', 'f', 'new', now())`,
  );
  const add = async (from: number, to: number) => {
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        insert into feedback_submissions (id, tenant_id, gateway_id, issue_id, attempted_action, expected_outcome, actual_outcome, severity)
        select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${tenant.id}::uuid, ${gateway.id}::uuid, ${issue}::uuid,
               'Send the weekly report ' || n, 'it works', 'it failed with an error', 'low'
        from generate_series(${from}::int, ${to}::int) n`,
    );
    await own.asOwner(["analyze feedback_submissions"]);
  };
  const scope = proveScope({ kind: "system", name: "tests" } as const, [tenant.id]);
  // The reports found, and how many rows of the table were read for it.
  const find = (words: string) =>
    read(scope, async (tx) => {
      // What the session read shortly before still counts, so the difference is taken.
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
  // Twelve times the reports: twelve times the rows if all of them are read.
  expect(rows).toBeLessThan(2 * few);
  const numbers = found.map(({ id }) => Number.parseInt(id.slice(-12), 16));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: MOST }, (_, n) => 18_000 - MOST + 1 + n),
  );
  expect((await find("7777")).found).toHaveLength(1);
  expect((await find("nowhere")).found).toEqual([]);
}, 120_000);
