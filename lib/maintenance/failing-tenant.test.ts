import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordCalls } from "@/lib/calls/commands";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { modelOf } from "@/lib/intents/stored-vectors";
import { runOnce as tell } from "@/lib/intents/templates/worker";
import { runOnce as walk } from "@/lib/signals/attempts/worker";
import { runOnce as judge } from "@/lib/signals/findings/purposes/worker";
import { runOnce as suggest } from "@/lib/signals/suggestions/worker";
import { aGateway, aTenant, type TestTenant } from "@/lib/testing/factories";
import { runOnce as retain } from "./retention/worker";

// Workers process every tenant, so this file needs its own database.
let own: Awaited<ReturnType<typeof useOwnDatabase>>;
let tenants: TestTenant[];
const system = systemScope("tests");
const TENANTS = 24;

beforeAll(async () => {
  own = await useOwnDatabase();
  await own.asOwner([
    `create function fail() returns trigger language plpgsql as $$ begin raise 'planted'; end $$`,
  ]);
  tenants = [];
  for (let at = 0; at < TENANTS; at += 1) tenants.push(await aTenant());
});
afterAll(async () => {
  await closeDatabase();
  await own.drop();
});
beforeEach(async () => {
  const gateway = await aGateway(tenants);
  await recordCalls(
    gateway.scope,
    tenants.map(({ key }, index) => ({
      ...{ index, key: null, bodySha256: "" },
      input: {
        ...{ tenant: key, provider: "web", tool: "fetch", outcome: "ok", rationale: "The tests need this." },
        occurredAt: new Date().toISOString(),
      },
    })),
  );
});

const walkAll = () => walk(undefined, { lagMs: -5_000 });

const tellAll = () => tell(modelOf(null), undefined, { lagMs: -5_000 });

const keep = () =>
  ingest(system, (tx) =>
    tx.tenantRetention.createMany({ data: tenants.map(({ id }) => ({ tenantId: id, callsDays: 30 })) }),
  );

// The last write of each worker for a tenant, and how the tenant gets work for all of them.
test.each([
  ["the walk of attempts", "attempt_cursors", async () => undefined, walkAll],
  ["the telling of rationales", "rationale_cursors", async () => undefined, tellAll],
  ["the judging of purposes", "tool_purpose_passes", walkAll, () => judge()],
  ["the making of suggestions", "tool_suggestion_passes", async () => undefined, () => suggest()],
  ["retention", "retention_runs", keep, () => retain()],
])(
  "where %s fails for one tenant, all others have theirs in the same pass",
  async (_, table, before, pass) => {
    await before();
    const broken = tenants[0]?.id;
    await own.asOwner([
      `create trigger fails before insert or update on ${table} for each row
      when (new.tenant_id = '${broken}') execute function fail()`,
    ]);
    await expect(pass()).rejects.toMatchObject({ errors: [expect.anything()] });
    await own.asOwner([`drop trigger fails on ${table}`]);
    const rows = await read(system, (tx) =>
      tx.$queryRawUnsafe<{ id: string }[]>(`select distinct tenant_id as id from ${table}`),
    );
    const others = tenants.slice(1).map(({ id }) => id);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
  },
);
