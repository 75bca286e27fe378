import { beforeAll, describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aTenant, aTool, unique } from "@/lib/testing/factories";
import type { ArgumentCondition } from "./conditions/types";
import { findDefinitionWarnings } from "./definition-warnings";
import { require } from "./testing/installation";

const system = systemScope("tests");

const SCHEMA = {
  type: "object",
  properties: {
    to: { type: "array", items: { type: "object", properties: { email: { type: "string" } } } },
    amount: { anyOf: [{ type: "string" }, { type: "null" }] },
    count: { type: "integer" },
    urgent: { type: "boolean" },
    options: { $ref: "#/$defs/options" },
    headers: { type: "object", additionalProperties: { type: "string" } },
    anything: {},
  },
  $defs: { options: { type: "object", properties: { dryRun: { type: "boolean" } } } },
};

let name: string;
let second: string;

beforeAll(async () => {
  [name, second] = [unique("send"), unique("send-second")];
  const gateway = await aGateway([await aTenant()]);
  await aTool(gateway, { name, inputSchema: JSON.stringify(SCHEMA) });
  const other = { type: "object", properties: { recipients: { type: "array" } } };
  await aTool(gateway, { name: second, inputSchema: JSON.stringify(other) });
});

const warned = async (one: ArgumentCondition, tools: readonly string[] = [name]) => {
  const policies = [require({ tools, arguments: [one] })];
  const [found = []] = await read(system, (tx) => findDefinitionWarnings(tx, policies));
  return found;
};

const over = (path: string): ArgumentCondition => ({ path, op: "over", value: 1_000 });

describe("an argument that the definition of the tool does not have", () => {
  test.each([
    ["/Count", "There is “count”."],
    ["/counts", "There is “count”."],
    ["/to/*/Email", "There is “to/*/email”."],
    ["/options/dry_run", "There is “options/dryRun”."],
    ["/to/*/name", "There is “to/*/email”."],
  ])("%s: is named, with the one that it has", async (path, instead) => {
    expect(await warned(over(path))).toEqual([
      {
        pointer: "/match/arguments/0/path",
        message: `“${name}” takes no argument “${path.slice(1)}”. ${instead}`,
      },
    ]);
  });

  test("is a warning only where no tool of the policy has it", async () => {
    expect(await warned(over("/recipients/*/count"), [name, second])).toEqual([]);
    expect(await warned(over("/total"), [name, second])).toMatchObject([
      { message: "None of the 2 tools of this policy takes an argument “total”." },
    ]);
  });

  test.each(["/count", "/options", "/headers/x", "/anything/at/all", "/to/0/email"])(
    "%s: is no warning where the definition has it or leaves it open",
    async (path) => {
      expect(await warned({ path, op: "exists" })).toEqual([]);
    },
  );

  test("is none where it must be missing, in a policy for every tool, or of a tool without definition", async () => {
    expect(await warned({ path: "/bcc", op: "missing" })).toEqual([]);
    expect(await warned(over("/bcc"), [])).toEqual([]);
    expect(await warned(over("/bcc"), [unique("unknown")])).toEqual([]);
  });

  test("is found in the sum of a budget as well", async () => {
    const budget = { atMost: 5, of: "/Amount", per: "day", each: "agent" } as const;
    const policies = [{ ...require({ tools: [name] }), budget }];
    const [found] = await read(system, (tx) => findDefinitionWarnings(tx, policies));
    expect(found).toMatchObject([
      { pointer: "/budget/of", message: `“${name}” takes no argument “Amount”. There is “amount”.` },
    ]);
  });
});

describe("an argument of another type than the comparison asks for", () => {
  test.each<[ArgumentCondition, RegExp]>([
    [over("/to"), /^“to” is a list\. Compare its items with \/to\/\*, or their number with longer_than\.$/],
    [over("/amount"), /^“amount” is a text\. One that is not exactly a number, such as "1,500", fits every/],
    [over("/urgent"), /is true or false, not a number/],
    [over("/options"), /is an object\. Name one of its members/],
    [{ path: "/count", op: "longer_than", value: 3 }, /is a number and has no length/],
    [{ path: "/to", op: "matches", value: "*@acme.example" }, /is a list/],
  ])("%j", async (one, message) => {
    expect(await warned(one)).toMatchObject([{ message: expect.stringMatching(message) }]);
  });

  test.each<ArgumentCondition>([
    over("/count"),
    { path: "/to", op: "longer_than", value: 100 },
    { path: "/to/*/email", op: "matches", value: "*@acme.example" },
    { path: "/amount", op: "equals", value: "5" },
  ])("%j fits", async (one) => {
    expect(await warned(one)).toEqual([]);
  });
});
