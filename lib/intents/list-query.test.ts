import { expect, test } from "vitest";
import { askedIntents } from "./list-query";

const tenants = [{ key: "acme" }, { key: "globex" }];

test("a tenant that the address names wrongly is told, and the list is of all", () => {
  expect(askedIntents({ tenant: "globex", tool: "fax" }, tenants)).toEqual({
    ...{ filter: { tenant: "globex", tool: "fax" }, only: { key: "globex" }, problems: [] },
  });
  const { filter, only, problems } = askedIntents({ tenant: "gone", tool: "fax", state: "old" }, tenants);
  expect([filter.tenant, filter.tool, only]).toEqual([undefined, "fax", undefined]);
  expect(problems.map(({ name, sent }) => [name, sent])).toEqual([
    ["state", "old"],
    ["tenant", "gone"],
  ]);
});
