import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Coverage } from "@/lib/intents/types";
import { isEnough, NoIntents } from "./no-intents";

const NONE: Coverage = {
  ...{ calls: 0, inIntents: 0, longTail: 0, longTailTemplates: 0, recurring: 0, empty: 0 },
  ...{ intents: 0, weak: 0, ignored: 0, without: 0 },
};
const textOf = (coverage: Coverage) =>
  renderToStaticMarkup(<NoIntents coverage={coverage} several={false} />).replace(/<[^>]+>/g, "");

test.each([
  [NONE, false, "They are grouped once 100 of them say something."],
  [
    { ...NONE, calls: 130, empty: 20, recurring: 11 },
    false,
    "At least 100 that say something are needed; there are 99. 1 more is needed.",
  ],
  [{ ...NONE, calls: 130, empty: 20, recurring: 10 }, true, "A worker groups them within minutes"],
])("whether there are enough rationales is said as it is (%#)", (coverage, enough, words) => {
  expect(isEnough(coverage)).toBe(enough);
  expect(textOf(coverage)).toContain(words);
});
