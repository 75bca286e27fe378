import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { listRequests } from "./queries";
import { SEARCHED_MAX } from "./types";

const system = systemScope("tests");

test("a text is looked for in the newest requests only, page by page; other filters see all", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant]);
  const older = 60;
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into gateway_requests (id, at, tenant_id, gateway_id, key_id, method, path, status, duration_ms, request_id, body)
      select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, clock_timestamp(), ${tenant.id}::uuid,
             ${gateway.id}::uuid, gen_random_uuid(), 'POST', '/api/v1/audit', case when n = 1 then 500 else 200 end, 1,
             gen_random_uuid(), case when n <= ${older}::int or n > ${SEARCHED_MAX}::int then 'a needle' else 'hay' end
      from generate_series(1, ${SEARCHED_MAX + older}::int) n`,
  );
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listRequests(person, gateway.id, { q: "NEEDLE", cursor });
    found.push(...page.rows.map((row) => row.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(found).toHaveLength(older);
  expect(found).toEqual(found.toSorted().reverse());
  expect((await listRequests(person, gateway.id, { q: "nowhere" })).rows).toEqual([]);
  expect((await listRequests(person, gateway.id, { status: "failed" })).rows).toHaveLength(1);
});
