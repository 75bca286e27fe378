import { expect, test } from "vitest";
import { proveScope, type Role, systemScope } from "@/lib/core/scope";
import { assertMayAdminister, assertMayAdministerAll, chosenTenants, graceEnd, isInGrace } from "./rules";

const first = new Date("2026-11-01T00:00:00Z");

test("the grace period runs whole days from the first row, its end excluded", () => {
  expect(graceEnd(first, 14).toISOString()).toBe("2026-11-15T00:00:00.000Z");
  expect(isInGrace(first, 14, new Date("2026-11-14T23:59:59.999Z"))).toBe(true);
  expect(isInGrace(first, 14, new Date("2026-11-15T00:00:00Z"))).toBe(false);
  expect(isInGrace(first, 0, first)).toBe(false);
  expect(isInGrace(null, 0, first)).toBe(true);
});

function person(role: Role, unlimited = true) {
  const actor = { kind: "user", id: "1", name: "Ines", email: "i@x.example", role } as const;
  return proveScope({ ...actor, via: "session", credentialId: "2" } as const, [], { unlimited });
}
const gateway = proveScope({ kind: "gateway", id: "1", name: "gw", keyId: "2" } as const, []);

test("administrators and the product itself administer; nobody else does", () => {
  expect(() => assertMayAdminister(person("admin"), "do it")).not.toThrow();
  expect(() => assertMayAdminister(systemScope("test"), "do it")).not.toThrow();
  for (const role of ["approver", "triager", "viewer"] as const) {
    expect(() => assertMayAdminister(person(role), "do it")).toThrow(`Your role (${role}) may not do it`);
  }
  expect(() => assertMayAdminister(gateway, "do it")).toThrow("A gateway key may not do it");
});

test("an administrator of some tenants does not reach over the others", () => {
  expect(() => assertMayAdministerAll(person("admin"), "do it")).not.toThrow();
  expect(() => assertMayAdminister(person("admin", false), "do it")).not.toThrow();
  expect(() => assertMayAdministerAll(person("admin", false), "do it")).toThrow("limited to some tenants");
});

test("a page is of the tenant that the address names, and says so where there is no such tenant", () => {
  const [acme, other] = [{ key: "acme" }, { key: "other" }];
  expect(chosenTenants([acme, other], "acme")).toEqual({ only: acme, tenants: [acme], problems: [] });
  expect(chosenTenants([acme, other], undefined)).toMatchObject({ tenants: [acme, other], problems: [] });
  expect(chosenTenants([acme, other], "gone")).toMatchObject({
    tenants: [acme, other],
    problems: [{ sent: "gone" }],
  });
  expect(chosenTenants([acme], "other")).toMatchObject({ only: acme, problems: [{ name: "tenant" }] });
});
