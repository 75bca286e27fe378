import { expect, test } from "vitest";
import { fieldChanges, memberAt, readDetails } from "./wire";

test.each([
  ["user.role_changed", { from: "viewer", to: "admin" }, { role: { from: "viewer", to: "admin" } }],
  ["approval.extended", { from: "1", to: "2" }, { decide_by: { from: "1", to: "2" } }],
  [
    "gateway.callback_url_changed",
    { from: null, to: "https://a.test", owed_moved: 2 },
    { callback_url: { from: null, to: "https://a.test" }, owed_moved: 2 },
  ],
  ["robot.danced", { from: 1, to: 2 }, { value: { from: 1, to: 2 } }],
  ["tenant.settings_changed", { ttlSeconds: { from: 1, to: 2 } }, { ttl_seconds: { from: 1, to: 2 } }],
  [
    "tool.rated",
    { provider: "p", tool: "t", from: null, to: { risk: "high", requires_confirmation: null } },
    {
      risk: { from: null, to: "high" },
      requires_confirmation: { from: null, to: null },
      provider: "p",
      tool: "t",
    },
  ],
  [
    "issue.answered",
    { from: { answer: null, fixedIn: "1" }, to: { answer: "a", fixedIn: "2" } },
    { answer: { from: null, to: "a" }, fixed_in: { from: "1", to: "2" } },
  ],
  ["user.created", { email: "a@b.c", tenants: ["x"] }, { email: "a@b.c", tenants: ["x"] }],
])("a row of %s in an older form is brought into the present one", (action, old, present) => {
  expect(readDetails(action, JSON.stringify(old))).toEqual(present);
  expect(readDetails(action, JSON.stringify(present))).toEqual(present);
});

test("a member is what it is after the act, or what it was before", () => {
  const details = { name: { from: "a", to: "b" }, role: "viewer" };
  expect(
    ["name", "name.to", "name.from", "role", "role.from", "none"].map((at) => memberAt(details, at)),
  ).toEqual(["b", "b", "a", "viewer", undefined, undefined]);
  expect(fieldChanges(details)).toEqual([["name", { from: "a", to: "b" }]]);
});
