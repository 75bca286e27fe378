import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { createApproval } from "../gate/testing/held";
import { recordPresence } from "./presence";

test("others see who has the call open, until they leave or fall silent", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { approvalId: id } = await createApproval(gateway.scope, aCall(tenant), {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  const ines = await aPerson([tenant], "approver", "Ines");
  const maya = await aPerson([tenant], "viewer", "Maya");
  expect(await recordPresence(ines, { id })).toEqual({ others: [] });
  expect(await recordPresence(maya, { id })).toEqual({ others: ["Ines"] });
  expect(await recordPresence(ines, { id })).toEqual({ others: ["Maya"] });
  await recordPresence(maya, { id, leaving: true });
  expect(await recordPresence(ines, { id })).toEqual({ others: [] });
  await ingest(systemScope("tests"), (tx) =>
    tx.approvalPresence.updateMany({ where: { approvalId: id }, data: { until: new Date(Date.now() - 1) } }),
  );
  expect(await recordPresence(maya, { id })).toEqual({ others: [] });
  expect(await recordPresence(await aPerson([await aTenant()]), { id })).toEqual({ others: [] });
});
