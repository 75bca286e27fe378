import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import type { Hints } from "../hints";
import { wordsOfTool } from "../name-words";
import { lowersUnrated, memberWords, type RuledTool, ruleFor, ruleForName } from "./rules";
import type { RatingRule, RuleMatch } from "./types";

const ANYTHING: RuleMatch = { first: [], last: [], any: [], providers: [], members: [], claim: null };

const rule = (name: string, match: Partial<RuleMatch>, over: Partial<RatingRule> = {}): RatingRule => ({
  name,
  on: true,
  match: { ...ANYTHING, ...match },
  risk: "high",
  requiresConfirmation: true,
  ...over,
});

const parsed = (value: unknown) => parseJson(JSON.stringify(value));

const SILENT: Hints = { readOnly: null, destructive: null };

const tool = (name: string, over: Partial<RuledTool> = {}): RuledTool => ({
  provider: "crm",
  name,
  members: new Set(),
  hints: SILENT,
  ...over,
});

const fits = (match: Partial<RuleMatch>, one: RuledTool) => ruleFor([rule("it", match)], one) !== null;

describe("the words of a name", () => {
  test.each([
    ["delete_file", "disk", ["delete", "file"]],
    ["deleteFile", "disk", ["delete", "file"]],
    ["hubspot-list-objects", "hubspot", ["list", "objects"]],
    ["API-get-user", "notion", ["get", "user"]],
    ["launch-darkly-get", "launch darkly", ["get"]],
    ["getDBDelete", "disk", ["get", "db", "delete"]],
    ["hubspot", "hubspot", ["hubspot"]],
    ["", "p", []],
  ])("%s of %s", (name, provider, words) => {
    expect(wordsOfTool(name, provider)).toEqual(words);
  });
});

describe("a rule fits", () => {
  test("by the first, the last or any word", () => {
    expect(fits({ first: ["get"] }, tool("crm_get_deal"))).toBe(true);
    expect(fits({ first: ["get"] }, tool("forget_deal"))).toBe(false);
    expect(fits({ first: ["deal"] }, tool("get_deal"))).toBe(false);
    expect(fits({ last: ["get"] }, tool("kubectl_get"))).toBe(true);
    expect(fits({ last: ["get"] }, tool("get_deal"))).toBe(false);
    expect(fits({ any: ["delete"] }, tool("batch_delete_deals"))).toBe(true);
    expect(fits({ any: ["delete"] }, tool("deleted_deals"))).toBe(false);
  });

  test("by any word of the name, also one that is its provider's; only the first is looked for behind those", () => {
    const one = tool("exec_query", { provider: "exec" });
    expect(fits({ any: ["exec"] }, one)).toBe(true);
    expect(fits({ first: ["query"] }, one)).toBe(true);
    expect(fits({ first: ["exec"] }, one)).toBe(false);
  });

  test("only if everything that is given does", () => {
    const match = { first: ["create"], any: ["invoice"], providers: ["stripe", "crm"] };
    expect(fits(match, tool("create_invoice"))).toBe(true);
    expect(fits(match, tool("list_invoice"))).toBe(false);
    expect(fits(match, tool("create_customer"))).toBe(false);
    expect(fits(match, tool("create_invoice", { provider: "other" }))).toBe(false);
    expect(fits(match, tool("create_invoice", { provider: null }))).toBe(false);
    expect(fits({}, tool("anything"))).toBe(true);
  });

  test("by members of the schema at any depth, whole or one of their words", () => {
    const members = memberWords(
      parsed({
        properties: { items: { type: "array", items: { properties: { amountCents: { type: "integer" } } } } },
        $defs: { mail: { anyOf: [{ properties: { reply_to: {} } }] } },
        required: ["secret"],
      }),
    );
    const one = tool("x", { members });
    expect(fits({ members: ["amount"] }, one)).toBe(true);
    expect(fits({ members: ["amount_cents"] }, one)).toBe(true);
    expect(fits({ members: ["replyTo"] }, one)).toBe(true);
    // Not a member: only listed as required, or a schema keyword.
    expect(fits({ members: ["secret"] }, one)).toBe(false);
    expect(fits({ members: ["properties"] }, one)).toBe(false);
  });

  test.each([
    ["says_destructive", { readOnly: null, destructive: true }, true],
    ["says_destructive", SILENT, false],
    ["says_read_only", { readOnly: true, destructive: null }, true],
    ["says_read_only", { readOnly: true, destructive: true }, false],
    ["says_read_only", SILENT, false],
    ["no_objection", SILENT, true],
    ["no_objection", { readOnly: true, destructive: false }, true],
    ["no_objection", { readOnly: false, destructive: null }, false],
    ["no_objection", { readOnly: null, destructive: true }, false],
  ] as const)("%s, of what the server claims: %o", (claim, hints, expected) => {
    expect(fits({ claim }, tool("x", { hints }))).toBe(expected);
  });

  test("a name alone only by its words and its provider", () => {
    const asks = [rule("members", { members: ["amount"] }), rule("claim", { claim: "no_objection" })];
    expect(ruleForName(asks, "crm", "pay")).toBeNull();
    expect(ruleForName([...asks, rule("name", { any: ["pay"] })], "crm", "pay")?.name).toBe("name");
  });
});

test("the first rule that fits counts, and one that is switched off does not", () => {
  const [first, second] = [rule("first", { any: ["delete"] }), rule("second", { first: ["delete"] })];
  const one = tool("delete_deal");
  expect(ruleFor([first, second], one)?.name).toBe("first");
  expect(ruleFor([second, first], one)?.name).toBe("second");
  expect(ruleFor([{ ...first, on: false }, second], one)?.name).toBe("second");
  expect(ruleFor([], one)).toBeNull();
});

test("a rule guards less than not rating where calls would run, or at a milder risk", () => {
  const guards = (risk: RatingRule["risk"], requiresConfirmation: boolean) =>
    lowersUnrated({ risk, requiresConfirmation });
  expect(guards("low", false)).toBe(true);
  expect(guards("low", true)).toBe(true);
  expect(guards("medium", false)).toBe(true);
  expect(guards("medium", true)).toBe(false);
  expect(guards("high", false)).toBe(false);
});

test("a name with letters that only look like others is never guarded less by its words", () => {
  const reads = rule("reads", { first: ["get"] }, { risk: "low", requiresConfirmation: false });
  const destroys = rule("destroys", { first: ["get"] });
  // The d is from another script.
  const looks = tool("get_and_\u0501elete");
  expect(ruleFor([reads], tool("get_and_delete"))?.name).toBe("reads");
  expect(ruleFor([reads], looks)).toBeNull();
  expect(ruleFor([reads, destroys], looks)?.name).toBe("destroys");
});
