import { expect, test } from "vitest";
import { between } from "@/components/ui/list/selection";
import { BULK_MAX } from "@/lib/approvals/types";
import { whyNotTogether, wrongOf } from "./selected";
import { type SelectedCall, withCalls } from "./selection";

const call = (id: string, over: Partial<SelectedCall> = {}): SelectedCall => ({
  id,
  revision: 1,
  argumentsSha256: id.repeat(64).slice(0, 64),
  headline: id,
  tool: "t",
  risk: "low",
  decideBy: new Date(0),
  ...over,
});

test("what is selected stays as it was seen, also when the row changes", () => {
  const first = withCalls(new Map(), [call("a")], true).selection;
  expect([...first.values()]).toEqual([call("a")]);
  expect(withCalls(first, [call("a")], false).selection.size).toBe(0);
});

test("what does not fit is said, never dropped in silence", () => {
  const many = Array.from({ length: BULK_MAX + 1 }, (_, i) => call(`c${i}`));
  const { selection, full } = withCalls(new Map(), many, true);
  expect([selection.size, full]).toEqual([BULK_MAX, true]);
});

test("Shift takes all rows between, either way", () => {
  const shown = ["a", "b", "c", "d"];
  expect(between(shown, "b", "d")).toEqual(["b", "c", "d"]);
  expect(between(shown, "d", "b")).toEqual(["b", "c", "d"]);
  expect(between(shown, null, "c")).toEqual(["c"]);
  expect(between(shown, "gone", "c")).toEqual(["c"]);
});

test("one tool, nothing critical, no more than can be read", () => {
  const of = (...calls: SelectedCall[]) => whyNotTogether(withCalls(new Map(), calls, true).selection);
  expect(of(call("a"), call("b"))).toBeNull();
  expect(of(call("a"), call("b", { risk: "critical" }))).toBe("critical");
  expect(of(call("a"), call("b", { tool: "u" }))).toBe("tools");
  expect(of(...Array.from({ length: 21 }, (_, i) => call(`c${i}`)))).toBe("many");
});

test("calls that wait and calls that went wrong are never selected together", () => {
  const wrong = call("b", { changedAt: new Date(1) });
  const waiting = withCalls(new Map(), [call("a")], true).selection;
  expect(wrongOf(waiting)).toEqual([]);
  const { selection } = withCalls(waiting, [wrong], true);
  expect([...selection.values()]).toEqual([wrong]);
  expect(wrongOf(selection)).toEqual([wrong]);
  expect([...withCalls(selection, [call("a")], true).selection.keys()]).toEqual(["a"]);
});
