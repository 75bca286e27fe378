import { describe, expect, test } from "vitest";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import { compareRisk, guardsLess, type Rating, type RiskFacts, resolveRisk, stricter } from "./rating";

const rating = (risk: RiskWord | null, requiresConfirmation: boolean | null = null): Rating => ({
  risk,
  requiresConfirmation,
});

const nothing: RiskFacts = {
  catalogue: null,
  override: null,
  tenantOverride: null,
  requestRisk: null,
  rule: null,
};

describe("effective risk", () => {
  const table: [what: string, given: Partial<RiskFacts>, risk: RiskWord, source: string, person: boolean][] =
    [
      ["nobody knows the tool", {}, "medium", "unrated", true],
      ["the catalogue has it unrated", { catalogue: rating(null) }, "medium", "unrated", true],
      [
        "an unrated tool that says it needs nobody",
        { catalogue: rating(null, false) },
        "medium",
        "unrated",
        true,
      ],
      ["the catalogue says low", { catalogue: rating("low") }, "low", "catalogue", false],
      [
        "the catalogue says low with confirmation",
        { catalogue: rating("low", true) },
        "low",
        "catalogue",
        true,
      ],
      [
        "a call that claims low of a tool that asks for confirmation",
        { catalogue: rating(null, true), requestRisk: "low" },
        "low",
        "request",
        true,
      ],
      [
        "an override to low of a tool that asks for confirmation",
        { catalogue: rating("high", true), override: rating("low") },
        "low",
        "override",
        true,
      ],
      [
        "people who say that a low tool needs nobody",
        { catalogue: rating("low", true), override: rating(null, false) },
        "low",
        "catalogue",
        false,
      ],
      [
        "a tenant that wants to see a low tool",
        { catalogue: rating("low"), override: rating("low", false), tenantOverride: rating(null, true) },
        "low",
        "override",
        true,
      ],
      [
        "the catalogue says medium and no more",
        { catalogue: rating("medium") },
        "medium",
        "catalogue",
        false,
      ],
      [
        "the catalogue says medium with confirmation",
        { catalogue: rating("medium", true) },
        "medium",
        "catalogue",
        true,
      ],
      ["the catalogue says high", { catalogue: rating("high", false) }, "high", "catalogue", true],
      ["the catalogue says critical", { catalogue: rating("critical") }, "critical", "catalogue", true],
      ["only the request rates it low", { requestRisk: "low" }, "low", "request", false],
      ["only the request rates it medium", { requestRisk: "medium" }, "medium", "request", true],
      [
        "the request rates an unrated tool medium",
        { catalogue: rating(null), requestRisk: "medium" },
        "medium",
        "request",
        true,
      ],
      [
        "the request raises the catalogue",
        { catalogue: rating("low"), requestRisk: "high" },
        "high",
        "request",
        true,
      ],
      [
        "the request raises a rated tool to medium",
        { catalogue: rating("low"), requestRisk: "medium" },
        "medium",
        "request",
        false,
      ],
      [
        "the request cannot lower the catalogue",
        { catalogue: rating("high"), requestRisk: "low" },
        "high",
        "catalogue",
        true,
      ],
      [
        "an override lowers both",
        { catalogue: rating("critical"), requestRisk: "high", override: rating("low") },
        "low",
        "override",
        false,
      ],
      [
        "an override raises both",
        { catalogue: rating("low"), requestRisk: "low", override: rating("critical") },
        "critical",
        "override",
        true,
      ],
      [
        "the tenant's override goes before the one for all",
        { override: rating("critical"), tenantOverride: rating("low") },
        "low",
        "tenant_override",
        false,
      ],
      [
        "a tenant's override without a risk leaves the one for all",
        { override: rating("high"), tenantOverride: rating(null, false) },
        "high",
        "override",
        true,
      ],
      [
        "an override of confirmation alone",
        { catalogue: rating("medium", true), override: rating(null, false) },
        "medium",
        "catalogue",
        false,
      ],
      [
        "the tenant's word on confirmation goes first",
        { catalogue: rating("medium"), override: rating(null, false), tenantOverride: rating(null, true) },
        "medium",
        "catalogue",
        true,
      ],
      [
        "a person lets an unrated tool through",
        { catalogue: rating(null), override: rating(null, false) },
        "medium",
        "unrated",
        false,
      ],
      [
        "an override to medium without a word on confirmation",
        { catalogue: rating("high", true), override: rating("medium") },
        "medium",
        "override",
        true,
      ],
    ];

  test.each(table)("%s", (_, given, risk, source, requiresConfirmation) => {
    expect(resolveRisk({ ...nothing, ...given })).toMatchObject({ risk, source, requiresConfirmation });
  });

  test("names the ratings it was made of", () => {
    const effective = resolveRisk({
      ...nothing,
      catalogue: rating("low"),
      override: rating("high"),
      tenantOverride: rating(null, true),
    });
    expect(effective).toMatchObject({ catalogueRisk: "low", overrideRisk: "high" });
  });
});

