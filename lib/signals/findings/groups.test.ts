import { expect, test } from "vitest";
import { listFindingGroups } from "./queries";
import { aServer, dropped, guess, record } from "./testing/server";

const OPEN = { view: "open" } as const;

test("findings are grouped by rule, the most expensive rule first, each with its worst", async () => {
  const { tenant, gateway, person } = await aServer();
  await record(tenant, gateway, [guess("High", "s1"), guess("High", "s2"), dropped("s1"), dropped("s2")]);
  const { groups, counts } = await listFindingGroups(person, OPEN, person.tenants, 1);
  const [first, second] = groups;
  expect([first?.code, first?.cost, second?.code]).toEqual(["empty_list_allowed", 4, "ordinal_unexplained"]);
  expect(second?.worst.map(({ proof }) => proof?.values)).toEqual([[{ value: '"High"', calls: 2 }]]);
  expect(groups.reduce((sum, { findings }) => sum + findings, 0)).toBe(counts.open);
  expect(groups.find(({ tools }) => tools > 1)?.worst).toHaveLength(1);
});
