import { expect, test } from "vitest";
import type { PolicyPreview } from "@/lib/policies/types";
import { differenceWords, previewHeadline, unknownSentences } from "./policies";

const preview = (over: Partial<PolicyPreview> = {}): PolicyPreview => ({
  since: new Date("2026-11-16T12:00:00Z"),
  until: new Date("2026-11-23T12:00:00Z"),
  calls: 1_204,
  complete: true,
  before: { pass: 1_000, wait: 200, deny: 4 },
  after: { pass: 962, wait: 240, deny: 2, unknown: 0 },
  changed: 40,
  notStored: { arguments: 0, facts: 0 },
  byPolicy: {},
  tools: [],
  otherTools: 0,
  changes: { added: [], removed: [], changed: [], reordered: false },
  ...over,
});

test("a preview is told by how many calls would have ended another way, and how", () => {
  expect(previewHeadline(preview())).toBe(
    "40 of 1,204 calls of the last 7 days would have ended another way.",
  );
  expect(differenceWords(preview())).toBe("40 more wait, 38 fewer pass, 2 fewer are refused");
  expect(previewHeadline(preview({ calls: 1, changed: 0 }))).toBe(
    "The one call of the last 7 days would have ended as it did.",
  );
  expect(previewHeadline(preview({ calls: 0, changed: 0 }))).toBe(
    "No call of the last 7 days is stored to try these policies on.",
  );
});

test("what a preview does not know is said", () => {
  expect(unknownSentences(preview())).toEqual([]);
  const partly = preview({
    after: { pass: 900, wait: 200, deny: 4, unknown: 100 },
    notStored: { arguments: 120, facts: 1 },
    complete: false,
  });
  expect(unknownSentences(partly)).toEqual([
    "The result of 100 calls is unknown, because Countersign did not store what a policy asks for.",
    "The arguments of 120 calls were not stored.",
    "Facts are not stored for 1 reported call.",
    "Only the newest 1,204 calls of these days were read: there are more.",
  ]);
});
