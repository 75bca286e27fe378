import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, ingest, read, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RATIONALE_MAX } from "@/lib/core/limits";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { groupAnew, judgeRationale } from "../commands";
import { MEANING_EDITION } from "../meaning/types";
import { runOnce as group } from "../runs/worker";
import { errands, say, tellAll, WORDS } from "../testing/rationales";
import { tellAnew, tellTemplates } from "./commands";
import type { SaidCall } from "./types";
import { runOnce } from "./worker";

const system = systemScope("tests");

afterAll(closeDatabase);

const aPlace = async () => {
  const tenant = await aTenant();
  return { tenant, gateway: await aGateway([tenant]) };
};

const templatesOf = ({ id }: TestTenant) =>
  read(system, (tx) => tx.rationaleTemplate.findMany({ where: { tenantId: id }, orderBy: { text: "asc" } }));

const daysOf = ({ id }: TestTenant) =>
  read(system, (tx) => tx.rationaleDay.findMany({ where: { tenantId: id }, orderBy: { day: "asc" } }));

test("calls that differ in ids and numbers only are one template, counted by day, agent and outcome", async () => {
  const { tenant, gateway } = await aPlace();
  const calls = Array.from({ length: 40 }, (_, at) => ({
    rationale: `Refund pi_${at}x of order ${at}, charged twice on 2026-11-${10 + (at % 10)}.`,
    ...{
      sessionId: `s${at % 3}`,
      agent: at % 2 ? "claude" : "codex",
      outcome: at < 4 ? ("timeout" as const) : ("ok" as const),
    },
  }));
  await say(gateway, tenant, calls);
  await tellAll(tenant);
  const [template, ...others] = await templatesOf(tenant);
  expect(others).toEqual([]);
  expect(template).toMatchObject({ calls: 40, verdict: "meaningful", lane: "people", tool: "create_refund" });
  expect(template?.sessions).toHaveLength(3);
  const days = await daysOf(tenant);
  expect(days.map(({ agent, calls, failed }) => [agent, calls, failed]).toSorted()).toEqual([
    ["claude", 20, 2],
    ["codex", 20, 2],
  ]);
  expect(template?.text).toBe("Refund <id> of order <n>, charged twice on <date>.");
});

test("a second pass counts nothing twice, and counts what is new", async () => {
  const { tenant, gateway } = await aPlace();
  await say(gateway, tenant, errands(24));
  await tellAll(tenant);
  await tellAll(tenant);
  await say(gateway, tenant, errands(12));
  await Promise.all([tellAll(tenant), tellAll(tenant)]);
  await tellAll(tenant);
  const templates = await templatesOf(tenant);
  expect(templates).toHaveLength(12);
  expect(templates.reduce((sum, { calls }) => sum + calls, 0)).toBe(36);
});

test("what earlier rules judged is judged again when it is said again, but not what people judged or placed", async () => {
  const { tenant, gateway } = await aPlace();
  const said = [
    "Gathering the required information",
    "Moving on to the next step",
    "Proceeding as planned",
  ].map((rationale) => ({
    rationale,
  }));
  await say(gateway, tenant, said);
  await tellAll(tenant);
  const [gathering, , proceeding] = await templatesOf(tenant);
  await ingest(system, (tx) =>
    tx.rationaleTemplate.updateMany({
      where: { tenantId: tenant.id },
      data: { verdict: "meaningful", judgedEdition: MEANING_EDITION - 1 },
    }),
  );
  const person = await aPerson([tenant], "triager");
  await judgeRationale(person, { tenantId: tenant.id, templateId: gathering?.id ?? "", meaningful: true });
  const [intentId, medoidId] = [newId(), proceeding?.id ?? ""];
  const made = { name: "plans", keywords: [], middle: new Uint8Array(), model: "none" };
  await ingest(system, async (tx) => {
    await tx.intent.create({ data: { tenantId: tenant.id, id: intentId, medoidId, ...made } });
    await tx.rationaleTemplate.updateMany({
      where: { tenantId: tenant.id, id: medoidId },
      data: { intentId, placedBy: person.actor.id, placedAt: new Date() },
    });
  });
  await say(gateway, tenant, said);
  await tellAll(tenant);
  const now = await templatesOf(tenant);
  expect(now[2]).toMatchObject({ intentId, placedBy: person.actor.id });
  expect(now.map(({ calls, verdict, judgedEdition }) => [calls, verdict, judgedEdition])).toEqual([
    [2, "meaningful", MEANING_EDITION],
    [2, "boilerplate", MEANING_EDITION],
    [2, "meaningful", MEANING_EDITION],
  ]);
});

