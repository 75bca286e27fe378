import { expect, test } from "vitest";
import { asRows, diffArguments } from "@/lib/arguments/diff";
import { parseJson } from "@/lib/core/json/parse";
import { beforeOf, tableOf } from "./table";
import type { BulkItem } from "./types";

const item = (
  id: string,
  now: object,
  before: object | null = null,
  over: Partial<BulkItem> = {},
): BulkItem => ({
  id,
  revision: 1,
  argumentsSha256: id,
  headline: "Delete a record",
  risk: "high",
  claims: { Tenant: "acme" },
  decideBy: new Date(0),
  comparedWith: null,
  rows: before
    ? diffArguments(parseJson(JSON.stringify(before)), parseJson(JSON.stringify(now)))
    : asRows(parseJson(JSON.stringify(now))),
  seats: [],
  alone: null,
  ...over,
});

const labels = (places: readonly { label: string }[]) => places.map(({ label }) => label);

test("what all calls share is said once, what tells them apart are the columns", () => {
  const table = tableOf([item("a", { table: "users", id: 1 }), item("b", { table: "users", id: 2 })]);
  expect(labels(table.same)).toEqual(["What", "Tenant", "table"]);
  expect(labels(table.columns)).toEqual(["id"]);
  expect(
    table.rows.map(({ item: { id }, cells }) => [
      id,
      cells.map((cell) => cell && "after" in cell && cell.after?.text),
    ]),
  ).toEqual([
    ["a", ["1"]],
    ["b", ["2"]],
  ]);
});

test("a claim that differs, and an argument that only some calls have, are columns too", () => {
  const table = tableOf([
    item("a", { id: 1 }, null, { headline: "Delete one", claims: { Tenant: "acme" } }),
    item("b", { id: 1, force: true }, null, { headline: "Delete two", claims: { Tenant: "globex" } }),
  ]);
  expect(labels(table.columns)).toEqual(["What", "Tenant", "force"]);
  expect(table.rows[0]?.cells[2]).toBeUndefined();
});

test("the same text as another kind of value is another value", () => {
  expect(labels(tableOf([item("a", { id: 1 }), item("b", { id: "1" })]).columns)).toEqual(["id"]);
});

test("the last approved value stands once where it is one for all, else beside each", () => {
  const one = tableOf([item("a", { to: "x" }, { to: "beta" }), item("b", { to: "y" }, { to: "beta" })]);
  expect(one.columns[0]?.before?.text).toBe("beta");
  const each = tableOf([item("a", { to: "x" }, { to: "beta" }), item("b", { to: "x" }, { to: "gamma" })]);
  expect(each.columns[0]).toMatchObject({ label: "to", before: null });
  expect(each.rows.map(({ cells }) => beforeOf(cells[0])?.text)).toEqual(["beta", "gamma"]);
});

test("an argument that the last approved call had and no call has any more is said", () => {
  const table = tableOf([
    item("a", { id: 1 }, { id: 1, limit: 5 }),
    item("b", { id: 2 }, { id: 1, limit: 5 }),
  ]);
  const gone = table.same.find(({ label }) => label === "limit");
  expect(gone?.cell).toMatchObject({ change: "removed", after: null });
  expect(beforeOf(gone?.cell)?.text).toBe("5");
});

test("an argument with a claim's name is told apart from the claim", () => {
  const { same } = tableOf([item("a", { id: 1, What: "beta" }), item("b", { id: 2, What: "beta" })]);
  expect(same.filter(({ label }) => label === "What").map(({ of }) => of)).toEqual(["claim", "argument"]);
});
