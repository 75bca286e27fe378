import { expect, test } from "vitest";
import { tabTitle } from "./tab-title";

test("is one line of at most 70 signs, with hidden characters spelled out", () => {
  expect(tabTitle("Refund €5\n to  Ada")).toBe("Refund €5 to Ada");
  expect(tabTitle("pay\u202epal")).not.toContain("\u202e");
  expect([...tabTitle("🙂".repeat(100))]).toHaveLength(70);
  expect(tabTitle("🙂".repeat(70))).not.toContain("…");
});
