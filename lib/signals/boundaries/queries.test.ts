import { describe, expect, test } from "vitest";
import { recordCalls } from "@/lib/calls/commands";
import { submitCorrection } from "@/lib/calls/corrections";
import { countCalls, exportCalls, listCalls } from "@/lib/calls/queries";
import type { ToolCallInput } from "@/lib/calls/schema";
import type { CallFilter } from "@/lib/calls/types";
import { ingest, readList } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { onOneDay } from "@/lib/testing/one-day";
import { countStatements } from "@/lib/testing/statements";
import { runOnce } from "../attempts/worker";
import { readFacts } from "./facts";
import { getToolBoundaries, listToolStandings } from "./queries";

const system = systemScope("tests");

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

async function record(gateway: TestGateway, tenant: TestTenant, rows: readonly Partial<ToolCallInput>[]) {
  await recordCalls(
    gateway.scope,
    rows.map((over, index) => ({
      index,
      key: null,
      bodySha256: "",
      input: {
        tenant: tenant.key,
        provider: "web",
        tool: "fetch",
        outcome: "ok" as const,
        rationale: "The tests need this row.",
        occurredAt: ago(1),
        ...over,
      },
    })),
  );
}

const refers = (axes: string[], sessionId: string | undefined, over: Partial<ToolCallInput> = {}) => ({
  outcome: "wrong_tool_boundary" as const,
  sessionId,
  referral: { boundary_axes: axes, evidence: "It only fetches pages." },
  ...over,
});

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { id } = await aTool(gateway, { provider: "web", name: "fetch" });
  const tool = { id, gatewayId: gateway.id, provider: "web", name: "fetch" };
  return { tenant, gateway, tool, person: await aPerson([tenant], "viewer") };
}

const okays = (count: number) => Array.from({ length: count }, () => ({}));

test(
  "a tool that refers calls elsewhere on two axes in several sessions is warned of, with all that leads to it",
  onOneDay(async () => {
    const { tenant, gateway, tool, person } = await aSetting();
    await record(gateway, tenant, [
      ...okays(60),
      { outcome: "denied" },
      ...Array.from({ length: 9 }, (_, index) => refers(["HTTP", "Parsing"], `s${index}`)),
      refers(["Extraction "], "s9", {
        occurredAt: ago(0),
        agent: "cursor",
        referral: {
          boundary_axes: ["Extraction "],
          observed_task_shape: "fetch a page, then list its films",
          suggested_split: "fetch and parse",
          evidence: "It only fetches pages.",
        },
      }),
    ]);
    const found = await getToolBoundaries(person, tool);
    expect(found).toMatchObject({
      cohesion: "warning",
      events: 10,
      sessions: 10,
      more: false,
      split: { axes: ["extraction", "transport"], events: 9 },
      axes: [
        { axis: "extraction", events: 10, sessions: 10 },
        { axis: "transport", events: 9, sessions: 9 },
      ],
    });
    expect(found.rate.calls).toBe(70);
    expect(found.words.get("extraction")).toEqual(["Extraction ", "Parsing"]);
    expect(found.referrals).toHaveLength(5);
    expect(found.referrals[0]).toMatchObject({
      taskShape: "fetch a page, then list its films",
      suggestedSplit: "fetch and parse",
      agent: "cursor",
      confirmed: false,
    });
  }),
);

test("only the tool's own referrals count: not another gateway's, another provider's, or another tenant's", async () => {
  const { tenant, gateway, tool, person } = await aSetting();
  const [other, foreign] = [await aGateway([tenant]), await aTenant()];
  const elsewhere = await aGateway([foreign]);
  const both = refers(["transport", "extraction"], "s");
  await record(gateway, tenant, [
    ...okays(30),
    both,
    { ...both, provider: "pages" },
    { ...both, provider: undefined },
  ]);
  await record(other, tenant, [both, both]);
  await record(elsewhere, foreign, [both, both, both]);
  expect(await getToolBoundaries(person, tool)).toMatchObject({ events: 2, rate: { calls: 35 } });
});

