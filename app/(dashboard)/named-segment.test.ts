import { expect, test } from "vitest";
import { namedSegment } from "./named-segment";

test.each([
  ["acme", "acme"],
  ["FB-1%40acme", "FB-1@acme"],
  ["caf%C3%A9%20%2F%25", "café /%"],
  ["%2540", "%40"],
])("the segment %s names %s", (segment, name) => {
  expect(namedSegment(segment)).toBe(name);
});

test.each(["%", "%ff", "%E0%A4%A", "%00", "a".repeat(201)])("the segment %s is no page", (segment) => {
  expect(() => namedSegment(segment)).toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});
