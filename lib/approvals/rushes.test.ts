import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aCall, aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { createApproval } from "./gate/testing/held";
import { listRushes } from "./rushes";

const system = systemScope("tests");

let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});

afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

async function anAdministrator(tenants: readonly TestTenant[]): Promise<UserScope> {
  const { actor } = await aPerson(tenants, "admin");
  const ids = tenants.map(({ id }) => id);
  return proveScope(actor, ids, { unlimited: true });
}

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const key = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId } = await createApproval(gateway.scope, aCall(tenant), key);
  return { tenant, approvalId, person: await aPerson([tenant]), admin: await anAdministrator([tenant]) };
}

type Setting = Awaited<ReturnType<typeof aSetting>>;

type Given = { at: number; verdict?: string; seen?: object | null };

let revisions = 0;

const BEGAN = Date.now() - DAY_MS;

/** Stores votes at these milliseconds after the start, each on a separate revision. */
async function gave(
  { tenant, approvalId }: Setting,
  person: UserScope,
  votes: readonly Given[],
  from = BEGAN,
) {
  const { id: userId, name: userName } = person.actor;
  const data = votes.map(({ at, verdict = "approve", seen = null }) => ({
    ...{
      id: newId(),
      tenantId: tenant.id,
      approvalId,
      revision: ++revisions,
      userId,
      userName,
      verdict,
    },
    ...(seen ? { seen } : {}),
    createdAt: new Date(from + at),
  }));
  await ingest(system, (tx) => tx.vote.createMany({ data }));
}

const each = (count: number, step: number, over: Partial<Given> = {}): Given[] =>
  Array.from({ length: count }, (_, index) => ({ at: index * step, ...over }));

const table = (at: number, count: number, visible_ms: number | null = at + 4_000): Given[] =>
  Array.from({ length: count }, (_, index) => ({
    at: at + index * 40,
    seen: { way: "table", visible_ms, still_ms: 900 },
  }));

async function rushOf({ actor }: UserScope, admin: UserScope) {
  return (await listRushes(admin)).get(actor.id) ?? null;
}

describe("a minute in which somebody approved faster than anybody can read", () => {
  test("is forty approvals within sixty seconds, told where it began", async () => {
    const setting = await aSetting();
    // The last of them exactly sixty seconds after the first.
    await gave(setting, setting.person, [...each(39, 1_500), { at: 60_000 }]);
    expect(await rushOf(setting.person, setting.admin)).toEqual({
      ...{ presses: 40, calls: 40, since: new Date(BEGAN), until: new Date(BEGAN + 70_000) },
    });
  });

  test.each([
    ["thirty-nine", each(39, 100)],
    ["forty in a moment more", [...each(39, 1_500), { at: 60_001 }]],
    ["forty verdicts of which one is a no", [...each(39, 100), { at: 3_900, verdict: "reject" }]],
  ])("is not %s", async (_, votes) => {
    const setting = await aSetting();
    await gave(setting, setting.person, votes);
    expect(await rushOf(setting.person, setting.admin)).toBeNull();
  });

  test("is the one with most presses, wherever it lies in the last thirty days, and none from before", async () => {
    const setting = await aSetting();
    await gave(setting, setting.person, each(40, 100));
    await gave(setting, setting.person, each(43, 101), BEGAN - 28 * DAY_MS);
    await gave(setting, setting.person, each(60, 102), BEGAN - 30 * DAY_MS);
    const since = new Date(BEGAN - 28 * DAY_MS);
    expect(await rushOf(setting.person, setting.admin)).toMatchObject({ presses: 43, calls: 43, since });
  });

  test("counts the calls of one table as one press", async () => {
    const setting = await aSetting();
    await gave(setting, setting.person, [...each(38, 100), ...table(5_000, 20)]);
    expect(await rushOf(setting.person, setting.admin)).toBeNull();
    await gave(setting, setting.person, table(9_000, 20));
    expect(await rushOf(setting.person, setting.admin)).toMatchObject({ presses: 40, calls: 78 });
  });

  test("counts tables that were looked at for other times as presses of their own", async () => {
    const setting = await aSetting();
    const apart = each(20, 2_900).flatMap(({ at }) => table(at, 2, at + 7));
    await gave(setting, setting.person, apart);
    expect(await rushOf(setting.person, setting.admin)).toBeNull();
    const others = each(20, 2_900).flatMap(({ at }) => table(at + 1_450, 2, at + 8));
    await gave(setting, setting.person, others);
    expect(await rushOf(setting.person, setting.admin)).toMatchObject({ presses: 40, calls: 80 });
  });

  test("tells tables apart that say nothing of their time by the ten seconds between them", async () => {
    const votes = (second: number) => [...each(38, 100), ...table(5_000, 2, null), ...table(second, 2, null)];
    const [near, far] = [await aSetting(), await aSetting()];
    // The first table ends at 5,040.
    await gave(near, near.person, votes(15_040));
    await gave(far, far.person, votes(15_041));
    expect(await rushOf(near.person, near.admin)).toBeNull();
    expect(await rushOf(far.person, far.admin)).toMatchObject({ presses: 40, calls: 42 });
  });

  test("adds up over the tenants of the scope, and knows nothing of others", async () => {
    const [one, two] = [await aSetting(), await aSetting()];
    await gave(one, one.person, each(20, 100));
    await gave(
      two,
      one.person,
      each(20, 100, { at: 50 }).map((vote, index) => ({ ...vote, at: index * 100 + 50 })),
    );
    expect(await rushOf(one.person, one.admin)).toBeNull();
    expect(await rushOf(one.person, await anAdministrator([one.tenant, two.tenant]))).toMatchObject({
      presses: 40,
    });
  });

  test("is of one person: those of several do not add up", async () => {
    const setting = await aSetting();
    const other = await aPerson([setting.tenant]);
    await gave(setting, setting.person, each(39, 100));
    await gave(setting, other, each(39, 100));
    expect(await rushOf(setting.person, setting.admin)).toBeNull();
    expect(await rushOf(other, setting.admin)).toBeNull();
  });

  test("is told to administrators of all tenants alone, and stops nobody: a vote more is taken", async () => {
    const setting = await aSetting();
    await gave(setting, setting.person, each(40, 100));
    for (const role of ["viewer", "approver", "triager"] as const) {
      const { actor } = await aPerson([setting.tenant], role);
      const scope = proveScope(actor, [setting.tenant.id], { unlimited: true });
      await expect(listRushes(scope)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    const limited = await aPerson([setting.tenant], "admin");
    await expect(listRushes(limited)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await gave(setting, setting.person, [{ at: 4_100 }]);
    const where = { tenantId: setting.tenant.id };
    expect(await read(system, (tx) => tx.vote.count({ where }))).toBe(41);
  });
});
