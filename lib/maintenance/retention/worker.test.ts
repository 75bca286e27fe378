import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { anOldApproval, anOldCall, anOldReport, anOldReview } from "@/lib/testing/old-rows";
import { saveRetention } from "./commands";
import { getRetention, lastRetentionRun, previewRetention } from "./queries";
import { previewRetentionSchema, saveRetentionSchema } from "./schema";
import { KEEP_EVERYTHING, type Retention } from "./types";
import { runOnce } from "./worker";

const system = systemScope("tests");

// A pass processes every tenant.
let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});

afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

async function aScenario(keep: Partial<Retention> = {}) {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const admin = await aPerson([tenant], "admin", "Ines");
  const old = (days: number) => ({ tenant, gateway, days });
  if (Object.keys(keep).length > 0) await saveRetention(admin, { key: tenant.key, change: keep, seen: {} });
  const left = () =>
    read(system, async (tx) => {
      const where = { where: { tenantId: tenant.id } };
      return {
        calls: await tx.toolCall.count(where),
        approvals: await tx.approval.count(where),
        votes: await tx.vote.count(where),
        events: await tx.outboxEvent.count(where),
        feedback: await tx.feedbackSubmission.count(where),
        corrections: await tx.correction.count(where),
        issues: await tx.feedbackIssue.count(where),
      };
    });
  const trail = () =>
    read(system, (tx) =>
      tx.activity.findMany({
        where: { tenantId: tenant.id, action: "tenant.rows_deleted" },
        orderBy: { seq: "asc" },
      }),
    );
  return { tenant, gateway, admin, old, left, trail };
}

test("a tenant that said nothing keeps everything", async () => {
  const { old, left, trail } = await aScenario();
  await anOldCall(old(3_000));
  await anOldApproval(old(3_000));
  await anOldReport(old(3_000));
  await runOnce();
  expect(await left()).toMatchObject({ calls: 1, approvals: 1, feedback: 1 });
  expect(await trail()).toEqual([]);
});

test("what is older goes, what is younger stays, and the trail says how much, once a run", async () => {
  const { old, left, trail, admin, tenant } = await aScenario({ calls: 30, approvals: 60, feedback: 60 });
  await anOldCall(old(31), 5_003);
  await anOldCall(old(29), 2);
  await anOldApproval(old(61));
  await anOldApproval(old(59));
  await anOldReport(old(61));
  await anOldReport(old(59));
  await runOnce();
  expect(await left()).toEqual({
    calls: 2,
    approvals: 1,
    votes: 1,
    events: 1,
    feedback: 1,
    corrections: 1,
    issues: 2,
  });
  const rows = await trail();
  expect(rows.map((row) => JSON.parse(row.details))).toEqual([
    {
      calls: { rows: 5_003, kept_days: 30 },
      approvals: { rows: 1, kept_days: 60 },
      feedback: { rows: 2, kept_days: 60 },
    },
  ]);
  expect(await lastRetentionRun(admin, tenant.id)).toMatchObject({ calls: 5_003, approvals: 1, feedback: 2 });
  await anOldCall(old(31));
  await runOnce();
  expect(await trail(), "the next run comes with the next day").toHaveLength(1);
});

test("nothing pending, under way or untold is deleted, however old", async () => {
  const { old, left } = await aScenario({ approvals: 60 });
  await anOldApproval(old(400), { decision: "pending" });
  await anOldApproval(old(400), { decision: "approved", execution: "awaiting" });
  await anOldApproval(old(400), { decision: "approved", execution: "executing" });
  await anOldApproval(old(400), { delivery: "owed" });
  await anOldApproval(old(400), { delivery: "dead" });
  await anOldApproval(old(400), { decision: "approved", execution: "unknown" });
  await runOnce();
  expect(await left()).toMatchObject({ approvals: 5 });
});

test("an approval stays until somebody has reviewed it, and takes its review along", async () => {
  const { tenant, old, left } = await aScenario({ approvals: 60 });
  for (const state of ["open", "closed"] as const)
    await anOldReview(
      tenant,
      await anOldApproval(old(400), { decision: "approved", execution: "succeeded" }),
      state,
    );
  await runOnce();
  expect(await left()).toMatchObject({ approvals: 1 });
  const open = await read(system, (tx) => tx.review.findMany({ where: { tenantId: tenant.id } }));
  expect(open).toMatchObject([{ closedAt: null }]);
});

