import { describe, expect, test } from "vitest";
import { DomainError } from "../errors";
import { refuse, textIn } from "./filters";
import { id, oneOf, text, time, timestamp } from "./kinds";
import { defineList, type FilterOf } from "./list";

const list = defineList({
  path: "/things",
  name: "things",
  views: { of: ["open", "all"], usual: ({ state }) => (state ? "all" : "open") },
  filters: { q: text(), state: oneOf(["new", "gone"]), since: time() },
  cursor: [timestamp(), id()],
});
const cursor = list.cursor.write([new Date(0), "01999999-0000-7000-8000-000000000000"]);
const filter = (over: Partial<FilterOf<typeof list>> = {}): FilterOf<typeof list> => ({
  view: "open",
  ...over,
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["  ", undefined],
  ["\0", undefined],
  [" a b ", "a b"],
  ["a\0b", "ab"],
  ["\ud800", "\ufffd"],
  [["a", "b"], "a"],
  [["", "b"], undefined],
])("the text in %j is %j", (value, expected) => {
  expect(textIn(value)).toBe(expected);
});

describe("an address", () => {
  test("is read as a filter", () => {
    const search = { view: "all", q: " x ", state: "new", since: "2026-11-01", cursor, other: "1" };
    expect(list.parse(search)).toEqual({
      filter: { view: "all", q: "x", state: "new", since: "2026-11-01", cursor },
      problems: [],
    });
  });

  test("of nothing is the plain list, in the view that is usual, or the reader's own", () => {
    expect(list.parse({})).toEqual({ filter: { view: "open" }, problems: [] });
    expect(list.parse({ state: "gone" }).filter.view).toBe("all");
    expect(list.parse({}, "all").filter.view).toBe("all");
  });

  test("that is wrong in parts keeps the rest, and says what is wrong", () => {
    const { filter: kept, problems } = list.parse({
      view: "mine",
      q: "x".repeat(300),
      state: "purple",
      since: "2026-11-01",
      cursor: "zzz",
    });
    expect(kept).toEqual({ view: "open", since: "2026-11-01" });
    expect(problems).toEqual([
      { name: "view", sent: "mine", accepts: "one of: open, all" },
      { name: "q", sent: "x".repeat(300), accepts: "a text of at most 200 characters" },
      { name: "state", sent: "purple", accepts: "one of: new, gone" },
      { name: "cursor", sent: "zzz", accepts: null },
    ]);
  });
});

describe("a link", () => {
  test("says what is set, in one order, and leaves the usual view and the page out", () => {
    expect(list.link(filter())).toBe("/things");
    expect(list.link(filter({ state: "new", q: "a&b", cursor }))).toBe("/things?view=open&q=a%26b&state=new");
    expect(list.link(filter({ view: "all", state: "new" }))).toBe("/things?state=new");
  });

  test("changes what it is told, the page included, and may lead elsewhere", () => {
    expect(list.link(filter({ q: "a" }), { q: undefined, view: "all" })).toBe("/things?view=all");
    expect(list.link(filter({ q: "a" }), { cursor })).toBe(`/things?q=a&cursor=${cursor}`);
    expect(list.link(filter({ q: "a" }), {}, "/files?format=csv")).toBe("/files?format=csv&q=a");
    expect(list.rowLink(filter({ q: "a", cursor }), "7")).toBe(`/things/7?q=a&cursor=${cursor}`);
  });

  test("away from a filter is on its chip", () => {
    expect(list.chips(filter({ q: "a", state: "new", cursor }))).toEqual([
      { name: "q", value: "a", href: "/things?view=open&state=new" },
      { name: "state", value: "new", href: "/things?q=a" },
    ]);
    expect(list.isNarrowed(filter({ cursor }))).toBe(false);
    expect(list.entries(filter({ q: "a" }))).toEqual([
      ["view", "open"],
      ["q", "a"],
    ]);
  });
});

test("where nobody could be told, an address that is wrong in parts is refused", () => {
  expect(() => refuse([])).not.toThrow();
  expect(() => refuse(list.parse({ state: "purple" }).problems)).toThrow(DomainError);
});
