import { expect, test } from "vitest";
import { tenantKeySchema, tenantSettingsSchema } from "./schema";
import { DEFAULT_TENANT_SETTINGS } from "./types";

test.each(["acme", "a", "0", "Acme.eu-west_1", `a${"b".repeat(99)}`])("%s is a tenant's key", (key) => {
  expect(tenantKeySchema.safeParse(key).success).toBe(true);
});

test.each(["", "-acme", ".acme", "ac me", "acme/eu", "acmé", `a${"b".repeat(100)}`, "acme\n"])(
  "%j is not a tenant's key",
  (key) => {
    expect(tenantKeySchema.safeParse(key).success).toBe(false);
  },
);

test("settings come in as on the wire and are used in the house's names", () => {
  expect(tenantSettingsSchema.parse({ confirm: "accept", ttl_seconds: 60 })).toEqual({
    confirmMode: "accept",
    ttlSeconds: 60,
  });
  expect(tenantSettingsSchema.parse({})).toEqual({});
});

test.each([
  ["ttl_seconds", 59],
  ["ttl_seconds", 2_592_001],
  ["ttl_seconds", 60.5],
  ["use_by_callback_seconds", 0],
  ["use_by_reissue_seconds", 604_801],
  ["rejection_cooldown_seconds", -1],
  ["rationale_grace_days", 366],
  ["confirm", "maybe"],
  ["auto_approve_high_risk", "yes"],
  ["auto_approve_everything", true],
])("%s = %j is refused", (name, value) => {
  expect(tenantSettingsSchema.safeParse({ [name]: value }).success).toBe(false);
});

test("a tenant that changed nothing lets nothing through unseen", () => {
  expect(DEFAULT_TENANT_SETTINGS).toMatchObject({ autoApproveHighRisk: false, confirmMode: "ignore" });
});
