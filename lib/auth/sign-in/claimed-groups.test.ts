import { expect, test } from "vitest";
import { claimedGroups, ownGroups, parseGroupMap, parseRoleMap, roleFromGroups } from "./claimed-groups";

const map = parseRoleMap("ops = approver, leads=admin,team=a=viewer,");
const roleFromClaims = (claims: Record<string, unknown>, claim: string | undefined, roles: typeof map) =>
  roleFromGroups(claimedGroups(claims, claim), roles);

test("groups are read as written, spaces around them aside; the last equals sign counts", () => {
  expect([...map]).toEqual([
    ["ops", "approver"],
    ["leads", "admin"],
    ["team=a", "viewer"],
  ]);
  expect(parseRoleMap(undefined).size).toBe(0);
});

test.each(["ops", "ops=", "=admin", "ops=root", "ops=Admin"])(
  "%j is refused and the variable named",
  (text) => {
    expect(() => parseRoleMap(text)).toThrow(/^OIDC_ROLE_MAP is malformed: expected group=role/);
  },
);

test("the strongest of several groups counts", () => {
  expect(roleFromClaims({ groups: ["none", "ops", "leads"] }, "groups", map)).toBe("admin");
  expect(roleFromClaims({ groups: "ops" }, "groups", map)).toBe("approver");
});

test("a claim is found by its whole name or step by step", () => {
  expect(roleFromClaims({ "https://acme.example/groups": ["ops"] }, "https://acme.example/groups", map)).toBe(
    "approver",
  );
  expect(roleFromClaims({ realm_access: { roles: ["leads"] } }, "realm_access.roles", map)).toBe("admin");
});

test.each([
  [{}, "groups"],
  [{ groups: [] }, "groups"],
  [{ groups: [{ name: "leads" }, 7, null] }, "groups"],
  [{ groups: ["LEADS"] }, "groups"],
  [{ groups: ["leads"] }, undefined],
  [{ groups: ["leads"] }, "groups.length"],
  [{ groups: ["constructor", "__proto__"] }, "groups"],
  [{}, "__proto__"],
])("%j by %s gives no role", (claims, claim) => {
  expect(roleFromClaims(claims, claim, map)).toBeNull();
});

test("several groups of the provider lead into one of ours, each once; others lead nowhere", () => {
  const groups = parseGroupMap("sre=on-call, ops team = on-call,cfo=finance");
  expect(ownGroups(["ops team", "sre", "staff", "cfo"], groups)).toEqual(["on-call", "finance"]);
  expect(ownGroups(["on-call", "constructor"], groups)).toEqual([]);
  expect(parseGroupMap(undefined).size).toBe(0);
});

test.each(["sre", "sre=", "=on-call", "sre=On Call", "sre=-on"])(
  "%j is refused, and OIDC_GROUP_MAP named",
  (text) => {
    expect(() => parseGroupMap(text)).toThrow(/^OIDC_GROUP_MAP is malformed: expected pairs/);
  },
);
