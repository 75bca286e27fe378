import { expect, test } from "vitest";
import { tryCallInput } from "./schema";

test("a pasted call is read as the gate reads it, and what is wrong is said", () => {
  const text = '{"tenant":"acme","tool":"t","arguments":{"n":9007199254740993}}';
  expect(tryCallInput.parse({ text }).call.arguments.text).toBe('{"n":9007199254740993}');
  for (const wrong of ["", "{", '{"tenant":"acme"}', `${text} x`])
    expect(tryCallInput.safeParse({ text: wrong }).success).toBe(false);
});