test("no words keep the others of a tenant from being told", async () => {
  const { tenant, gateway } = await aPlace();
  // Characters that NFKC expands to eighteen, three bytes each, then words up to the limit.
  const letters = Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0xac00 + at)).join("");
  const words = letters.replace(/../gu, "$& ");
  await say(gateway, tenant, [{ rationale: "ﷺ".repeat(500) }, { rationale: letters }, { rationale: words }]);
  await say(gateway, tenant, errands(1));
  await tellAll(tenant);
  const templates = await templatesOf(tenant);
  expect(templates).toHaveLength(4);
  expect(Math.max(...templates.map(({ text }) => text.length))).toBeLessThanOrEqual(RATIONALE_MAX);
});

test("others have their turn while unfriendly words are told", async () => {
  const words = [..."abcdefghijklmnopqrst"].map((letter) => letter.repeat(4));
  const unfriendly = Array.from(
    { length: 200 },
    (_, at): SaidCall => ({
      ...{ id: newId(), provider: "github", tool: "get_issue", gatewayId: newId(), sessionId: "s" },
      ...{
        agent: null,
        model: null,
        outcome: "ok",
        held: false,
        occurredAt: new Date(),
        argumentsText: null,
      },
      rationale: `${words[at % 20]}${words[Math.floor(at / 20)]} ${"“a1-".repeat(120)}`,
    }),
  );
  let turns = 0;
  let other = setImmediate(function turn() {
    turns += 1;
    other = setImmediate(turn);
  });
  // A database that answers at once, so that no other work runs meanwhile.
  const at: number[] = [];
  const answer = (rows: unknown) => () => {
    at.push(turns);
    return Promise.resolve(rows);
  };
  const tx = { $queryRaw: answer([]), $executeRaw: answer(0) } as unknown as Tx;
  await tellTemplates(tx, newId(), unfriendly);
  clearImmediate(other);
  // Templates are parsed, looked up, tokenized, looked up, and judged.
  const [made = 0, read = 0, judged = 0] = at;
  expect([made, read - made, judged - read].map((each) => Math.min(each, 9))).toEqual([9, 9, 9]);
});

test("calls without a rationale are passed over, one of another tenant is never counted", async () => {
  const { tenant, gateway } = await aPlace();
  const other = await aPlace();
  await say(other.gateway, other.tenant, errands(4));
  await say(gateway, tenant, [{ rationale: "short" }, ...errands(1)]);
  await tellAll(tenant);
  expect((await templatesOf(tenant)).map(({ calls }) => calls)).toEqual([1]);
  expect(await templatesOf(other.tenant)).toEqual([]);
});

test("what looks like a credential is not in a template", async () => {
  const { tenant, gateway } = await aPlace();
  await say(gateway, tenant, [
    { rationale: "The user asks why password=hunter2secret is refused by the mail server" },
  ]);
  await tellAll(tenant);
  expect(JSON.stringify(await templatesOf(tenant))).not.toContain("hunter2");
});

describe("what runs by itself has a lane of its own", () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 1) + minutes * 60_000).toISOString();

  test("where it comes as regularly as a clock, whatever it says", async () => {
    const { tenant, gateway } = await aPlace();
    await say(
      gateway,
      tenant,
      Array.from({ length: 30 }, (_, run) => ({
        rationale: `Copy new contacts from the shop to the mailing list, run ${run}.`,
        occurredAt: at(run * 60 + (run % 2) / 10),
      })),
    );
    await tellAll(tenant);
    expect(await templatesOf(tenant)).toMatchObject([{ lane: "recurring", calls: 30 }]);
  });

  test("where it says so again and again, and not where people come as they like", async () => {
    const { tenant, gateway } = await aPlace();
    const whenever = (index: number) => at(index * index * 37 + index * 5);
    await say(
      gateway,
      tenant,
      Array.from({ length: 20 }, (_, index) => [
        { rationale: `Nightly sync of the CRM contacts, ${at(index)}`, occurredAt: whenever(index) },
        { rationale: `Find the commit that broke the nightly build ${index}`, occurredAt: whenever(index) },
      ]).flat(),
    );
    await tellAll(tenant);
    expect((await templatesOf(tenant)).map(({ lane }) => lane)).toEqual(["people", "recurring"]);
  });
});

