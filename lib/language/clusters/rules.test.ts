import { expect, test } from "vitest";
import { averageLinkage } from "./linkage";
import { jaccard, keptIds } from "./matching";
import { namesOf } from "./naming";
import { clustersOf } from "./rules";
import { type Lines, type Links, NO_LINKS, type Point } from "./types";

/** Points on a circle: the cosine of two is that of their angle. */
function point(id: string, degrees: number, { tool = "read", weight = 1, text = id } = {}): Point {
  const angle = (degrees / 180) * Math.PI;
  return {
    id,
    provider: null,
    tool,
    text,
    weight,
    vector: Float32Array.from([Math.cos(angle), Math.sin(angle)]),
  };
}

const lines: Lines = { fold: 0.9999, meaning: 1, otherTool: 0, join: 0.1, splinter: 0.9, assign: 0.9 };

const ids = (groups: readonly (readonly Point[])[]) =>
  groups.map((group) => group.map(({ id }) => id).toSorted()).toSorted();

const cluster = async (points: readonly Point[], links: Links = NO_LINKS, own: Partial<Lines> = {}) =>
  ids(await clustersOf(points, links, { ...lines, ...own }));

const near = [point("a", 0), point("b", 3), point("c", 6), point("d", 9)];
const far = [point("x", 90), point("y", 93), point("z", 96)];

test("what is near each other is one group, what is far is another, whatever the order", async () => {
  const groups = [
    ["a", "b", "c", "d"],
    ["x", "y", "z"],
  ];
  expect(await cluster([...near, ...far])).toEqual(groups);
  expect(await cluster([...far, ...near].toReversed())).toEqual(groups);
});

test("what people put together is together, however far it is", async () => {
  expect(await cluster([...near, ...far], { together: [["a", "x"]], apart: [] })).toEqual(
    [["a", "b", "c", "d", "x", "y", "z"]].map((all) => all.toSorted()),
  );
});

test("what people keep apart is apart, also where it would be folded or taken for a splinter", async () => {
  const apart: Links = { together: [], apart: [["a", "b"]] };
  const twins = [point("a", 0), point("b", 0), point("c", 1), point("d", 2)];
  for (const groups of [await cluster(twins, apart), await cluster(near, apart)]) {
    const of = (id: string) => groups.findIndex((group) => group.includes(id));
    expect(of("a")).not.toBe(of("b"));
    expect(groups.flat()).toHaveLength(4);
  }
});

test("what people put into one intent is one group, apart from what they put into another, and others join it by likeness", async () => {
  const placed = (one: Point, intent: string): Point => ({ ...one, placed: intent });
  const [a, b, c, d] = near;
  const [x, y, z] = far;
  if (!a || !b || !c || !d || !x || !y || !z) throw new Error("there are too few points");
  // Merged by people from a distance: new points near either of them join too.
  const merged = [placed(a, "one"), placed(x, "one"), point("new a", 0), point("new x", 90), y, z];
  const groups = await cluster(merged);
  expect(groups).toContainEqual(["a", "new a", "new x", "x"]);
  // Split by people: very near but two groups, also with one template each.
  expect(await cluster([placed(a, "one"), placed(b, "two"), placed(c, "one"), placed(d, "one")])).toEqual([
    ["a", "c", "d"],
    ["b"],
  ]);
  expect(await cluster([placed(a, "one"), placed(b, "two")], { together: [["a", "b"]], apart: [] })).toEqual([
    ["a"],
    ["b"],
  ]);
});

test("apart holds where people said both", async () => {
  const groups = await cluster(near, { together: [["a", "b"]], apart: [["b", "a"]] });
  expect(groups.some((group) => group.includes("a") && group.includes("b"))).toBe(false);
});

