import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator } from "@/lib/policies/testing/installation";
import { aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { getApprovalView } from "../detail/queries";
import { aCallUnder, approve, load, seenOf } from "../testing/waiting";
import { breakGlass } from "./commands";

// Policies apply to all tenants, so this test needs its own database.
const system = systemScope("tests");
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

test("break-glass goes past the hold before the release, and is not offered once the call is held", async () => {
  const tenant = await aTenant({ breakGlass: "approvers" });
  const setting = { admin: await anAdministrator(), tenant, gateway: await aGateway([tenant]) };
  const [maya, ines] = [await aPerson([tenant], "approver", "Maya"), await aPerson([tenant])];
  const smash = async (scope: typeof maya, id: string) =>
    breakGlass(scope, {
      ...(await seenOf(id)),
      ...{ reason: "The pager rings.", seen: { ...LOOKED, typed: "write_file" } },
    });

  const id = await aCallUnder(setting, { holdSeconds: 60 });
  expect((await getApprovalView(maya, id)).breakGlass?.bypassed).toEqual(["hold"]);
  expect(await smash(maya, id)).toMatchObject({ decision: "approved" });
  expect(await load(id)).toMatchObject({ execution: "awaiting", releaseAt: null });
  const reviews = await read(system, (tx) => tx.review.findMany({ where: { approvalId: id } }));
  expect(reviews).toMatchObject([{ bypassed: ["hold"] }]);

  const held = await aCallUnder(setting, { holdSeconds: 60 }, { argumentsText: '{"n":2}' });
  await approve(maya, held);
  expect((await getApprovalView(ines, held)).verbs).not.toContain("break_glass");
  await expect(smash(ines, held)).rejects.toMatchObject({ code: "CONFLICT" });
});
