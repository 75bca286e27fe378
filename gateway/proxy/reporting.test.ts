import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CountersignClient } from "../client/client";
import { startFake } from "../testing/harness";
import { keepLease } from "./reporting";

test("a lease is renewed under its own key until the execution has ended, also over an outage", async () => {
  const fake = await startFake();
  const client = new CountersignClient({ baseUrl: fake.url, apiKey: fake.apiKey });
  const asked = { tenant: "acme", provider: "journal", tool: "note", arguments: {} };
  const { approvalId } = await client.createApproval({ ...asked, rationale: "A tool that takes long." });
  const approval = await fake.pending();
  fake.decide(approval, "approved");
  const leaseKey = randomUUID();
  const executionId = approval.executionId ?? "";
  await client.reportExecution(approvalId, { executionId, state: "executing" }, { idempotencyKey: leaseKey });
  fake.interruptions.push({ path: `/api/v1/approvals/${approvalId}/execution`, answer: { status: 409 } });
  const release = keepLease(client, approvalId, { executionId, leaseKey }, 20);
  const reports = () => fake.calls.filter((call) => call.path.endsWith("/execution"));
  await fake.until(() => reports().length > 3);
  release();
  expect(new Set(reports().map((call) => call.headers["idempotency-key"]))).toEqual(new Set([leaseKey]));
  expect(reports().map((call) => call.body.state)).toEqual(reports().map(() => "executing"));
});