test("two workers at once delete every row once and write one line", async () => {
  const { old, left, trail } = await aScenario({ calls: 30 });
  await anOldCall(old(40), 12_000);
  await Promise.all([runOnce(), runOnce()]);
  await runOnce();
  expect(await left()).toMatchObject({ calls: 0 });
  expect((await trail()).map((row) => JSON.parse(row.details))).toEqual([
    { calls: { rows: 12_000, kept_days: 30 } },
  ]);
});

test("a run that was cut off is taken up, and no row it deleted is left out of the trail", async () => {
  const { old, left, trail, tenant } = await aScenario({ calls: 30 });
  await anOldCall(old(40), 10);
  await ingest(system, (tx) =>
    tx.retentionRun.create({
      data: { id: tenant.id, tenantId: tenant.id, calls: 7, startedAt: new Date(0) },
    }),
  );
  await runOnce();
  expect(await left()).toMatchObject({ calls: 0 });
  expect((await trail()).map((row) => JSON.parse(row.details))).toEqual([
    { calls: { rows: 17, kept_days: 30 } },
  ]);
});

test("another tenant's rows stay", async () => {
  const strict = await aScenario({ calls: 7 });
  const other = await aScenario({ calls: 3_650 });
  await anOldCall(strict.old(100));
  await anOldCall(other.old(100));
  await runOnce();
  expect((await strict.left()).calls).toBe(0);
  expect((await other.left()).calls).toBe(1);
});

