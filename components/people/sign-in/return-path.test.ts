import { expect, test } from "vitest";
import { safeReturnPath } from "./return-path";

const OWN = "https://countersign.example";

test.each([
  ["/approvals/1?view=high", "/approvals/1?view=high"],
  [`${OWN}/approvals?q=a%20b`, "/approvals?q=a%20b"],
  ["/approvals/../approvals/2", "/approvals/2"],
])("a path of our own site is kept: %s", (asked, kept) => {
  expect(safeReturnPath(asked, OWN)).toBe(kept);
});

test.each([
  undefined,
  "",
  "approvals",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "\\\\evil.example",
  "https://evil.example/approvals",
  `${OWN}.evil.example/`,
  `${OWN}//evil.example`,
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/.\\/evil.example",
  "/approvals/../..//evil.example/approvals",
  `${OWN}/.//evil.example`,
  "javascript:alert(1)",
  "/signin?callbackUrl=/signin",
  "/setup",
  "/api/auth/signout",
])("anything else leads to the start page: %j", (asked) => {
  expect(safeReturnPath(asked, OWN)).toBe("/approvals");
});

test("of several, the first counts", () => {
  expect(safeReturnPath(["/approvals/3", "//evil.example"])).toBe("/approvals/3");
});
