import { expect, test } from "vitest";
import { startFake } from "../testing/harness";
import { CountersignClient } from "./client";
import { type CountersignError, parseRetryAfter } from "./errors";
import type { AuthorizeRequest, WaitAnswer } from "./types";

const WHY = "The owner asked for this broadcast.";
const EXACT = '{"n":9007199254740993, "e":1e400}';
const REQUEST: AuthorizeRequest = { tenant: "acme", tool: "send", rationale: WHY, argumentsText: EXACT };

async function connected() {
  const fake = await startFake();
  return { fake, client: new CountersignClient({ baseUrl: fake.url, apiKey: fake.apiKey }) };
}

async function refused(promise: Promise<unknown>): Promise<CountersignError> {
  try {
    await promise;
  } catch (error) {
    return error as CountersignError;
  }
  throw new Error("nothing was thrown");
}

const busy = (status: number) => ({ status, headers: { "retry-after": "0" }, body: "<html>busy</html>" });

test("authorize sends the arguments verbatim and reads a wait", async () => {
  const { fake, client } = await connected();
  const answer = await client.authorize({ ...REQUEST, onBehalfOf: "maya", facts: { to_whom: "all" } });
  expect(answer).toMatchObject({ decision: "wait", requiresHumanApproval: true, ttlSeconds: 86_400 });
  expect(fake.calls[0]?.text).toContain(`"arguments":${EXACT}`);
  expect(fake.calls[0]?.body).toMatchObject({ on_behalf_of: "maya", facts: { to_whom: "all" } });
});

test("arguments given as a value keep their keys", async () => {
  const { fake, client } = await connected();
  await client.authorize({
    tenant: "acme",
    tool: "send",
    rationale: WHY,
    arguments: { camelKey: { inner_key: 1 } },
  });
  expect(fake.calls[0]?.body.arguments).toEqual({ camelKey: { inner_key: 1 } });
});

test("argumentsText that is not an object is refused before anything is sent", async () => {
  const { fake, client } = await connected();
  await expect(client.authorize({ ...REQUEST, argumentsText: "[1]" })).rejects.toThrow(
    "must be a JSON object",
  );
  expect(fake.calls).toHaveLength(0);
});

test("createApproval and getApproval give the exact stored arguments", async () => {
  const { client } = await connected();
  const created = await client.createApproval(REQUEST);
  expect(created.approval.argumentsText).toBe(EXACT);
  const approval = await client.getApproval(created.approvalId);
  expect(approval).toMatchObject({
    argumentsText: EXACT,
    decision: "pending",
    externalId: expect.any(String),
  });
  const listed = [];
  for await (const item of client.listApprovals({ status: "pending" })) listed.push(item.argumentsText);
  expect(listed).toEqual([EXACT]);
});

test("a busy server is asked again with the same id", async () => {
  const { fake, client } = await connected();
  fake.interruptions.push(
    { path: "/api/v1/authorize", answer: busy(503) },
    { path: "/api/v1/authorize", answer: busy(429) },
  );
  expect((await client.authorize(REQUEST)).decision).toBe("wait");
  expect(new Set(fake.calls.map((call) => call.text)).size).toBe(1);
  expect(fake.calls).toHaveLength(3);
  expect(fake.approvals.size).toBe(1);
});

test("tries are bounded, and the last refusal is what is thrown", async () => {
  const { fake, client } = await connected();
  for (let i = 0; i < 9; i++) fake.interruptions.push({ path: "/api/v1/authorize", answer: busy(503) });
  const error = await refused(client.authorize(REQUEST));
  expect(error).toMatchObject({ code: "UNAVAILABLE", status: 503, retryable: true, requestId: "req_fake" });
  expect(fake.calls).toHaveLength(4);
});

test("a Retry-After longer than anyone should hang is thrown at once", async () => {
  const { fake, client } = await connected();
  fake.interruptions.push({
    path: "/api/v1/authorize",
    answer: { status: 429, headers: { "retry-after": "3600" } },
  });
  expect(await refused(client.authorize(REQUEST))).toMatchObject({
    code: "RATE_LIMITED",
    retryAfterSeconds: 3600,
  });
  expect(fake.calls).toHaveLength(1);
});

test("a refusal is typed, carries the fields and is not repeated", async () => {
  const { fake, client } = await connected();
  const error = await refused(client.authorize({ ...REQUEST, surprise: 1 } as AuthorizeRequest));
  expect(error).toMatchObject({
    name: "CountersignError",
    code: "VALIDATION_ERROR",
    status: 422,
    retryable: false,
  });
  expect(error.errors[0]).toMatchObject({ pointer: "/surprise" });
  expect(fake.calls).toHaveLength(1);
});

test("nobody there is UNREACHABLE and says where it looked", async () => {
  const { fake, client } = await connected();
  await fake.stop();
  const error = await refused(client.authorize(REQUEST, { attempts: 2 }));
  expect(error).toMatchObject({ code: "UNREACHABLE", status: 0, retryable: true });
  expect(error.message).toContain(fake.url);
  await fake.start();
});

test("waitForDecision returns on the decision, after sitting out trouble", async () => {
  const { fake, client } = await connected();
  const { approvalId } = (await client.authorize(REQUEST)) as WaitAnswer;
  fake.interruptions.push({ path: "/api/v1/approvals", answer: busy(503) });
  const decided = client.waitForDecision(approvalId);
  const approval = await fake.pending();
  await fake.until(() => fake.countCalls("GET", /approvals/) >= 2);
  fake.decide(approval, "rejected", { reason: "No." });
  expect(await decided).toMatchObject({
    decision: "rejected",
    agentMessage: "Tool execution denied by user. Reason: No.",
  });
});

