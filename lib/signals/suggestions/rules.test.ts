import { describe, expect, test } from "vitest";
import { placesOf } from "@/gateway/lint/places";
import { suggest, type ToolFigures } from "./rules";

const SINCE = "2026-11-01";

const figures = (over: Partial<ToolFigures> = {}): ToolFigures => ({
  toolId: "t",
  since: SINCE,
  boundaries: null,
  attempts: { all: 40, ended: 40, worked: 30, abandoned: 1 },
  switches: [],
  refused: [],
  places: [],
  unused: null,
  rating: { rated: null, effective: "medium", rule: null },
  approvals: null,
  ...over,
});

const kinds = (over: Partial<ToolFigures>) =>
  suggest(figures(over)).map(({ kind, about }) => `${kind} ${about}`);

test("a tool with good figures has no suggestion", () => {
  expect(suggest(figures())).toEqual([]);
});

describe("split", () => {
  const rate = { calls: 50, rate: 0.2, lower: 0.1 };
  test("where an axis pair is in half of the events of a warning, and only there", () => {
    const split = { axes: ["extraction", "transport"] as const, events: 6 };
    const [found] = suggest(figures({ boundaries: { split, events: 10, rate } }));
    expect(found).toMatchObject({
      kind: "split",
      weight: 10,
      evidence: { rule: "axes", axes: ["extraction", "transport"], together: 6, events: 10, calls: 50 },
    });
    expect(kinds({ boundaries: { split: null, events: 10, rate } })).toEqual([]);
  });
});

describe("recompose", () => {
  const attempts = { all: 40, ended: 40, worked: 20, abandoned: 5 };
  test.each([
    ["often enough", { switched: 12, sessions: 6 }, ["recompose parse"]],
    ["by one agent in a loop", { switched: 12, sessions: 4 }, []],
    ["rarely", { switched: 5, sessions: 5 }, []],
  ])("agents went on with another tool %s", (_, { switched, sessions }, found) => {
    expect(kinds({ attempts, switches: [{ to: "parse", switched, sessions }] })).toEqual(found);
  });

  test("a tool that is left by all is retired, not brought together", () => {
    const all = { all: 12, ended: 12, worked: 0, abandoned: 0 };
    const switches = [{ to: "parse", switched: 12, sessions: 12 }];
    expect(kinds({ attempts: all, switches })).toEqual(["retire handed_on"]);
    expect(kinds({ attempts: { ...all, all: 9, ended: 9 }, switches })).toEqual(["recompose parse"]);
    expect(kinds({ attempts: { ...all, worked: 1 }, switches })).toEqual(["recompose parse"]);
    expect(kinds({ attempts: { ...all, abandoned: 12 }, switches: [] })).toEqual([]);
  });
});

describe("tighten", () => {
  const refusedAt = (
    path: string,
    keyword: ToolFigures["refused"][number]["keyword"],
    calls = 5,
    sessions = 3,
  ) => ({
    ...{ path, keyword, calls, sessions, spot: `${path} ${keyword}`, values: [], allowed: [] },
  });
  const places = placesOf({
    type: "object",
    properties: {
      open: { type: "string" },
      listed: { type: "string", enum: ["a", "b"] },
      untyped: {},
      bounded: { type: "integer", minimum: 1 },
      day: { type: "string", format: "date" },
      tests: { type: "array", items: { type: "object", properties: { level: { type: "integer" } } } },
    },
  });
  test.each([
    ["/open", "enum", true],
    ["/listed", "enum", false],
    ["/untyped", "type", true],
    ["/open", "type", false],
    ["/bounded", "minimum", false],
    ["/bounded", "maximum", true],
    ["/day", "format", false],
    ["/open", "format", true],
    ["/tests/*/level", "maximum", true],
    ["/nowhere", "enum", false],
    ["/open", "other", false],
    ["/open", "required", false],
  ] as const)("%s refused by %s: %s", (path, keyword, found) => {
    const all = suggest(figures({ refused: [refusedAt(path, keyword)], places }));
    expect(all.map(({ kind }) => kind)).toEqual(found ? ["tighten"] : []);
    if (found) expect(all[0]?.evidence).toMatchObject({ field: path.slice(1).replace("/*/", "[].") });
  });

  test("few calls or few sessions say nothing; one field is named once, for what is refused most", () => {
    expect(kinds({ refused: [refusedAt("/open", "enum", 4)], places })).toEqual([]);
    expect(kinds({ refused: [refusedAt("/open", "enum", 9, 2)], places })).toEqual([]);
    const both = [refusedAt("/open", "format", 5), refusedAt("/open", "enum", 8)];
    expect(suggest(figures({ refused: both, places })).map(({ weight }) => weight)).toEqual([8]);
  });
});

describe("retire", () => {
  const unused = { days: 30, advertised: "2026-10-01", neighbours: 100, alone: true, since: SINCE };
  const attempts = { all: 0, ended: 0, worked: 0, abandoned: 0 };
  test.each([
    ["never called, among tools that are", unused, ["retire unused"]],
    ["too young", { ...unused, days: 29 }, []],
    ["one of many that are not used", { ...unused, alone: false }, []],
    ["beside tools that nobody calls either", { ...unused, neighbours: 99 }, []],
  ])("a tool that is %s", (_, one, found) => {
    expect(kinds({ unused: one, attempts })).toEqual(found);
  });
});

describe("rate anew", () => {
  const approvals = { all: 10, fast: 10, medianSeconds: 8, looked: null, since: SINCE };
  const high = { rated: "high", effective: "high", rule: null } as const;
  test("where people approve every held call at once, and the tool still waits for them", () => {
    expect(kinds({ rating: high, approvals })).toEqual(["rate fast"]);
    expect(kinds({ rating: high, approvals: { ...approvals, fast: 9 } })).toEqual([]);
    expect(kinds({ rating: high, approvals: { ...approvals, all: 9, fast: 9 } })).toEqual([]);
    expect(kinds({ rating: { ...high, effective: "low" }, approvals })).toEqual([]);
  });

  test.each([
    ["low", "high", ["rate rule low high"]],
    ["critical", "low", ["rate rule critical low"]],
    ["medium", "high", []],
    [null, "critical", []],
  ] as const)("rated %s where the rule says %s", (rated, risk, found) => {
    const rating = { rated, effective: rated ?? risk, rule: { risk, name: "deletes" } };
    expect(kinds({ rating })).toEqual(found);
  });
});
