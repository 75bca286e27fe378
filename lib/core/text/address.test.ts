import { expect, test } from "vitest";
import { comparableName } from "./address";

test.each([
  ["Maya@Acme.example", "maya@acme.example"],
  ["maya@acme.example.", "maya@acme.example"],
  ["maya+jobs@acme.example", "maya@acme.example"],
  ["maya+a+b@acme.example..", "maya@acme.example"],
  ["ｍａｙａ@acme.example", "maya@acme.example"],
  ["Maya  Meier ", "maya meier"],
  ["ﬁle_delete", "file_delete"],
  ["delete_repo", "delete_repo"],
  ["+@acme.example", "+@acme.example"],
  ["@acme", "@acme"],
  ["maya+*@acme.example", "maya+*@acme.example"],
])("%j is compared as %j", (text, compared) => {
  expect(comparableName(text)).toBe(compared);
});