test("waitForDecision gives the pending approval at the deadline, and never polls in a tight loop", async () => {
  const { fake, client } = await connected();
  const { approvalId } = (await client.authorize(REQUEST)) as WaitAnswer;
  const approval = await client.waitForDecision(approvalId, {
    deadline: new Date(Date.now() + 1_500),
    pollSeconds: 1,
  });
  expect(approval.decision).toBe("pending");
  expect(fake.countCalls("GET", /approvals/)).toBeLessThan(8);
});

test("waitForDecision stops when told to", async () => {
  const { fake, client } = await connected();
  const { approvalId } = (await client.authorize(REQUEST)) as WaitAnswer;
  const stop = new AbortController();
  const waiting = client.waitForDecision(approvalId, { signal: stop.signal });
  await fake.until(() => fake.countCalls("GET", /approvals/) >= 1);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});

test("the lease is taken once; the same key may ask again, another may not", async () => {
  const { fake, client } = await connected();
  const { approvalId } = (await client.authorize(REQUEST)) as WaitAnswer;
  fake.decide(await fake.pending(), "approved");
  const { executionId } = await client.getApproval(approvalId);
  const lease = { executionId: executionId ?? "", state: "executing" } as const;
  await client.reportExecution(approvalId, lease, { idempotencyKey: "mine" });
  await client.reportExecution(approvalId, lease, { idempotencyKey: "mine" });
  expect(
    await refused(client.reportExecution(approvalId, lease, { idempotencyKey: "theirs" })),
  ).toMatchObject({ code: "CONFLICT" });
  await client.reportExecution(approvalId, {
    ...lease,
    state: "failed",
    error: { message: "boom" },
    durationMs: 3,
  });
  expect(await client.getApproval(approvalId)).toMatchObject({
    execution: "failed",
    outcome: { error: { message: "boom" } },
  });
});

test("cancel cancels the call", async () => {
  const { client } = await connected();
  const { approvalId } = (await client.authorize(REQUEST)) as WaitAnswer;
  await client.cancel(approvalId, "Not needed any more.");
  expect((await client.getApproval(approvalId)).decision).toBe("cancelled");
});

test("tool calls go one by one or together, arguments verbatim", async () => {
  const { fake, client } = await connected();
  const row = {
    tenant: "acme",
    tool: "send",
    rationale: WHY,
    outcome: "ok",
    argumentsText: EXACT,
    occurredAt: "2026-11-21T10:00:00Z",
  } as const;
  expect(await client.postAudit(row)).toEqual({ id: expect.any(String) });
  expect(await client.postAudit([row, { ...row, agentVersion: "2" }])).toMatchObject({
    accepted: 2,
    rejected: [],
  });
  expect(fake.audit).toHaveLength(3);
  expect(fake.calls.at(-1)?.text).toContain(`{"arguments":${EXACT}`);
});

test("a cheatsheet is revalidated, and null when there is none", async () => {
  const { fake, client } = await connected();
  expect(await client.getCheatsheet("files")).toBeNull();
  fake.cheatsheet = "# Files";
  expect(await client.getCheatsheet("files")).toBe("# Files");
  expect(await client.getCheatsheet("files")).toBe("# Files");
  expect(fake.calls.at(-1)?.headers["if-none-match"]).toBeTruthy();
  fake.cheatsheet = "# Files 2";
  expect(await client.getCheatsheet("files")).toBe("# Files 2");
});

test("policy and feedback come back in camelCase", async () => {
  const { client } = await connected();
  expect(await client.policy("acme")).toMatchObject({ rationaleMode: "enforce" });
  const answer = await client.submitFeedback({
    ...{ tenant: "acme", attemptedAction: "a", expectedOutcome: "b", actualOutcome: "c" },
    ...{ severity: "low", rationale: WHY },
  });
  expect(answer).toMatchObject({ known: false, issue: { ref: "CS-7" } });
});

test("events come in order, go on from the cursor, and survive an outage", async () => {
  const { fake, client } = await connected();
  await client.authorize(REQUEST);
  fake.decide(await fake.pending(), "approved");
  await client.authorize({ ...REQUEST, tool: "other" });
  fake.decide(await fake.pending("other"), "rejected");
  fake.interruptions.push({ path: "/api/v1/events", answer: busy(503) });
  const stop = new AbortController();
  const seen: unknown[] = [];
  for await (const { event, cursor } of client.events({ wait: 0, signal: stop.signal })) {
    seen.push([event.type, event.type !== "test.ping" && event.data.argumentsText, cursor]);
    if (seen.length === 2) stop.abort();
  }
  expect(seen).toEqual([
    ["approval.approved", EXACT, null],
    ["approval.rejected", EXACT, "2"],
  ]);
});

test("Retry-After is read as seconds or as a date", () => {
  const now = Date.parse("2026-11-21T10:00:00Z");
  expect(parseRetryAfter("7", now)).toBe(7);
  expect(parseRetryAfter("Sat, 21 Nov 2026 10:00:30 GMT", now)).toBe(30);
  expect(parseRetryAfter("soon", now)).toBeNull();
  expect(parseRetryAfter(null, now)).toBeNull();
});
