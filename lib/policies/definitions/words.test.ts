import { describe, expect, test } from "vitest";
import type { JsonObject } from "@/gateway/lint/definition";
import type { ArgumentCondition } from "../conditions/types";
import { nearestPath } from "./nearest";
import { placeAt } from "./paths";
import { problemOf } from "./words";

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    recipients: { type: "array", items: { type: "string" } },
    amount: { type: ["number", "null"] },
    total: { anyOf: [{ type: "string" }, { type: "integer" }] },
    price: { type: "string" },
    dryRun: { type: "boolean" },
    mode: { type: "string", enum: ["draft", "send"] },
    audience: { $ref: "#/$defs/audience" },
    extra: { type: "object" },
    labels: { type: "object", additionalProperties: { type: "integer" } },
    "a/b": { type: "number" },
    remote: { $ref: "https://example.com/schema" },
  },
  $defs: {
    audience: {
      type: "object",
      properties: { size: { type: "integer" }, parent: { $ref: "#/$defs/audience" } },
    },
  },
};

const problem = (condition: object, allows = false) => {
  const whole = condition as ArgumentCondition;
  return problemOf(whole, placeAt(SCHEMA, whole.path), allows);
};

test.each<[condition: object, words: string | null]>([
  [{ path: "/amount", op: "over", value: 1 }, null],
  [{ path: "/total", op: "over", value: 1 }, null],
  [{ path: "/audience/parent/size", op: "over", value: 1 }, null],
  [{ path: "/labels/anything", op: "over", value: 1 }, null],
  [{ path: "/recipients/*", op: "matches", value: "*@acme.example" }, null],
  [{ path: "/recipients/0", op: "exists" }, null],
  [{ path: "/recipients", op: "longer_than", value: 10 }, null],
  [{ path: "/a~1b", op: "over", value: 1 }, null],
  [{ path: "/mode", op: "equals", value: "send" }, null],
  [{ path: "/price", op: "equals", value: 10 }, null],
  // The definition does not say what is in there.
  [{ path: "/extra/anything/at/all", op: "over", value: 1 }, null],
  [{ path: "/remote/size", op: "over", value: 1 }, null],
  [{ path: "/bcc", op: "missing" }, null],
  [
    { path: "/Recipients", op: "missing" },
    "has no argument /Recipients in its definition. The nearest that exists is /recipients.",
  ],
  [
    { path: "/Recipients", op: "exists" },
    "has no argument /Recipients in its definition. The nearest that exists is /recipients.",
  ],
  [
    { path: "/dry_run", op: "exists" },
    "has no argument /dry_run in its definition. The nearest that exists is /dryRun.",
  ],
  [
    { path: "/size", op: "over", value: 1 },
    "has no argument /size in its definition. The nearest that exists is /audience/size.",
  ],
  [
    { path: "/ammount", op: "over", value: 1 },
    "has no argument /ammount in its definition. The nearest that exists is /amount.",
  ],
  [
    { path: "/zzz", op: "exists" },
    "has no argument /zzz in its definition. It has /recipients, /amount, /total, /price.",
  ],
  [
    { path: "/recipients", op: "over", value: 1_000 },
    "takes a list at /recipients, and a list always fits this policy by this comparison. Compare its length with “is longer than”. Each entry is at /recipients/*.",
  ],
  [
    { path: "/price", op: "over", value: 1 },
    "takes a text at /price. Only plain digits compare as a number: “1,500” always fits this policy.",
  ],
  [
    { path: "/dryRun", op: "under", value: 1 },
    "takes true or false at /dryRun, which always fits this policy by this comparison.",
  ],
  [
    { path: "/amount", op: "equals", value: "1,500" },
    "takes a number at /amount, and the text “1,500” never equals that. Write a number without quotes and separators.",
  ],
  [
    { path: "/dryRun", op: "in", value: [true, "yes"] },
    "takes true or false at /dryRun, and the text “yes” never equals that.",
  ],
  [{ path: "/mode", op: "equals", value: "Send" }, "takes only “draft” or “send” at /mode, not “Send”."],
  [
    { path: "/recipients", op: "matches", value: "*@acme.example" },
    "takes a list at /recipients, and a pattern matches texts only. Each entry is at /recipients/*.",
  ],
  [
    { path: "/amount", op: "longer_than", value: 3 },
    "takes a number at /amount, which has no length to compare.",
  ],
])("%j", (condition, words) => {
  expect(problem(condition)).toBe(words);
});

test("what lets calls run never takes a value that is no number", () => {
  expect(problem({ path: "/price", op: "under", value: 10 }, true)).toContain(
    "“1,500” never fits this policy",
  );
});

describe("the nearest path", () => {
  test("is by spelling, then by name, then by a few letters", () => {
    const all = ["/to", "/mail/toWhom", "/to_whom", "/recipient"];
    expect(nearestPath("/toWhom", all)).toEqual({ path: "/to_whom", isSpelling: true });
    expect(nearestPath("/recipients", all)?.path).toBe("/recipient");
    expect(nearestPath("/to/0", all)?.path).toBe("/to");
    expect(nearestPath("/zzz", all)).toBeNull();
  });
});
