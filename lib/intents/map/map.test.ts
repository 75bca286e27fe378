import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { splitIntent } from "../acts/part";
import { undoIntentAct } from "../acts/undo";
import { mapIntents } from "../browser/queries";
import { groupAnew } from "../commands";
import { runOnce } from "../runs/worker";
import { errands, say, tellAll, WORDS } from "../testing/rationales";
import { outlookOf } from "./rules";
import { MAPPED_MAX } from "./types";

const system = systemScope("tests");

afterAll(closeDatabase);

async function aGroupedPlace() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  await say(gateway, tenant, errands(240));
  await tellAll(tenant);
  const person = await aPerson([tenant], "triager");
  const again = async () => {
    await groupAnew(person, { tenantId: tenant.id });
    await runOnce(WORDS, undefined, tenant.id);
  };
  await again();
  return { tenant, person, again };
}

const intentsOf = (tenantId: string) =>
  read(system, (tx) => tx.intent.findMany({ where: { tenantId }, orderBy: { id: "asc" } }));

describe("the map of intents", () => {
  test("a grouping puts each intent on the map; the filters say which are found", async () => {
    const { tenant, person } = await aGroupedPlace();
    const { intents, others } = await mapIntents(person, {}, tenant.id);
    expect(intents).toHaveLength(4);
    expect(others).toBe(0);
    for (const { x, y } of intents) for (const at of [x, y]) expect(at > 0 && at < 1).toBe(true);
    expect(intents.every(({ found }) => found)).toBe(true);
    expect(intents.map(({ calls }) => calls)).toEqual(
      intents.map(({ calls }) => calls).toSorted((a, b) => b - a),
    );
    const some = await mapIntents(person, { q: "duplicate" }, tenant.id);
    expect(some.intents).toHaveLength(4);
    expect(some.intents.filter(({ found }) => found).map(({ name }) => name)).toEqual([
      expect.stringMatching(/duplicate/iu),
    ]);
    // Parts have no places of their own; families have that of the largest.
    expect((await mapIntents(person, { level: "finest" }, tenant.id)).intents).toHaveLength(4);
    expect((await mapIntents(person, { level: "coarsest" }, tenant.id)).intents.length).toBeLessThanOrEqual(
      4,
    );
  });

  test("it is of one tenant, and of nobody else's", async () => {
    const { tenant } = await aGroupedPlace();
    const stranger = await aPerson([await aTenant()], "admin");
    expect(await mapIntents(stranger, {}, tenant.id)).toEqual({ intents: [], others: 0 });
  });

  test("intents stay about where they were, ignored ones leave, a part is next to what it was split from", async () => {
    const { tenant, person, again } = await aGroupedPlace();
    const before = await intentsOf(tenant.id);
    await again();
    const after = await intentsOf(tenant.id);
    for (const [at, { id, mapX, mapY }] of before.entries()) {
      expect(after[at]?.id).toBe(id);
      expect(
        Math.hypot((after[at]?.mapX ?? 9) - (mapX ?? 0), (after[at]?.mapY ?? 9) - (mapY ?? 0)),
      ).toBeLessThan(0.01);
    }
    const [first, second] = after;
    if (!first || !second) throw new Error("no intents");
    await ingest(system, (tx) =>
      tx.intent.updateMany({
        where: { tenantId: tenant.id, id: second.id },
        data: { ignoredAt: new Date() },
      }),
    );
    const shown = await mapIntents(person, {}, tenant.id);
    expect(shown.intents.map(({ id }) => id)).not.toContain(second.id);
    expect(
      (await mapIntents(person, { only: "ignored" }, tenant.id)).intents.filter(({ found }) => found),
    ).toMatchObject([{ id: second.id }]);
    const [template] = await read(system, (tx) =>
      tx.rationaleTemplate.findMany({ where: { tenantId: tenant.id, intentId: first.id }, take: 1 }),
    );
    const split = await splitIntent(person, {
      ...{ tenantId: tenant.id, id: first.id, revision: first.revision },
      templateIds: [template?.id ?? ""],
    });
    const { intents } = await mapIntents(person, {}, tenant.id);
    const part = intents.find(({ id }) => id === split.id);
    const whole = intents.find(({ id }) => id === first.id);
    expect(Math.abs((part?.x ?? 9) - (whole?.x ?? 0))).toBeCloseTo(0.04);
    await undoIntentAct(person, { tenantId: tenant.id, actId: split.actId });
    expect((await mapIntents(person, {}, tenant.id)).intents.map(({ id }) => id)).not.toContain(split.id);
  });

  test("intents without a place are counted, for the list alone has them", async () => {
    const { tenant, person } = await aGroupedPlace();
    const [first] = await intentsOf(tenant.id);
    await ingest(system, (tx) =>
      tx.intent.updateMany({
        where: { tenantId: tenant.id, id: first?.id ?? "" },
        data: { mapX: null, mapY: null },
      }),
    );
    expect(await mapIntents(person, {}, tenant.id)).toMatchObject({ others: 1, intents: { length: 3 } });
    expect(MAPPED_MAX).toBeGreaterThan(100);
  });

  test.each([
    [{ calls: 100, failed: 20, held: 80 }, "failing"],
    [{ calls: 100, failed: 19, held: 50 }, "held"],
    [{ calls: 100, failed: 5, held: 49 }, "watch"],
    [{ calls: 100, failed: 4, held: 49 }, "fine"],
    [{ calls: 0, failed: 0, held: 0 }, "fine"],
  ])("of %o is said: %s", (figures, outlook) => {
    expect(outlookOf(figures)).toBe(outlook);
  });
});