test("nothing of another tool is folded, and a splinter joins the nearest group", async () => {
  const other = point("o", 0, { tool: "write" });
  expect(await cluster([...near, other])).toEqual([["a", "b", "c", "d", "o"]]);
  expect(await cluster([...near, ...far, point("s", 30)], NO_LINKS, { splinter: 0.8 })).toEqual([
    ["a", "b", "c", "d", "s"],
    ["x", "y", "z"],
  ]);
  expect(await cluster([...near, ...far, point("s", 45)], NO_LINKS, { splinter: 0.8 })).toContainEqual(["s"]);
});

test("no points are no groups, one is its own", async () => {
  expect(await cluster([])).toEqual([]);
  expect(await cluster([point("a", 0)])).toEqual([["a"]]);
});

test("average linkage joins by the mean of all distances, as the plain way to do it does", async () => {
  const at = Array.from({ length: 40 }, (_, index) => Math.abs(Math.sin(index * index + 1)));
  const distance = (a: number, b: number) => Math.abs((at[a] ?? 0) - (at[b] ?? 0));
  const plain = at.map((_, index) => [index]);
  const mean = (one: number[], other: number[]) =>
    one.reduce((sum, a) => sum + other.reduce((part, b) => part + distance(a, b), 0), 0) /
    (one.length * other.length);
  for (;;) {
    let best = { a: -1, b: -1, away: 0.08 };
    for (const [a, one] of plain.entries())
      for (const [b, other] of plain.entries())
        if (a < b && mean(one, other) <= best.away) best = { a, b, away: mean(one, other) };
    if (best.a < 0) break;
    plain[best.a]?.push(...(plain[best.b] ?? []));
    plain.splice(best.b, 1);
  }
  const sorted = (groups: number[][]) =>
    groups.map((group) => group.toSorted((a, b) => a - b).join()).toSorted();
  expect(sorted(await averageLinkage(at.length, distance, 0.08))).toEqual(sorted(plain));
  expect(plain.length).toBeGreaterThan(3);
});

test("a group keeps the id that it shares most with, each id goes to one group, and what is new has none", () => {
  const known = [
    { id: "one", members: new Set(["a", "b", "c", "d"]) },
    { id: "two", members: new Set(["e", "f"]) },
    { id: "gone", members: new Set(["g"]) },
  ];
  const groups = [["a", "b"], ["c", "d", "e"], ["f", "n", "m"], ["q"], ["z"]].map((all) => new Set(all));
  expect(keptIds(known, groups)).toEqual(["one", null, "two", null, null]);
  expect(jaccard(new Set(["a", "b"]), new Set(["b", "c"]))).toBeCloseTo(1 / 3);
});

test("a name is a clause with the words that the group shares and others lack", () => {
  const refunds = [
    "Refund the duplicate charge",
    "Refund a charge that is duplicate",
    "Duplicate charge goes back",
  ];
  const deploys = ["Announce the deploy", "Deploy announced to customers", "Announce a deploy"];
  const group = (texts: string[], from: number) =>
    texts.map((text, at) => point(`${from}${at}`, from + at, { text }));
  const [refund, deploy] = namesOf([group(refunds, 0), group(deploys, 90)]);
  expect(refund).toMatchObject({
    name: expect.stringMatching(/^Refund (?:the duplicate charge|a charge that is duplicate)$/u),
    medoid: "01",
  });
  expect(deploy?.keywords.join(" ")).toContain("deploy");
  expect(deploy?.keywords).not.toContain("duplicate");
});

test.each([
  [
    "I need to refund the duplicate charge of order , because the customer asked",
    "Refund the duplicate charge of order",
  ],
  ["Let me see which pods are not ready before the release goes out", "See which pods are not ready"],
  ["Please, find out whether the parcel is lost", "The parcel is lost"],
  ["<b>Pay</b> the \u202eopen\u202c invoices; now!", "Invoices open pay"],
])("a name leaves out how a sentence opens and what follows its first clause: %s", (text, name) => {
  const [named] = namesOf([[point("a", 0, { text }), point("b", 1, { text })]]);
  expect(named?.name).toBe(name);
});