describe("a rule for what nobody rated", () => {
  const LOW = { risk: "low", requiresConfirmation: false } as const;
  const ASKS = { risk: "low", requiresConfirmation: true } as const;
  const HIGH = { risk: "high", requiresConfirmation: true } as const;
  const unrated = rating(null);
  const table: [what: string, given: Partial<RiskFacts>, risk: RiskWord, source: string, person: boolean][] =
    [
      ["rates a tool of the catalogue", { catalogue: unrated, rule: LOW }, "low", "rule", false],
      ["may ask for a person on low", { catalogue: unrated, rule: ASKS }, "low", "rule", true],
      [
        "leaves a gateway's wish for a person alone",
        { catalogue: rating(null, true), rule: LOW },
        "low",
        "rule",
        true,
      ],
      [
        "is behind the gateway's rating",
        { catalogue: rating("medium"), rule: HIGH },
        "medium",
        "catalogue",
        false,
      ],
      [
        "is behind people's rating for all",
        { catalogue: unrated, override: rating("low"), rule: HIGH },
        "low",
        "override",
        false,
      ],
      [
        "is behind the tenant's rating",
        { catalogue: unrated, tenantOverride: rating("critical"), rule: LOW },
        "critical",
        "tenant_override",
        true,
      ],
      [
        "leaves people's word on confirmation alone",
        { catalogue: unrated, override: rating(null, true), rule: LOW },
        "low",
        "rule",
        true,
      ],
      [
        "is not lowered by what a call claims",
        { catalogue: unrated, requestRisk: "low", rule: HIGH },
        "high",
        "rule",
        true,
      ],
      ["is raised by it", { catalogue: unrated, requestRisk: "high", rule: LOW }, "high", "request", true],
      ["raises a name that no catalogue has", { rule: HIGH }, "high", "rule", true],
      ["raises it although the call says low", { requestRisk: "low", rule: HIGH }, "high", "rule", true],
      ["does not lower it", { rule: LOW }, "medium", "unrated", true],
      [
        "does not lower it for a call that says medium",
        { requestRisk: "medium", rule: LOW },
        "medium",
        "request",
        true,
      ],
      [
        "leaves a call of it that says low as it was",
        { requestRisk: "low", rule: LOW },
        "low",
        "rule",
        false,
      ],
    ];

  test.each(table)("%s", (_, given, risk, source, requiresConfirmation) => {
    expect(resolveRisk({ ...nothing, ...given })).toMatchObject({ risk, source, requiresConfirmation });
  });

  test("never guards a name that no catalogue has less than no rule would", () => {
    for (const requestRisk of [null, ...RISKS])
      for (const risk of RISKS)
        for (const requiresConfirmation of [true, false]) {
          const facts = { ...nothing, requestRisk };
          const ruled = resolveRisk({ ...facts, rule: { risk, requiresConfirmation } });
          expect(
            guardsLess(ruled, resolveRisk(facts)),
            `${requestRisk} ${risk} ${requiresConfirmation}`,
          ).toBe(false);
        }
  });
});

test("a rating guards less when the risk is milder or nobody has to look any more", () => {
  const held = (catalogue: Rating) => resolveRisk({ ...nothing, catalogue });
  const unrated = held(rating(null));
  expect(guardsLess(held(rating("medium")), unrated)).toBe(true);
  expect(guardsLess(held(rating("medium", true)), unrated)).toBe(false);
  expect(guardsLess(held(rating("low", true)), unrated)).toBe(true);
  expect(guardsLess(held(rating("low")), held(rating("low", true)))).toBe(true);
  expect(guardsLess(held(rating("high")), held(rating("critical")))).toBe(true);
  expect(guardsLess(held(rating("critical")), held(rating("high")))).toBe(false);
  expect(guardsLess(unrated, unrated)).toBe(false);
});

test("risk words are ordered", () => {
  expect(compareRisk("low", "medium")).toBeLessThan(0);
  expect(compareRisk("critical", "high")).toBeGreaterThan(0);
  expect(compareRisk("high", "high")).toBe(0);
});

test("of two mediums, the one that needs a person is stricter", () => {
  const asks = resolveRisk({ ...nothing, catalogue: rating("medium", true) });
  const runs = resolveRisk({ ...nothing, catalogue: rating("medium") });
  expect(stricter(asks, runs)).toBe(true);
  expect(stricter(runs, asks)).toBe(false);
  expect(stricter(asks, asks)).toBe(false);
});
