import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aProcess } from "@/lib/delivery/testing/processes";
import { until } from "@/lib/delivery/testing/scene";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { groupAnew, judgeRationale, linkTemplates, takeBackJudgement, takeBackLink } from "../commands";
import { customers, errands, SLOWLY, say, tellAll, WORDS } from "../testing/rationales";
import { keepGroups } from "./keep";
import { askNightly, beat, takeRun } from "./lease";
import { heaviestPoints } from "./queries";
import { runOnce } from "./worker";

const system = systemScope("tests");

afterAll(closeDatabase);

async function aPlace(count = 240) {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  await say(gateway, tenant, errands(count));
  await tellAll(tenant);
  return { tenant, gateway, person: await aPerson([tenant], "triager") };
}

const group = async ({ tenant, person }: Pick<Awaited<ReturnType<typeof aPlace>>, "tenant" | "person">) => {
  await groupAnew(person, { tenantId: tenant.id });
  return runOnce(WORDS, undefined, tenant.id);
};

const templatesOf = ({ id }: TestTenant) =>
  read(system, (tx) =>
    tx.rationaleTemplate.findMany({ where: { tenantId: id }, orderBy: [{ tool: "asc" }, { text: "asc" }] }),
  );

const intentsOf = ({ id }: TestTenant) =>
  read(system, (tx) => tx.intent.findMany({ where: { tenantId: id }, orderBy: { id: "asc" } }));

const runsOf = ({ id }: TestTenant) =>
  read(system, (tx) => tx.intentRun.findMany({ where: { tenantId: id }, orderBy: { askedAt: "asc" } }));

// Scoped to this tenant, because other test files have their own.
const nightly = ({ id }: TestTenant) =>
  ingest(proveScope({ kind: "system", name: "tests" } as const, [id]), askNightly);

const idle = (tenant: TestTenant) =>
  ingest(
    system,
    (tx) =>
      tx.$executeRaw`update intent_runs set beat_at = beat_at - interval '2 minutes' where tenant_id = ${tenant.id}::uuid`,
  );

test("templates of one errand are one intent, named by what they share", async () => {
  const place = await aPlace();
  await group(place);
  const templates = await templatesOf(place.tenant);
  expect(templates).toHaveLength(12);
  const intents = await intentsOf(place.tenant);
  expect(intents).toHaveLength(4);
  for (const tool of new Set(templates.map((one) => one.tool)))
    expect(new Set(templates.filter((one) => one.tool === tool).map(({ intentId }) => intentId)).size).toBe(
      1,
    );
  expect(intents.map(({ name }) => name).join(" ")).toMatch(/duplicate/iu);
  expect(await runsOf(place.tenant)).toMatchObject([{ state: "done", grouped: 12, tries: 1 }]);
});

test("of few rationales nothing is grouped, and it is said how many there are", async () => {
  const { tenant, person } = await aPlace(37);
  await expect(groupAnew(person, { tenantId: tenant.id })).rejects.toMatchObject({
    code: "CONFLICT",
    message: "At least 100 rationales that say something are needed; there are 37. Nothing was grouped.",
  });
  await nightly(tenant);
  expect(await runsOf(tenant)).toEqual([]);
});

test("without anybody asking, a tenant is grouped once it has enough, and then by night only", async () => {
  const { tenant, gateway } = await aPlace();
  await nightly(tenant);
  await nightly(tenant);
  await runOnce(WORDS, undefined, tenant.id);
  await say(gateway, tenant, errands(4));
  await tellAll(tenant);
  await nightly(tenant);
  expect(await runsOf(tenant)).toMatchObject([{ state: "done", askedBy: null }]);
});