describe("a name that two providers have", () => {
  const both = ["transport", "extraction"];
  const walked = async (tenant: TestTenant) => {
    while (await runOnce(undefined, { lagMs: -5_000, only: tenant.id })) {
      // until nothing is left
    }
  };

  test("has a rate of its own at each, whichever gateway serves them", async () => {
    const { tenant, gateway, tool, person } = await aSetting();
    const elsewhere = await aGateway([tenant]);
    const far = { provider: "crawl", name: "fetch" };
    const namesakes = [
      { ...far, gatewayId: elsewhere.id, id: (await aTool(elsewhere, far)).id },
      { ...far, gatewayId: gateway.id, id: (await aTool(gateway, far)).id },
    ];
    await record(gateway, tenant, [
      ...okays(40),
      ...Array.from({ length: 10 }, (_, index) => refers(both, `s${index}`)),
      { outcome: "low_utility", sessionId: "s1" },
    ]);
    await record(
      elsewhere,
      tenant,
      okays(300).map(() => ({ provider: "crawl" })),
    );
    await record(gateway, tenant, [
      ...okays(200).map(() => ({ provider: "crawl" })),
      { ...refers(["domain"], "c1"), provider: "crawl" },
    ]);
    await walked(tenant);
    const own = await getToolBoundaries(person, tool);
    expect(own).toMatchObject({ cohesion: "warning", events: 10, rate: { calls: 51 } });
    expect(own.rate.rate).toBeCloseTo(10 / 51, 5);
    expect(own.utility).toMatchObject({ own: 1, rate: { calls: 51 } });
    const rates = await Promise.all(namesakes.map((one) => getToolBoundaries(person, one)));
    expect(rates.map(({ rate, events }) => [events, rate.calls])).toEqual([
      [0, 300],
      [1, 201],
    ]);
    // Also works among many tools, without the other tools of that name.
    const standings = await listToolStandings(person, [tool], null);
    expect(standings.get(tool.id)).toMatchObject({ cohesion: "warning", rate: { calls: 51 } });
    expect((await listToolStandings(person, namesakes, null)).size).toBe(0);
  });

  test("of calls that name no provider counts those that its gateway can mean nothing else by", async () => {
    const { tenant, gateway, tool, person } = await aSetting();
    const elsewhere = await aGateway([tenant]);
    await aTool(elsewhere, { provider: "crawl", name: "fetch" });
    const nobodys = { ...refers(both, "s"), provider: undefined };
    await record(gateway, tenant, [...okays(30), nobodys]);
    await walked(tenant);
    expect(await getToolBoundaries(person, tool)).toMatchObject({ events: 1, rate: { calls: 31 } });
    await aTool(gateway, { provider: "crawl", name: "fetch" });
    await record(gateway, tenant, [nobodys]);
    await walked(tenant);
    // The earlier call was assigned to the tool at that time. The newer call is ambiguous.
    expect(await getToolBoundaries(person, tool)).toMatchObject({ events: 0, rate: { calls: 31 } });
  });

  test("is corrected by users where the calls of their session are of one provider", async () => {
    const { tenant, gateway, tool, person } = await aSetting();
    const { id } = await aTool(gateway, { provider: "crawl", name: "fetch" });
    const namesake = { ...tool, id, provider: "crawl" };
    await record(gateway, tenant, [
      ...[{ sessionId: "web" }, { sessionId: "mixed" }],
      ...["crawl", "mixed"].map((sessionId) => ({ sessionId, provider: "crawl" })),
    ]);
    const request = { tenantId: tenant.id, key: null, bodySha256: "" };
    for (const sessionId of ["web", "crawl", "mixed", "nowhere"])
      await submitCorrection(
        gateway.scope,
        { tenant: tenant.key, tool: "fetch", utterance: "that is a menu", sessionId },
        request,
      );
    for (const one of [tool, namesake])
      expect((await getToolBoundaries(person, one)).utility).toMatchObject({ corrections: 1, sessions: 1 });
  });
});

test("of tools whose counts stand out nowhere no call is read, however many there are", async () => {
  const { tenant, gateway, tool, person } = await aSetting();
  await record(gateway, tenant, [...okays(300), refers(["transport"], "a"), { outcome: "low_utility" }]);
  const { texts, stop } = countStatements();
  const standings = await listToolStandings(person, [tool], null);
  stop();
  expect(standings.size).toBe(0);
  expect(texts.filter((text) => /from tool_calls/.test(text))).toEqual([]);
  await record(
    gateway,
    tenant,
    Array.from({ length: 40 }, (_, index) => refers(["transport", "domain"], `s${index}`)),
  );
  expect((await listToolStandings(person, [tool], null)).get(tool.id)).toMatchObject({ cohesion: "warning" });
});

