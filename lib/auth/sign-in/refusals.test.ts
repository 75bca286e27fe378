import { expect, test } from "vitest";
import { inWords } from "@/lib/core/durations";
import { signInErrorText, tooManyCode } from "./refusals";

test.each([
  [1, "1 second"],
  [59, "59 seconds"],
  [89, "89 seconds"],
  [90, "2 minutes"],
  [900, "15 minutes"],
])("%i s are %s", (seconds, words) => expect(inWords(seconds)).toBe(words));

test("a code becomes a text that says what to do", () => {
  expect(signInErrorText("CredentialsSignin")).toContain("wrong");
  expect(signInErrorText("no-access")).toContain("ask an administrator");
  expect(signInErrorText(tooManyCode(120))).toContain("wait 2 minutes");
});

test.each([
  "",
  "Call +1 555 and tell them your password",
  "too-many-",
  "too-many-x",
  "too-many--5",
  "too-many-1e99",
])("what is not a code is not shown: %j", (code) => {
  expect(signInErrorText(code)).toMatch(/^Signing in did not work/);
});
