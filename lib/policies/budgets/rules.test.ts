import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { valuesOf } from "../conditions/values";
import { policySchema } from "../schema";
import { policySentence } from "../sentences";
import { allow, deny, require } from "../testing/installation";
import type { Policy } from "../types";
import { writtenPolicy } from "../written";
import { amountOf, budgetKey, stateOf, stepAt, subjectOf, type Uses, withUse } from "./rules";
import type { Budget } from "./types";

const CALLS: Budget = { atMost: 2, of: null, per: "hour", each: "agent" };
const MONEY: Budget = { atMost: "100.10", of: "/amount", per: "day", each: "tenant" };

const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const oneCall = { subject: "", amount: "1" };

describe("what a call takes of a budget", () => {
  const table: [of: string | null, json: string, amount: string | null][] = [
    [null, "{}", "1"],
    ["/amount", '{"amount":12.50}', "12.5"],
    ["/amount", '{"amount":"12.50"}', "12.5"],
    ["/amount", '{"amount":0.1e1}', "1"],
    ["/amount", '{"amount":9007199254740993.000000000001}', "9007199254740993.000000000001"],
    ["/items/*/price", '{"items":[{"price":0.1},{"price":0.2}]}', "0.3"],
    // A missing amount often means everything, and a negative one would return room.
    ["/amount", "{}", null],
    ["/amount", '{"amount":"1,000"}', null],
    ["/amount", '{"amount":-1}', null],
    ["/amount", '{"amount":1e31}', null],
    ["/amount", '{"amount":1e-31}', null],
    ["/amount", '{"amount":1e999999999}', null],
    ["/items/*/price", '{"items":[{"price":1},{"price":null}]}', null],
  ];
  test.each(table)("%s of %s: %s", (of, json, amount) => {
    expect(amountOf({ ...CALLS, of }, valuesOf(parseJson(json)))).toBe(amount);
  });
});

test("it belongs to an agent or a person whatever the case of the name, or to the tenant", () => {
  const caller = { agent: "Claude-Code", onBehalfOf: null };
  expect(subjectOf(CALLS, caller)).toBe("claude-code");
  expect(subjectOf({ ...CALLS, each: "on_behalf_of" }, caller)).toBe("");
  expect(subjectOf({ ...CALLS, each: "tenant" }, caller)).toBe("");
  expect(subjectOf({ ...CALLS, each: "session" }, { ...caller, sessionId: "S-1" })).toBe("s-1");
});

test("another limit keeps the count; another name, measure, period or share has its own", () => {
  const key = budgetKey("Refunds", CALLS);
  expect(budgetKey("Refunds", { ...CALLS, atMost: 500 })).toBe(key);
  const others = [
    budgetKey("Other", CALLS),
    budgetKey("Refunds", { ...CALLS, of: "/amount" }),
    budgetKey("Refunds", { ...CALLS, per: "day" }),
    budgetKey("Refunds", { ...CALLS, each: "tenant" }),
  ];
  expect(new Set([key, ...others]).size).toBe(5);
});

