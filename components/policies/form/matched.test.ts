import { expect, test } from "vitest";
import type { NameOffers } from "@/lib/policies/offers";
import { matchedBy } from "./matched";

const LISTS: NameOffers["lists"] = {
  ...{ tenants: [], gateways: [], providers: [], agents: [], models: [] },
  tools: [
    { name: "Refund_order", calls: 1_200 },
    { name: "refund_all", calls: 1 },
    { name: "list", calls: 0 },
  ],
  onBehalfOf: [{ name: "maya@acme.example", calls: 1 }],
};

const words = (patterns: readonly string[], { complete = true, allows = false } = {}) =>
  matchedBy("tools", patterns, { lists: LISTS, complete }, allows);

test("patterns say how many names and calls they match, together", () => {
  expect(words(["refund_*", "REFUND_ALL"])).toEqual({
    isNone: false,
    words: "2 tools, 1,201 calls in 7 days",
  });
  expect(words(["refund_all"]).words).toBe("1 tool, 1 call in 7 days");
  expect(words(["list"]).words).toBe("1 tool, 0 calls in 7 days");
  expect(words(["refund*"], { complete: false }).words).toBe("2 tools, 1,201+ calls in 7 days");
  expect(matchedBy("onBehalfOf", ["*@acme.example"], { lists: LISTS, complete: true }, false).words).toBe(
    "1 person, 1 call in 7 days",
  );
});

test("patterns that match nothing say so, and no more than what was read", () => {
  expect(words(["rm"])).toEqual({ isNone: true, words: "Matches no tool and no call in 7 days" });
  expect(words(["rm"], { complete: false }).words).toBe("Matches no tool and none of the newest calls");
});

test("names that only read the same count where the policy stops calls", () => {
  expect(words(["ｌist"]).isNone).toBe(false);
  expect(words(["ｌist"], { allows: true }).isNone).toBe(true);
});
