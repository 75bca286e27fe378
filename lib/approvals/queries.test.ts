import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { aCall, aGateway, aTenant } from "@/lib/testing/factories";
import { anOldApproval } from "@/lib/testing/old-rows";
import { createApproval } from "./gate/testing/held";
import { listApprovals } from "./queries";
import { DECISIONS, EXECUTIONS, STATUSES } from "./types";

test("a page of large calls ends early and goes on from there, and every call comes once", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const ids: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    const argumentsText = JSON.stringify({ i, text: "x".repeat(900_000) });
    const made = await createApproval(gateway.scope, aCall(tenant, { argumentsText }), {
      tenantId: tenant.id,
      key: null,
      bodySha256: newId(),
    });
    ids.push(made.approvalId);
  }
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listApprovals(gateway.scope, { limit: 200, cursor });
    pages.push(page.data.map((row) => String(row.id)));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  // Each carries its arguments twice: as a value and as the approved text.
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2]);
  expect(pages.flat()).toEqual(ids.toReversed());
});

test("the statuses that can be asked for are those that approvals have, and find the approvals that have them", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  // The database refuses impossible combinations. No deadline has passed, so no worker of another
  // test changes them.
  for (const decision of DECISIONS)
    for (const execution of EXECUTIONS)
      await anOldApproval({ tenant, gateway, days: 0 }, { decision, execution }).catch(() => null);
  const { data: all } = await listApprovals(gateway.scope, { limit: 200 });
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(STATUSES));
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  for (const status of STATUSES) {
    const { data } = await listApprovals(gateway.scope, { status, limit: 200 });
    expect(ids(data), status).toEqual(ids(all.filter((row) => row.status === status)));
  }
  for (const decision of DECISIONS) {
    const { data } = await listApprovals(gateway.scope, { decision, limit: 200 });
    expect(ids(data), decision).toEqual(ids(all.filter((row) => row.decision === decision)));
    expect(data.length, decision).toBeGreaterThan(0);
  }
});
