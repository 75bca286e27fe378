import { expect, test } from "vitest";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { updateTenantSettings } from "@/lib/tenants/commands";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { policy } from "./policy";

test("a gateway that gates locally learns that critical calls need a passkey, once the tenant says so", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { key } = await createKey(systemScope("tests"), gateway.id, [tenant.key]);
  const ask = (known: Record<string, string> = {}) =>
    policy.GET(
      new Request(`http://localhost/api/v1/policy?tenant=${tenant.key}`, {
        headers: { authorization: `Bearer ${key}`, ...known },
      }),
      { params: Promise.resolve({}) },
    );
  const before = await ask();
  expect(await before.json()).toMatchObject({ settings: { critical_needs_passkey: false } });
  const known = { "if-none-match": before.headers.get("etag") ?? "" };
  expect((await ask(known)).status).toBe(304);
  await updateTenantSettings(await aPerson([tenant], "admin"), tenant.key, { criticalNeedsPasskey: true });
  const after = await ask(known);
  expect(after.status).toBe(200);
  expect(await after.json()).toMatchObject({ settings: { critical_needs_passkey: true } });
});