test("a preview counts what would go and deletes nothing", async () => {
  const { old, left, admin, tenant } = await aScenario();
  await anOldCall(old(40), 3);
  await anOldApproval(old(70));
  await anOldApproval(old(70), { delivery: "dead" });
  const preview = (kept: "calls" | "approvals", days: number) =>
    previewRetention(admin, { key: tenant.key, kept, days });
  expect(await preview("calls", 30)).toMatchObject({ rows: 3 });
  expect(await preview("calls", 50)).toMatchObject({ rows: 0 });
  expect(await preview("approvals", 60)).toMatchObject({ rows: 1 });
  expect(await left()).toMatchObject({ calls: 3, approvals: 2 });
  for (const role of ["viewer", "triager", "approver"] as const)
    await expect(
      previewRetention(await aPerson([tenant], role), { key: tenant.key, kept: "calls", days: 30 }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("only administrators of the tenant say so, and nobody over somebody else's change", async () => {
  const { admin, tenant } = await aScenario();
  const foreign = await aTenant();
  const save = (person: typeof admin, key: string, seen: object = {}) =>
    saveRetention(person, { key, change: { calls: 30 }, seen });
  const code = (wanted: string) => expect.objectContaining({ code: wanted });
  await expect(save(await aPerson([tenant], "approver"), tenant.key)).rejects.toEqual(code("FORBIDDEN"));
  await expect(save(admin, foreign.key)).rejects.toEqual(code("NOT_FOUND"));
  await save(admin, tenant.key, { calls: null });
  await expect(save(admin, tenant.key, { calls: null })).rejects.toEqual(code("STALE_VIEW"));
  expect(await getRetention(admin, tenant.id)).toEqual({ ...KEEP_EVERYTHING, calls: 30 });
});

test.each([
  ["calls", 6],
  ["approvals", 59],
  ["feedback", 3_651],
  ["calls", 7.5],
  ["rationales", 6],
  ["arguments", 0],
])("%s for %s days is refused", (kept, days) => {
  expect(saveRetentionSchema.safeParse({ key: "a", change: { [kept]: days }, seen: {} }).success).toBe(false);
  expect(previewRetentionSchema.safeParse({ key: "a", kept, days }).success).toBe(false);
});

test("what people said about issues goes after the same time as reports, with whom it mentioned", async () => {
  const { tenant, old } = await aScenario({ feedback: 60 });
  await anOldReport(old(1));
  const [userId, issue] = await read(system, async (tx) => [
    newId(),
    await tx.feedbackIssue.findFirstOrThrow({ where: { tenantId: tenant.id } }),
  ]);
  const of = { tenantId: tenant.id, userId };
  for (const days of [61, 59]) {
    const [id, createdAt] = [newId(), new Date(Date.now() - days * 86_400_000)];
    await ingest(system, (tx) =>
      tx.feedbackComment.create({
        data: {
          ...of,
          id,
          issueId: issue.id,
          text: `${days} days`,
          createdAt,
          mentions: { create: { userId } },
        },
      }),
    );
  }
  await runOnce();
  const where = { where: { tenantId: tenant.id } };
  expect(
    await read(system, async (tx) => [
      (await tx.feedbackComment.findMany(where)).map(({ text }) => text),
      await tx.feedbackMention.count(where),
    ]),
  ).toEqual([["59 days"], 1]);
});

test("what was found in old calls goes with them, and what was found in younger ones stays", async () => {
  const { tenant, gateway, old } = await aScenario({ calls: 30 });
  await anOldCall(old(31));
  await anOldCall(old(29));
  const where = { where: { tenantId: tenant.id } };
  await ingest(system, async (tx) => {
    for (const { id, occurredAt, tool } of await tx.toolCall.findMany(where)) {
      const of = { tenantId: tenant.id, gatewayId: gateway.id, provider: "", tool, version: 1, occurredAt };
      const words = { path: "/to", keyword: "format", value: '"their words"', sent: "a", spot: "b" };
      await tx.toolRefusal.create({ data: { ...of, ...words, callId: id } });
      const last = { lastAt: occurredAt, lastId: id, calls: 1 };
      const state = { failure: { callId: id, sign: "their words" } };
      await tx.attemptGroup.create({ data: { ...of, ...last, id, sessionId: id, state } });
      const { provider: _, ...at } = of;
      await tx.toolOtherPurpose.create({ data: { ...at, callId: id, toolId: id, judged: 9 } });
    }
  });
  await runOnce();
  const [calls, refusals, groups, purposes] = await read(system, async (tx) => [
    await tx.toolCall.findMany(where),
    await tx.toolRefusal.findMany(where),
    await tx.attemptGroup.findMany(where),
    await tx.toolOtherPurpose.findMany(where),
  ]);
  const ids = calls.map(({ id }) => id);
  expect(ids).toHaveLength(1);
  expect([refusals.map(({ callId }) => callId), groups.map(({ id }) => id)]).toEqual([ids, ids]);
  expect(purposes.map(({ callId }) => callId)).toEqual(ids);
});

test("links of templates to calls that are gone go all with one pass, however many they are and few they seem", async () => {
  await withLinks(await aTenant(), 3);
  await own.asOwner([
    ...["rationale_templates", "rationale_calls"].map(
      (table) => `alter table ${table} set (autovacuum_enabled = off)`,
    ),
    "analyze rationale_templates, rationale_calls",
  ]);
  const { tenant } = await aScenario({ calls: 30 });
  await withLinks(tenant, 50_002);
  await runOnce();
  expect(await read(system, (tx) => tx.rationaleCall.count({ where: { tenantId: tenant.id } }))).toBe(1);
});

/** A template with links, all but one to calls of 31 days ago. */
async function withLinks({ id }: { id: string }, links: number): Promise<void> {
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      with t as (
        insert into rationale_templates (tenant_id, id, provider, tool, text, bank_key, verdict, lane, calls, sessions, first_at, last_at,
          last_call_id, gaps, gap_mean, gap_squares)
        values (${id}::uuid, gen_random_uuid(), '', 'create_refund', 'refund it', 'it refund', 'meaningful', 'people', 1, '{}', now(), now(),
          gen_random_uuid(), 0, 0, 0) returning tenant_id, id)
      insert into rationale_calls (tenant_id, template_id, occurred_at, call_id)
      select t.tenant_id, t.id, now() - case when n = 1 then interval '29 days' else interval '31 days' end, gen_random_uuid()
      from t cross join generate_series(1, ${links}::int) n`,
  );
}
