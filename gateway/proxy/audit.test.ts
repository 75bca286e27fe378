import { afterEach, expect, test } from "vitest";
import { CountersignClient } from "../client/client";
import { FakeCountersign } from "../testing/fake-countersign";
import { AuditLog, type EndedCall } from "./audit";

let fake: FakeCountersign;

afterEach(() => fake.stop());

async function aLog(): Promise<AuditLog> {
  fake = await new FakeCountersign().start();
  return new AuditLog(new CountersignClient({ baseUrl: fake.url, apiKey: fake.apiKey }));
}

const ok = (over: Partial<EndedCall> = {}): EndedCall => ({
  ...{ tenant: "acme", provider: "files", tool: "note", outcome: "ok" },
  ...{ rationale: "A reason of some length.", ...over },
});
const refused = (over: Partial<EndedCall> = {}) =>
  ok({
    ...{ outcome: "validation_error", rationale: "" },
    validation: [{ path: "/rationale", message: "it is missing" }],
    ...over,
  });

const malformed = { status: 400, body: { code: "MALFORMED_JSON", status: 400 }, headers: {} };

test("a batch that is refused whole is sent row by row: one row takes no other along", async () => {
  const log = await aLog();
  fake.interruptions.push({ path: "/api/v1/audit", answer: malformed });
  for (const tool of ["one", "two", "three"]) log.record(ok({ tool }));
  await log.close(5_000);
  const posted = fake.audit.map(({ tool }) => tool);
  // The first row is sent and refused alone, so only it is lost.
  expect(posted).toEqual(["two", "three"]);
});

test("a row that shows a call without a rationale is sent again with nothing but that, where it is refused", async () => {
  const log = await aLog();
  fake.interruptions.push({ path: "/api/v1/audit", answer: malformed });
  log.record(refused({ agent: "hasty", errorMessage: "words" }));
  await log.close(5_000);
  expect(fake.audit).toMatchObject([{ tool: "note", agent: "hasty", validation: [{ path: "/rationale" }] }]);
  expect(fake.audit[0]).not.toHaveProperty("error_message");
});

test("it is also taken with a name and a text that Countersign takes from nobody", async () => {
  const log = await aLog();
  log.record(refused({ agent: "a\u200bgent\n", tool: "\u202e", rationale: "half \ud83d" }));
  log.record(refused({ agent: " \u0000 ", tool: "x".repeat(300) }));
  await log.close(5_000);
  expect(fake.audit).toHaveLength(2);
  expect(fake.audit[0]).toMatchObject({ agent: "agent", tool: "unnamed", rationale: "half \ufffd" });
  expect(fake.audit[1]).not.toHaveProperty("agent");
  expect(String(fake.audit[1]?.tool)).toHaveLength(200);
});

test("where too many wait, it is not the one that goes", async () => {
  const log = await aLog();
  await fake.stop();
  log.record(refused({ agent: "hasty" }));
  for (let n = 0; n < 5_010; n += 1) log.record(ok({ tool: `t${n}` }));
  await fake.start();
  await log.close(600_000);
  expect(fake.audit).toHaveLength(5_000);
  expect(fake.audit[0]).toMatchObject({ agent: "hasty" });
}, 600_000);
