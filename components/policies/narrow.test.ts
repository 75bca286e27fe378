import { expect, test } from "vitest";
import { EVERY_CALL, type Policy } from "@/lib/policies/types";
import { draftOf } from "./draft";
import { narrowed } from "./narrow";

const policy = (name: string, tools: string[]): Policy => ({
  name,
  on: true,
  action: "deny",
  reason: "Ask the finance team.",
  match: { ...EVERY_CALL, tools },
});

const draft = draftOf([
  policy("Refunds", ["*refund*"]),
  policy("Everything", []),
  policy("Mail", ["send-mail"]),
]);
const found = (text: string, tool = "", open?: number) =>
  narrowed(draft, { text, tool }, open).map(({ policy: { name }, at }) => `${at} ${name}`);

test("policies are found by words of their names and sentences, and keep their places", () => {
  expect(found("")).toEqual(["0 Refunds", "1 Everything", "2 Mail"]);
  expect(found("MAIL")).toEqual(["2 Mail"]);
  expect(found("finance send")).toEqual(["2 Mail"]);
  expect(found("nothing of it")).toEqual([]);
});

test("of a tool, those are found that could decide its calls: also those that name no tool", () => {
  expect(found("", "Create_Refund")).toEqual(["0 Refunds", "1 Everything"]);
  expect(found("", "send-mail")).toEqual(["1 Everything", "2 Mail"]);
  expect(found("mail", "create_refund")).toEqual([]);
});

test("the one that is being changed stays, so that it can be kept or dropped", () => {
  expect(found("mail", "", 1)).toEqual(["1 Everything", "2 Mail"]);
  expect(found("", "create_refund", 2)).toEqual(["0 Refunds", "1 Everything", "2 Mail"]);
});