test("run ids, times and jobs that run by themselves make no new intents, and ids stay", async () => {
  const place = await aPlace();
  await group(place);
  const before = await intentsOf(place.tenant);
  await say(place.gateway, place.tenant, [
    ...errands(480).slice(240),
    ...errands(100).map(({ rationale, ...call }) => ({
      ...call,
      rationale: `${rationale}, run 2026-11-2${rationale.length % 9}T04:00Z`,
    })),
    ...Array.from({ length: 60 }, (_, at) => ({
      rationale: `Nightly export of orders, run #${at} at 2026-11-11T0${at % 10}:00:00Z`,
    })),
  ]);
  await tellAll(place.tenant);
  await group(place);
  expect((await intentsOf(place.tenant)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const recurring = (await templatesOf(place.tenant)).filter(({ lane }) => lane === "recurring");
  expect(recurring).toMatchObject([{ calls: 60, intentId: null }]);
});

test("a new template joins the nearest intent at once, one that is near none waits for the next run", async () => {
  const place = await aPlace();
  await group(place);
  await say(place.gateway, place.tenant, [
    { tool: "create_refund", rationale: "Refund the duplicate charge on the bill of order 77" },
    { tool: "maps_search", rationale: "Vegetarian restaurants near the hotel for dinner" },
  ]);
  await tellAll(place.tenant);
  const of = (tool: string, text: RegExp) => async () =>
    (await templatesOf(place.tenant)).find((one) => one.tool === tool && text.test(one.text))?.intentId;
  expect(await of("create_refund", /bill/u)()).toBe(await of("create_refund", /card/u)());
  expect(await of("maps_search", /./u)()).toBeNull();
});

test("what says nothing belongs to no intent, also where a person says so", async () => {
  const place = await aPlace();
  await say(
    place.gateway,
    place.tenant,
    Array.from({ length: 50 }, () => ({ rationale: "User requested this action" })),
  );
  await tellAll(place.tenant);
  await group(place);
  const [first] = (await templatesOf(place.tenant)).filter(({ intentId }) => intentId !== null);
  await judgeRationale(place.person, {
    tenantId: place.tenant.id,
    templateId: first?.id ?? "",
    meaningful: false,
  });
  await group(place);
  const without = (await templatesOf(place.tenant)).filter(({ intentId }) => intentId === null);
  expect(without.map(({ verdict }) => verdict).toSorted()).toEqual(["boilerplate", "boilerplate"]);
});

test("what people say of two rationales is obeyed by the next run, and apart at once", async () => {
  const place = await aPlace();
  await group(place);
  const [a, b] = (await templatesOf(place.tenant)).filter(({ tool }) => tool === "create_refund");
  const c = (await templatesOf(place.tenant)).find(({ tool }) => tool === "kubectl_logs");
  const tenantId = place.tenant.id;
  const link = (one: string | undefined, other: string | undefined, kind: "apart" | "together") =>
    linkTemplates(place.person, { tenantId, templateId: one ?? "", otherId: other ?? "", kind });
  await link(a?.id, b?.id, "apart");
  await link(b?.id, c?.id, "together");
  const intentOf = async (id: string | undefined) =>
    (await templatesOf(place.tenant)).find((one) => one.id === id)?.intentId;
  expect(await intentOf(a?.id)).toBeNull();
  await group(place);
  expect(await intentOf(b?.id)).toBe(await intentOf(c?.id));
  expect(await intentOf(a?.id)).not.toBe(await intentOf(b?.id));
  expect(await intentOf(b?.id)).not.toBeNull();
});

describe("what was said is taken back", () => {
  /** An intent with two wordings, and the state of its templates. */
  async function anIntent() {
    const place = await aPlace(120);
    await group(place);
    const tenantId = place.tenant.id;
    const stand = async () =>
      (await templatesOf(place.tenant)).map(({ id, verdict, judgedBy, intentId }) => [
        id,
        verdict,
        judgedBy,
        intentId,
      ]);
    const [one, other] = (await templatesOf(place.tenant)).filter(({ tool }) => tool === "create_refund");
    if (!one || !other) throw new Error("there are no two");
    expect(one.intentId).not.toBeNull();
    return { ...place, stand, asked: { tenantId, templateId: one.id }, otherId: other.id };
  }

  test("of a rationale: its verdict and its intent, and what was said before that", async () => {
    const { person, tenant, stand, asked } = await anIntent();
    const before = await stand();
    const { saidAt } = await judgeRationale(person, { ...asked, meaningful: false });
    expect(await stand()).not.toEqual(before);
    expect(await takeBackJudgement(person, { ...asked, saidAt })).toEqual({ meaningful: null });
    expect(await stand()).toEqual(before);
    const bank = () => read(system, (tx) => tx.rationaleBank.findMany({ where: { tenantId: tenant.id } }));
    expect(await bank()).toEqual([]);
    await judgeRationale(person, { ...asked, meaningful: true });
    const second = await judgeRationale(person, { ...asked, meaningful: false });
    await takeBackJudgement(person, { ...asked, saidAt: second.saidAt });
    expect(await bank()).toMatchObject([{ meaningful: true }]);
    expect(await stand()).toEqual(
      before.map(([id, verdict, judged, intent]) => [
        id,
        verdict,
        id === asked.templateId ? person.actor.id : judged,
        intent,
      ]),
    );
  });

  test("of two: the one stands in its intent again, and the next grouping does not tell them apart", async () => {
    const { person, tenant, stand, asked, otherId } = await anIntent();
    const before = await stand();
    const { saidAt } = await linkTemplates(person, { ...asked, otherId, kind: "apart" });
    expect(await stand()).not.toEqual(before);
    await takeBackLink(person, { ...asked, otherId, saidAt });
    expect(await stand()).toEqual(before);
    expect(await read(system, (tx) => tx.intentLink.count({ where: { tenantId: tenant.id } }))).toBe(0);
  });

  test("but not what somebody has said since", async () => {
    const { person, stand, asked, otherId } = await anIntent();
    const first = await judgeRationale(person, { ...asked, meaningful: false });
    await judgeRationale(person, { ...asked, meaningful: true });
    const link = await linkTemplates(person, { ...asked, otherId, kind: "apart" });
    await linkTemplates(person, { ...asked, otherId, kind: "together" });
    const now = await stand();
    const conflict = { code: "CONFLICT" };
    await expect(takeBackJudgement(person, { ...asked, saidAt: first.saidAt })).rejects.toMatchObject(
      conflict,
    );
    await expect(takeBackLink(person, { ...asked, otherId, saidAt: link.saidAt })).rejects.toMatchObject(
      conflict,
    );
    expect(await stand()).toEqual(now);
  });

  test("into the intents that are still there", async () => {
    const { person, tenant, asked } = await anIntent();
    const { saidAt } = await judgeRationale(person, { ...asked, meaningful: false });
    await ingest(system, (tx) => tx.intent.deleteMany({ where: { tenantId: tenant.id } }));
    await takeBackJudgement(person, { ...asked, saidAt });
    const template = (await templatesOf(tenant)).find(({ id }) => id === asked.templateId);
    expect(template).toMatchObject({ verdict: "meaningful", intentId: null });
  });
});

describe("of one tenant at a time", () => {
  test("one run is open, however many ask, and one process has it", async () => {
    const { tenant, person } = await aPlace();
    const asked = await Promise.allSettled(
      Array.from({ length: 4 }, () => groupAnew(person, { tenantId: tenant.id })),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const taken = await Promise.all(Array.from({ length: 4 }, () => takeRun(tenant.id)));
    expect(taken.filter((run) => run !== null)).toHaveLength(1);
  });

  test("a run whose process was killed is taken up, and what the killed one still finds is not kept", async () => {
    const place = await aPlace();
    await groupAnew(place.person, { tenantId: place.tenant.id });
    const killed = await takeRun(place.tenant.id);
    if (!killed) throw new Error("there was no run");
    const own = proveScope({ kind: "system", name: "tests" } as const, [place.tenant.id]);
    expect(await takeRun(place.tenant.id)).toBeNull();
    await idle(place.tenant);
    await runOnce(WORDS, undefined, place.tenant.id);
    expect(await runsOf(place.tenant)).toMatchObject([{ state: "done", tries: 2 }]);
    const before = await intentsOf(place.tenant);
    expect(before).toHaveLength(4);
    expect(await beat(own, killed)).toBe(false);
    const points = await heaviestPoints(own, place.tenant.id, WORDS.name);
    expect(await keepGroups(own, killed, WORDS, { groups: [points], word: "" })).toBe("lost");
    expect(await intentsOf(place.tenant)).toEqual(before);
  });

  test("a run that kills its process again and again is given up", async () => {
    const place = await aPlace();
    await groupAnew(place.person, { tenantId: place.tenant.id });
    for (let at = 0; at < 3; at += 1) {
      expect(await takeRun(place.tenant.id)).not.toBeNull();
      await idle(place.tenant);
    }
    expect(await takeRun(place.tenant.id)).toBeNull();
    expect(await runsOf(place.tenant)).toMatchObject([{ state: "failed" }]);
    await group(place);
    expect((await runsOf(place.tenant)).map(({ state }) => state)).toEqual(["failed", "done"]);
  });

  test("a worker that ends gives its run back", async () => {
    const place = await aPlace();
    await groupAnew(place.person, { tenantId: place.tenant.id });
    await runOnce(WORDS, AbortSignal.abort(), place.tenant.id);
    expect(await runsOf(place.tenant)).toMatchObject([{ state: "waiting", holder: null, tries: 0 }]);
    await runOnce(WORDS, undefined, place.tenant.id);
    expect(await runsOf(place.tenant)).toMatchObject([{ state: "done" }]);
  });

  test("a process that is killed in the midst leaves a run that another goes on with: no vector is made twice", async () => {
    const tenant = await aTenant();
    const place = { tenant, gateway: await aGateway([tenant]), person: await aPerson([tenant], "triager") };
    await say(place.gateway, tenant, customers(200));
    await tellAll(tenant);
    await groupAnew(place.person, { tenantId: tenant.id });
    const made = () =>
      read(system, (tx) => tx.rationaleVector.count({ where: { tenantId: tenant.id, model: SLOWLY.name } }));
    const child = aProcess("lib/intents/testing/grouping-process.ts", { TEST_TENANT: tenant.id });
    await until("some vectors", async () => (await made()) > 0);
    child.child.kill("SIGKILL");
    expect(await child.ended).toBe("SIGKILL");
    const left = await made();
    expect(left).toBeLessThan(200);
    expect(await runsOf(tenant)).toMatchObject([{ state: "running", phase: "vectors", total: 200 }]);
    await idle(tenant);
    let asked = 0;
    const counting = (texts: readonly string[]) => {
      asked += texts.length;
      return SLOWLY.embed(texts);
    };
    await runOnce({ ...SLOWLY, embed: counting }, undefined, tenant.id);
    expect(asked).toBe(200 - left);
    expect(await runsOf(tenant)).toMatchObject([{ state: "done", grouped: 200, tries: 2 }]);
    expect(await intentsOf(tenant)).not.toEqual([]);
  });

  test("where grouping fails, the pass does not, and the run is tried again", async () => {
    const place = await aPlace();
    await groupAnew(place.person, { tenantId: place.tenant.id });
    const broken = { ...WORDS, name: "broken", embed: () => Promise.reject(new Error("planted")) };
    expect(await runOnce(broken, undefined, place.tenant.id)).toBe(true);
    expect(await runsOf(place.tenant)).toMatchObject([{ state: "running", tries: 1 }]);
    expect(await intentsOf(place.tenant)).toEqual([]);
    await idle(place.tenant);
    await runOnce(WORDS, undefined, place.tenant.id);
    expect(await runsOf(place.tenant)).toMatchObject([{ state: "done", tries: 2 }]);
  });

  test("vectors are made once, and progress is kept in the run", async () => {
    const place = await aPlace();
    let asked = 0;
    const counting = {
      ...WORDS,
      name: "counting",
      embed: (texts: readonly string[]) => {
        asked += texts.length;
        return WORDS.embed(texts);
      },
    };
    await groupAnew(place.person, { tenantId: place.tenant.id });
    await runOnce(counting, undefined, place.tenant.id);
    await groupAnew(place.person, { tenantId: place.tenant.id });
    await runOnce(counting, undefined, place.tenant.id);
    expect(asked).toBe(12);
    expect((await runsOf(place.tenant))[0]).toMatchObject({ done: 0, total: 12, phase: null });
  });
});