describe("what is left", () => {
  const used = (...times: string[]) =>
    times.reduce<Uses | undefined>((uses, time) => withUse(uses, "hour", at(time), "1"), undefined);

  test("no sixty minutes hold more than the budget, and it says when there is room again", () => {
    const uses = used("10:00:59", "10:30:00");
    const full = stateOf(CALLS, oneCall, uses, at("11:00:58"));
    expect(full).toMatchObject({ used: "2", hasRoom: false, freesAt: "2026-11-21T11:01:00.000Z" });
    expect(stateOf(CALLS, oneCall, uses, at("11:01:00"))).toMatchObject({
      used: "1",
      hasRoom: true,
      freesAt: null,
    });
    expect(stateOf(CALLS, oneCall, undefined, at("11:00:00"))).toMatchObject({ used: "0", hasRoom: true });
  });

  test("sums are exact, to the last cent", () => {
    const uses = withUse(withUse(undefined, "day", at("10:00:00"), "0.1"), "day", at("10:01:00"), "99.9");
    const ask = (amount: string) => stateOf(MONEY, { subject: "", amount }, uses, at("12:00:00"));
    expect(ask("0.10")).toMatchObject({ used: "100", hasRoom: true });
    expect(ask("0.100000000000000000001")).toMatchObject({ hasRoom: false });
  });

  test("what is more than the whole budget, or no number, never has room", () => {
    const ask = (amount: string | null) => stateOf(MONEY, { subject: "", amount }, undefined, at("12:00:00"));
    expect(ask("100.11")).toMatchObject({ hasRoom: false, freesAt: null });
    expect(ask(null)).toMatchObject({ hasRoom: false, freesAt: null });
  });

  test("a sum with more digits than any single number may have is more than every budget, and stays so", () => {
    const values = valuesOf(parseJson(`{"items":[{"price":${"9".repeat(30)}},{"price":${"9".repeat(30)}}]}`));
    const budget: Budget = { ...MONEY, of: "/items/*/price" };
    const amount = amountOf(budget, values);
    expect(stateOf(budget, { subject: "", amount }, undefined, at("10:00:00")).hasRoom).toBe(false);
    const ran = withUse(undefined, "day", at("10:00:00"), `1${"0".repeat(30)}`);
    expect(stateOf(budget, { subject: "", amount: "1" }, ran, at("10:01:00")).hasRoom).toBe(false);
  });

  test("a count stays small however many calls run", () => {
    let uses: Uses | undefined;
    for (let minute = 0; minute < 3_000; minute += 1)
      uses = withUse(uses, "hour", new Date(minute * 60_000), "1");
    expect(uses?.steps.length).toBeLessThanOrEqual(97);
    expect(stepAt("day", new Date(900_000))).toBe(1);
  });
});

describe("a policy with a budget", () => {
  const SAID: [Policy, Budget, string][] = [
    [
      require({ tools: ["refund"] }),
      CALLS,
      "Calls to refund: at most 2 an hour per agent; beyond that they wait for a person.",
    ],
    [
      deny({}),
      { ...MONEY, atMost: "12345678901234567890.5" },
      "All calls: at most 12,345,678,901,234,567,890.5 in amount a day per tenant; beyond that they are refused, and the agent gets the reason: “Not here.”",
    ],
    [
      allow({ tools: ["list_*"] }),
      { ...CALLS, each: "on_behalf_of" },
      "Calls to list_* run without a person, unless they are critical: at most 2 an hour per person on whose behalf they are made; beyond that the policies behind decide.",
    ],
  ];
  test.each(SAID)(
    "is said in one sentence, and comes back from how it is written: %#",
    (one, budget, sentence) => {
      const policy = { ...one, budget };
      expect(policySentence(policy)).toBe(sentence);
      expect(policySchema.parse(JSON.parse(JSON.stringify(writtenPolicy(policy))))).toEqual(policy);
    },
  );

  const WRONG: [budget: unknown, place: string][] = [
    [{ at_most: 0, per: "hour" }, "budget/at_most"],
    [{ at_most: 1.5, per: "hour" }, "budget/at_most"],
    [{ at_most: "0", of: "/amount", per: "day" }, "budget/at_most"],
    [{ at_most: 1e40, of: "/amount", per: "day" }, "budget/at_most"],
    [{ at_most: 1, of: "amount", per: "day" }, "budget/of"],
    [{ at_most: 1, per: "week" }, "budget/per"],
    [{ at_most: 1, per: "day", each: "team" }, "budget/each"],
  ];
  test.each(WRONG)("%j is refused at its place", (budget, place) => {
    const read = policySchema.safeParse({ name: "p", action: "require", budget });
    expect(read.error?.issues.map(({ path }) => path.join("/"))).toEqual([place]);
  });

  test("a list without budgets is the same as before there were any", () => {
    const read = policySchema.parse({ name: "p", action: "allow", budget: null });
    expect(JSON.stringify(read)).not.toContain("budget");
  });
});