test(
  "what happened four weeks ago is gone, and what is newer weighs more",
  onOneDay(async () => {
    const { tenant, gateway, tool, person } = await aSetting();
    await record(gateway, tenant, [
      ...okays(40),
      refers(["transport"], "old", { occurredAt: ago(28) }),
      refers(["transport"], "a", { occurredAt: ago(27) }),
      refers(["extraction"], "b", { occurredAt: ago(0) }),
    ]);
    const { axes, events } = await getToolBoundaries(person, tool);
    expect(events).toBe(2);
    const [share] = axes.filter(({ axis }) => axis === "extraction").map((one) => one.share);
    expect(share).toBeGreaterThan(0.9);
  }),
);

test("a user's correction in the same session or of the same call confirms a referral", async () => {
  const { tenant, gateway, tool, person } = await aSetting();
  await record(gateway, tenant, [
    ...okays(97),
    refers(["transport"], "corrected", { occurredAt: ago(0) }),
    refers(["transport"], "other", { callId: "toolu_1", occurredAt: ago(0) }),
    refers(["transport"], "third", { occurredAt: ago(0) }),
  ]);
  const said = { tenant: tenant.key, tool: "fetch", utterance: "that is a menu, not titles" };
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  const before = await getToolBoundaries(person, tool);
  await submitCorrection(gateway.scope, { ...said, sessionId: "corrected" }, request);
  await submitCorrection(gateway.scope, { ...said, callId: "toolu_1" }, request);
  await submitCorrection(gateway.scope, { ...said, tool: "other", sessionId: "third" }, request);
  const found = await getToolBoundaries(person, tool);
  const confirmed = found.referrals.filter((one) => one.confirmed);
  expect(confirmed).toHaveLength(2);
  expect(found.rate.rate).toBeGreaterThan(2 * before.rate.rate);
  expect(found.utility).toMatchObject({ corrections: 2, reports: 0, own: 0 });
});

test("a tenant's own words merge axes for that tenant alone", async () => {
  const [here, there] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([here, there]);
  const { id } = await aTool(gateway, { provider: "web", name: "fetch" });
  const tool = { id, gatewayId: gateway.id, provider: "web", name: "fetch" };
  for (const tenant of [here, there])
    await record(gateway, tenant, [...okays(30), refers(["film-knowledge"], "s")]);
  await ingest(system, (tx) =>
    tx.boundaryAlias.create({
      data: { tenantId: here.id, alias: "film-knowledge", axis: "domain", madeBy: newId() },
    }),
  );
  const both = await getToolBoundaries(await aPerson([here, there], "viewer"), tool);
  expect(both.axes.map(({ axis }) => axis)).toEqual(["domain", "film-knowledge"]);
  const [standing] = (await listToolStandings(gateway.scope, [tool], here.id)).values();
  expect(standing?.axes.map(({ axis }) => axis)).toEqual(["domain"]);
});

test("with which tool agents go on is told once two sessions did so with success", async () => {
  const { tenant, gateway, tool, person } = await aSetting();
  const at = (minute: number) => new Date(Date.now() - DAY_MS + minute * 60_000).toISOString();
  const session = (name: string, outcome: "ok" | "timeout") => [
    refers(["extraction"], name, { occurredAt: at(0) }),
    { tool: "parse", provider: "html", sessionId: name, outcome, occurredAt: at(1) },
    { tool: "save", provider: "files", sessionId: name, occurredAt: at(2) },
  ];
  await record(gateway, tenant, [...okays(30), ...session("a", "ok"), ...session("c", "timeout")]);
  expect((await getToolBoundaries(person, tool)).successors).toEqual([]);
  await record(gateway, tenant, session("b", "ok"));
  expect((await getToolBoundaries(person, tool)).successors).toEqual([
    { axis: "extraction", provider: "html", tool: "parse", sessions: 2 },
  ]);
});

