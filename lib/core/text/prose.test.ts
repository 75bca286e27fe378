import { expect, test } from "vitest";
import { redactProse } from "./redaction";

test.each([
  ['crm: {"password": "hunter2", "at": 1}', 'crm: {"password": [redacted], "at": 1}'],
  ["login?api_key=abc&x=1", "login?api_key=[redacted]&x=1"],
  ["--token 'x' secret = 'a b' end", "--token 'x' secret = [redacted] end"],
  ["Bearer abcdefghijk", "[redacted]"],
  ["token: expected a string", "token: expected a string"],
  ["name=Maya", "name=Maya"],
])("prose %j is told as %j", (text, told) => {
  expect(redactProse(text)).toBe(told);
});

test("a long hostile text costs no more than its length", () => {
  const started = performance.now();
  redactProse(`${"a-".repeat(50_000)}${'"token:'.repeat(20_000)}`);
  expect(performance.now() - started).toBeLessThan(1_000);
});
