import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/core/durations";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { recordCalls } from "../commands";
import { countCalls } from "../queries";
import type { ToolCallInput } from "../schema";
import type { LogFilter } from "./list";
import { readLogAround } from "./queries";
import { callFilterOf, countFrom } from "./rules";

const NOW = new Date();
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

const record = (gateway: TestGateway, tenant: TestTenant, rows: readonly Partial<ToolCallInput>[]) =>
  recordCalls(
    gateway.scope,
    rows.map((over, index) => ({
      ...{ index, key: null, bodySha256: "" },
      input: {
        ...{ tenant: tenant.key, tool: "send", outcome: "ok" as const },
        ...{ rationale: "The tests need this row.", occurredAt: ago(0), ...over },
      },
    })),
  );

async function twoTenants() {
  const [here, there] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([here, there]);
  const person = await aPerson([here, there], "viewer");
  await record(gateway, here, [
    { agent: "cursor" },
    { agent: "cursor", outcome: "timeout" },
    { tool: "refund", agent: "codex", outcome: "denied" },
    { tool: "refund", occurredAt: ago(20) },
    { tool: "archive", occurredAt: ago(300) },
  ]);
  await record(gateway, there, [{ agent: "cursor" }, { rationale: undefined }]);
  const choices = async (filter: LogFilter) => (await readLogAround(person, filter, NOW)).choices;
  return { here, there, person, choices };
}

test("options count the calls of the chosen time and tenant, whatever else is chosen", async () => {
  const { here, there, choices } = await twoTenants();
  expect(await choices({ agent: "codex", q: "nothing has these words" })).toMatchObject({
    tools: [
      // The other one is older than a week.
      { name: "refund", calls: 1 },
      { name: "send", calls: 4 },
    ],
    agents: [
      { name: "codex", calls: 1 },
      { name: "cursor", calls: 3 },
    ],
    outcomes: { ok: 3, timeout: 1, denied: 1 },
    missing: 1,
  });
  const ofHere = await choices({ tenant: here.key, within: "30d" });
  expect(ofHere).toMatchObject({
    tools: [
      { name: "refund", calls: 2 },
      { name: "send", calls: 2 },
    ],
    missing: 0,
  });
  // A tenant's own count has to say what choosing it would show.
  expect(ofHere.tenants).toEqual(
    [
      { name: here.key, calls: 4 },
      { name: there.key, calls: 2 },
    ].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
  const day = ago(300).slice(0, 10);
  expect((await choices({ since: day, until: day })).tools).toContainEqual({ name: "archive", calls: 1 });
});

test("one counted value is counted like the list, and any other filter not at all", async () => {
  const { here, person, choices } = await twoTenants();
  const known: LogFilter[] = [
    {},
    { tenant: here.key },
    { tool: "send" },
    { agent: "cursor", within: "30d" },
    { class: "failed" },
    { outcome: "denied", tenant: here.key },
    { rationale: "missing" },
  ];
  for (const filter of known) {
    const asked = callFilterOf(filter, NOW);
    expect(countFrom(asked, await choices(filter)), JSON.stringify(filter)).toBe(
      await countCalls(person, asked),
    );
  }
  const unknown: LogFilter[] = [
    { within: "any" },
    { within: "1h" },
    { tool: "send", agent: "cursor" },
    { q: "rows" },
    { model: "gpt" },
  ];
  for (const filter of unknown)
    expect(countFrom(callFilterOf(filter, NOW), await choices(filter)), JSON.stringify(filter)).toBeNull();
});
