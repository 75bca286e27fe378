import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { aReported } from "@/lib/feedback/triage/testing/issues";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { renameIntent } from "./acts/commands";
import { listIntents } from "./browser/queries";
import { groupAnew } from "./commands";
import { findIssueIntents } from "./issue-intents";
import { runOnce } from "./runs/worker";
import { errands, say, tellAll, WORDS } from "./testing/rationales";

afterAll(closeDatabase);

test("an issue leads to the intents of its tool's calls in the sessions of its reports, else of its tool", async () => {
  const { tenant, gateway, person, report } = await aReported();
  const sessionId = randomUUID();
  // One call of each tool in the session of the issue, and thirty in other sessions.
  await say(gateway, tenant, [...errands(120), ...errands(4).map((call) => ({ ...call, sessionId }))]);
  await tellAll(tenant);
  await groupAnew(await aPerson([tenant], "admin"), { tenantId: tenant.id });
  await runOnce(WORDS, undefined, tenant.id);
  const { rows } = await listIntents(person, {}, { limit: 10 });
  const refunds = rows.find(({ tools }) => tools.includes("create_refund"));
  if (!refunds) throw new Error("there is no intent of refunds");
  await renameIntent(person, { ...refunds, name: "Charged twice" });
  const intent = { id: refunds.id, name: "Charged twice" };
  const met = await report("create_refund", { sessionId });
  expect(await findIssueIntents(person, met.issue.id)).toEqual({
    tool: "create_refund",
    from: "sessions",
    intents: [{ ...intent, calls: 1 }],
    made: [],
  });
  const elsewhere = await report("create_refund", { errorSeen: "another one" });
  expect(await findIssueIntents(person, elsewhere.issue.id)).toEqual({
    tool: "create_refund",
    from: "tool",
    intents: [{ ...intent, calls: 31 }],
    made: [],
  });
  const unknown = await report("fax", { sessionId });
  expect(await findIssueIntents(person, unknown.issue.id)).toBeNull();
  const stranger = await aPerson([await aTenant()], "admin");
  expect(await findIssueIntents(stranger, met.issue.id)).toBeNull();
});
