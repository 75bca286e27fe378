import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { findCallAsAsked } from "./example-call";
import { createApproval } from "./testing/held";

test("a held call is given back without its secrets, everything else as it was", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const argumentsText = '{"api_key":"sk-live-1","n":1.0, "auth":{"pin":123456},"to":["a"]}';
  const call = aCall(tenant, { argumentsText });
  const key = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId } = await createApproval(gateway.scope, call, key);
  const here = await aPerson([tenant], "admin");
  for (const text of [await findCallAsAsked(here, approvalId), await findCallAsAsked(here)])
    expect(text).toContain(
      '"arguments": {"api_key":"(hidden, 9 characters)","n":1.0, "auth":{"pin":"(hidden, 6 characters)"},"to":["a"]}',
    );
});

test("a held call is given back as its gateway asked about it, its arguments digit by digit", async () => {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant]);
  const argumentsText = '{"amount": 9007199254740993.10}';
  const facts = { what: "E-mail", how_many: 10_412 };
  const call = aCall(tenant, { argumentsText, facts, model: "opus", onBehalfOf: "maya@acme.example" });
  const { approvalId } = await createApproval(gateway.scope, call, {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  const [here, elsewhere] = [await aPerson([tenant], "admin"), await aPerson([other], "admin")];

  const text = (await findCallAsAsked(here, approvalId)) ?? "";
  expect(text).toContain(`"arguments": ${argumentsText}`);
  expect(JSON.parse(text)).toMatchObject({
    tenant: tenant.key,
    gateway: gateway.name,
    provider: "files",
    tool: "write_file",
    agent: "tester",
    model: "opus",
    on_behalf_of: "maya@acme.example",
    risk: "high",
    facts,
  });
  expect(await findCallAsAsked(here)).toBe(text);
  expect(await findCallAsAsked(elsewhere, approvalId)).toBeNull();
  expect(await findCallAsAsked(here, "no id")).toBeNull();
});
