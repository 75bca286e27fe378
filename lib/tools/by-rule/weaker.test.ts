import { describe, expect, test } from "vitest";
import type { RatingRule, RuleMatch } from "./types";
import { weakerForNames } from "./weaker";

const ANYTHING: RuleMatch = { first: [], last: [], any: [], providers: [], members: [], claim: null };

const rule = (name: string, match: Partial<RuleMatch>, over: Partial<RatingRule> = {}): RatingRule => ({
  name,
  on: true,
  match: { ...ANYTHING, ...match },
  risk: "high",
  requiresConfirmation: true,
  ...over,
});

const set = (...rules: RatingRule[]) => ({ rules, active: true });

const destroys = rule("destroys", { any: ["delete", "drop"] });
const low = { risk: "low", requiresConfirmation: false } as const;
const reads = rule("reads", { first: ["get"] }, low);
const before = set(destroys, reads);

const WIDE = { match: { ...ANYTHING, any: ["delete", "drop", "wipe"] } };

describe("a rule that raises names", () => {
  test.each([
    ["is removed", set(reads)],
    ["is switched off", set({ ...destroys, on: false }, reads)],
    ["is switched off with all", { ...before, active: false }],
    ["rates lower", set({ ...destroys, risk: "medium" }, reads)],
    ["asks for no person", set({ ...destroys, requiresConfirmation: false }, reads)],
    ["has fewer words", set(rule("destroys", { any: ["delete"] }), reads)],
    ["asks for more", set(rule("destroys", { any: ["delete", "drop"], providers: ["crm"] }), reads)],
    ["asks for members", set(rule("destroys", { any: ["delete", "drop"], members: ["id"] }), reads)],
    ["comes behind a milder one", set(reads, destroys)],
    ["comes behind a milder one that is new", set(rule("mild", {}, low), destroys, reads)],
  ])("is told of when it %s", (_, after) => {
    expect(weakerForNames(before, after)).toEqual(["destroys"]);
  });

  test.each([
    ["stays", before],
    ["has another name", set({ ...destroys, name: "takes away" }, reads)],
    ["is wider and stricter", set({ ...destroys, ...WIDE, risk: "critical" }, reads)],
    ["comes behind a stricter one", set(rule("all", {}, { risk: "critical" }), destroys)],
    ["is all that stays", set(destroys)],
  ])("is not told of when it %s", (_, after) => {
    expect(weakerForNames(before, after)).toEqual([]);
  });

  test("is not told of where it raised no name, or nothing was in force", () => {
    const amount = rule("amount", { members: ["amount"] });
    expect(weakerForNames(set(amount, reads), set())).toEqual([]);
    expect(weakerForNames(set(reads, destroys), set(reads, destroys))).toEqual([]);
    expect(weakerForNames(null, set())).toEqual([]);
    expect(weakerForNames({ ...before, active: false }, set())).toEqual([]);
  });
});
