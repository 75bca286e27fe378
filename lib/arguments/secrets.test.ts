import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { isSecret, maskSecret, secretSpans } from "./secrets";

describe("secrets", () => {
  test.each([
    ["password"],
    ["apiKey"],
    ["api_key"],
    ["X-Api-Key".slice(2)],
    ["Authorization"],
    ["client_secret"],
    ["access-token"],
    ["card_number"],
    ["cvv"],
    ["Set-Cookie"],
  ])("%s is masked", (name) => {
    expect(isSecret(["config", name])).toBe(true);
    expect(maskSecret([name], "hunter2😀")).toEqual({ length: 8 });
  });

  test.each([
    ["subject"],
    ["max_tokens"],
    ["key"],
    ["author"],
    ["cardinality"],
    ["passenger"],
    ["tokenizer"],
    ["iban"],
  ])("%s is not", (name) => {
    expect(maskSecret([name], "x")).toBeNull();
  });

  test("everything under a secret's name is one", () => {
    expect(isSecret(["credentials", "user", 0])).toBe(true);
  });

  test("are found in the raw text", () => {
    const text = '{"a":1,"auth":{"token":"abc","n":42},"b":"x"}';
    expect(secretSpans(parseJson(text)).map((s) => [text.slice(s.start, s.end), s.length])).toEqual([
      ['"abc"', 3],
      ["42", 2],
    ]);
  });
});