describe("a person's verdict", () => {
  test("holds for every template of these words, for those that come, and against the rules", async () => {
    const { tenant, gateway } = await aPlace();
    const person = await aPerson([tenant], "triager");
    const said = "Gathering the required information";
    await say(gateway, tenant, [
      { rationale: said, tool: "a_tool" },
      { rationale: said, tool: "b_tool" },
    ]);
    await tellAll(tenant);
    const [first] = await templatesOf(tenant);
    expect(first?.verdict).toBe("boilerplate");
    const judged = { tenantId: tenant.id, templateId: first?.id ?? "", meaningful: true };
    expect(await judgeRationale(person, judged)).toMatchObject({ templates: 2 });
    await say(gateway, tenant, [
      { rationale: "The information required: gathering", tool: "c_tool" },
      { rationale: said, tool: "a_tool" },
    ]);
    await tellAll(tenant);
    expect(
      (await templatesOf(tenant)).map(({ tool, verdict, calls }) => [tool, verdict, calls]).toSorted(),
    ).toEqual([
      ["a_tool", "meaningful", 2],
      ["b_tool", "meaningful", 1],
      ["c_tool", "meaningful", 1],
    ]);
    await judgeRationale(person, { ...judged, meaningful: false });
    await say(gateway, tenant, [{ rationale: said, tool: "a_tool" }]);
    await tellAll(tenant);
    expect(new Set((await templatesOf(tenant)).map(({ verdict }) => verdict))).toEqual(
      new Set(["boilerplate"]),
    );
  });

  test("is a row of the trail, and another tenant's rules stay as they are", async () => {
    const [one, other] = [await aPlace(), await aPlace()];
    for (const { gateway, tenant } of [one, other]) {
      await say(gateway, tenant, [{ rationale: "Gathering the required information" }]);
      await tellAll(tenant);
    }
    const [template] = await templatesOf(one.tenant);
    const person = await aPerson([one.tenant], "admin");
    await judgeRationale(person, {
      tenantId: one.tenant.id,
      templateId: template?.id ?? "",
      meaningful: true,
    });
    expect((await templatesOf(other.tenant))[0]?.verdict).toBe("boilerplate");
    const [row] = await read(system, (tx) => tx.activity.findMany({ where: { tenantId: one.tenant.id } }));
    expect(row).toMatchObject({ action: "rationale.judged" });
  });
});

test("while a model makes no vectors, calls are told and their intents counted all the same", async () => {
  const { tenant, gateway } = await aPlace();
  await say(gateway, tenant, errands(120));
  await tellAll(tenant);
  await groupAnew(await aPerson([tenant], "triager"), { tenantId: tenant.id });
  await group(WORDS, undefined, tenant.id);
  await say(gateway, tenant, [...errands(40), { rationale: "Refund what the courier lost on the way" }]);
  const broken = { ...WORDS, name: "broken", embed: () => Promise.reject(new Error("planted")) };
  await expect(runOnce(broken, undefined, { lagMs: -5_000, only: tenant.id })).rejects.toThrow(
    "rationales of some tenants were not matched",
  );
  const intents = await read(system, (tx) => tx.intent.findMany({ where: { tenantId: tenant.id } }));
  expect(intents.reduce((sum, { calls }) => sum + calls, 0)).toBe(160);
  expect((await templatesOf(tenant)).reduce((sum, { calls }) => sum + calls, 0)).toBe(161);
});

test("told anew, calls are what they were, and so is what a person said", async () => {
  const { tenant, gateway } = await aPlace();
  await say(gateway, tenant, [...errands(12), { rationale: "Gathering the required information" }]);
  await tellAll(tenant);
  const person = await aPerson([tenant], "triager");
  const empty = (await templatesOf(tenant)).find(({ verdict }) => verdict !== "meaningful");
  await judgeRationale(person, { tenantId: tenant.id, templateId: empty?.id ?? "", meaningful: true });
  const seen = async () =>
    (await templatesOf(tenant)).map(({ id, calls, verdict }) => ({ id, calls, verdict }));
  const before = await seen();
  await ingest(system, (tx) => tellAnew(tx, [tenant.id]));
  expect(await seen()).toEqual([]);
  await tellAll(tenant);
  expect(await seen()).toEqual(before);
});
