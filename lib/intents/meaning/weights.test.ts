import { expect, test } from "vitest";
import { type Example, groupedExamples, labelledExamples, named, score, weigh } from "../testing/meaning";
import { ENOUGH } from "./rules";
import { SIGNS } from "./signs";

const LABELLED = ["tuning", "held-out", "second", "tuning-second"];
const GROUPED = ["tuning", "tuning-second", "held-out"];

const sets = LABELLED.map((name) => [name, labelledExamples(name)] as const);
const grouped = GROUPED.flatMap(groupedExamples);

// After a change of signs or words: `npx vitest run lib/intents/meaning/weights.test.ts -u`
test("the weights are those of the labelled sets", async () => {
  const weights = weigh([...sets.flatMap(([, examples]) => examples), ...grouped]);
  await expect(`${JSON.stringify(named(weights, SIGNS), null, 2)}\n`).toMatchFileSnapshot("weights.json");
});

const rate = (weights: readonly number[], all: readonly Example[], meaningful: boolean) => {
  const of = all.filter((one) => one.meaningful === meaningful);
  return of.filter(({ values }) => score(weights, values) >= ENOUGH === meaningful).length / of.length;
};

const THIRDS = [0, 1, 2];

test.each(sets)("weights made without a third of each set hold on it: %s", (_name, own) => {
  const without = (all: readonly Example[], third: number) => all.filter((_, at) => at % 3 !== third);
  const [kept, caught] = [true, false].map((meaningful) => {
    const rates = THIRDS.map((third) => {
      const made = weigh([...sets.flatMap(([, all]) => without(all, third)), ...without(grouped, third)]);
      return rate(
        made,
        own.filter((_, at) => at % 3 === third),
        meaningful,
      );
    });
    return rates.reduce((sum, one) => sum + one, 0) / THIRDS.length;
  });
  expect(kept).toBeGreaterThanOrEqual(0.9);
  expect(caught).toBeGreaterThanOrEqual(0.85);
});

test("weights made without the second set, by another writer, hold on it", () => {
  const others = sets.filter(([name]) => name !== "second").flatMap(([, examples]) => examples);
  const weights = weigh([...others, ...grouped]);
  const second = labelledExamples("second");
  expect(rate(weights, second, true)).toBeGreaterThanOrEqual(0.92);
  expect(rate(weights, second, false)).toBeGreaterThanOrEqual(0.85);
});