test("where agents went on from several tools is read in one statement, each tool's own", async () => {
  const { tenant, gateway, tool, person } = await aSetting();
  const { id } = await aTool(gateway, { provider: "web", name: "parse" });
  const other = { ...tool, id, name: "parse" };
  const at = (minute: number) => new Date(Date.now() - DAY_MS + minute * 60_000).toISOString();
  const sessions = Array.from({ length: 10 }, (_, index) => [
    refers(["transport", "extraction"], `a${index}`, { occurredAt: at(0) }),
    { tool: "parse", sessionId: `a${index}`, occurredAt: at(1) },
    refers(["transport", "extraction"], `b${index}`, { tool: "parse", occurredAt: at(0) }),
    { tool: "fetch", sessionId: `b${index}`, occurredAt: at(1) },
  ]).flat();
  const parses = Array.from({ length: 40 }, () => ({ tool: "parse" }));
  await record(gateway, tenant, [...okays(40), ...parses, ...sessions]);
  const { texts, stop } = countStatements();
  const standings = await listToolStandings(person, [tool, other], null);
  stop();
  const wentOn = (toolId: string) => standings.get(toolId)?.successors.map((one) => one.tool);
  expect(wentOn(tool.id)).toEqual(["parse", "parse"]);
  expect(wentOn(other.id)).toEqual(["fetch", "fetch"]);
  expect(texts.filter((text) => text.includes("interval '1 day'"))).toHaveLength(1);
});

test("of many tools the axes are read and not what they said", async () => {
  const { tenant, gateway, tool, person } = await aSetting();
  await record(gateway, tenant, [refers(["films"], "a")]);
  const asked = { tenants: [tenant.id], tools: [tool], since: ago(2).slice(0, 10), events: 5 };
  const said = async (words: boolean) => {
    const { events } = await readList(person, (tx) => readFacts(tx, { ...asked, words }));
    return events.get(tool.id)?.map(({ referral }) => referral);
  };
  expect(await said(false)).toEqual([{ boundary_axes: ["films"] }]);
  expect(await said(true)).toEqual([{ boundary_axes: ["films"], evidence: "It only fetches pages." }]);
});

test("reports of agents and the tool's own word count as low utility, and repeated ones are told", async () => {
  const { tenant, gateway, tool, person } = await aSetting();
  const low = (sessionId: string) => ({ outcome: "low_utility" as const, sessionId, occurredAt: ago(0) });
  await record(gateway, tenant, [...okays(40), low("a"), low("a"), low("b"), low("b"), low("c"), low("c")]);
  expect((await getToolBoundaries(person, tool)).utility).toMatchObject({
    own: 6,
    sessions: 3,
    repeated: true,
  });
  const [first] = (await listToolStandings(person, [tool], null)).values();
  expect(first?.utility.repeated).toBe(true);
  expect(first?.cohesion).toBe("none");
});

test("a tool of which nobody said anything has nothing to show", async () => {
  const { tenant, gateway, tool, person } = await aSetting();
  await record(gateway, tenant, okays(3));
  expect(await getToolBoundaries(person, tool)).toMatchObject({ cohesion: "none", axes: [], referrals: [] });
  expect((await listToolStandings(person, [tool], null)).size).toBe(0);
});

test("the log finds the calls of an axis, however it is spelled, in the list, the count and the download", async () => {
  const [here, there] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([here, there]);
  await record(gateway, here, [
    refers(["HTTP"], "a"),
    refers(["Network ", "Parsing"], "b"),
    refers(["billing"], "c", { tool: "pay" }),
    {},
  ]);
  await record(gateway, there, [refers(["films"], "d"), refers(["http"], "e")]);
  await ingest(system, (tx) =>
    tx.boundaryAlias.create({
      data: { tenantId: there.id, alias: "transport", axis: "films", madeBy: newId() },
    }),
  );
  const both = await aPerson([here, there], "viewer");
  const sessions = async (filter: CallFilter) =>
    (await listCalls(both, filter, { limit: 10 })).rows.map(({ sessionId }) => sessionId).sort();
  expect(await sessions({ axis: "transport", tenant: here.key })).toEqual(["a", "b"]);
  expect(await sessions({ axis: "Networking" })).toEqual(["a", "b", "d", "e"]);
  expect(await sessions({ axis: "films" })).toEqual(["d", "e"]);
  expect(await sessions({ axis: "billing", tool: "fetch" })).toEqual([]);
  expect(await sessions({ axis: "nothing" })).toEqual([]);
  expect(await countCalls(both, { axis: "extraction" })).toBe(1);
  const files: string[] = [];
  for await (const rows of exportCalls(both, { axis: "transport", tenant: here.key }))
    files.push(...rows.map(({ id }) => id));
  expect(files).toHaveLength(2);
});
