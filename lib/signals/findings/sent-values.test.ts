import { expect, test } from "vitest";
import { valuesOf } from "./sent-values";

test("of many different values of a field only fifty are read, those sent most often first", () => {
  const sent = (value: string) => ({ field: "mode", kind: "value", value, message: "is wrong" }) as const;
  const head = "x".repeat(100);
  const many = Array.from({ length: 60 }, (_, at) => sent(JSON.stringify(`${head}${at}`)));
  const [shown, ...others] = valuesOf([...many, sent('"often"'), sent('"often"')]).toReversed();
  expect(others).toMatchObject([{ calls: 49 }]);
  expect(shown).toMatchObject({ value: '"often"', calls: 2 });
});
