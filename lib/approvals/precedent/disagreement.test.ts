import { describe, expect, test } from "vitest";
import { countedReads } from "@/gateway/testing/reads";
import { parseJson } from "@/lib/core/json/parse";
import { disagreementOf } from "./disagreement";
import { holdingsOf } from "./held-numbers";
import { type ClaimedCall, FINE, WRONG } from "./testing/claimed-calls";

const NOT_TOLD = [
  "with an id beside it",
  "a quantity, as a fact",
  "as text in the arguments",
  "inside a query",
  "the number behind the noun",
];

const found = ({ summary, howMany, args }: ClaimedCall) =>
  disagreementOf({ summary, howMany, args: parseJson(JSON.stringify(args)) });

describe("numbers that a call's words claim", () => {
  test.each(FINE.map((one) => [one.says, one] as const))("are not accused: %s", (_, one) => {
    expect(found(one)).toBeNull();
  });

  test("are told only where they can be said again digit by digit", () => {
    const args = '{"users":[{"id":1},{"id":2}]}';
    const told = (howMany: string) => disagreementOf({ summary: null, howMany, args: parseJson(args) });
    expect(told("999,999,999,999,999")?.claimed).toBe(999_999_999_999_999);
    expect(told("9,999,999,999,999,999")).toBeNull();
    const summary = "Delete 9,999,999,999,999,999 users";
    expect(disagreementOf({ summary, howMany: undefined, args: parseJson(args) })).toBeNull();
  });

  test("are looked for in the largest arguments that are taken, whatever their names", () => {
    const words = "Remove 2 users, 3 people, 4 ids, 5 items ".repeat(12).slice(0, 500);
    for (const name of ["user_ids", "to", "item", "count_of_seats", "ids"]) {
      const readsOf = (count: number) => {
        const members = Array.from({ length: count }, (_, at) => `"${name}${"x".repeat(at % 3)}${at}":[1]`);
        const { value: args, reads } = countedReads(parseJson(`{${members.join(",")}}`));
        expect(disagreementOf({ summary: words, howMany: 7, args }), name).toBeNull();
        const steps = reads();
        // Only short lists of people are combined in pairs.
        expect(holdingsOf(args), name).toHaveLength(count);
        return steps;
      };
      expect(readsOf(9_000), name).toBeLessThanOrEqual(2.1 * readsOf(4_500));
    }
  });

  test("are told, all but five of 46, where the arguments hold another number", () => {
    const missed = WRONG.filter((one) => found(one) === null).map(({ says }) => says);
    // Contradictions it misses: the price of never accusing a call that may be true.
    expect([missed, WRONG.length]).toEqual([NOT_TOLD, 46]);
    for (const one of WRONG.filter(({ says }) => !missed.includes(says))) {
      const { claimed, held } = found(one) ?? {};
      expect({ says: one.says, claimed, held }).toEqual({ says: one.says, ...one.wrong });
    }
  });
});
