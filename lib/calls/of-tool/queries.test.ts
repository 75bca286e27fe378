import { describe, expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { mergeIssues } from "@/lib/feedback/triage/merge";
import { aReported, bringTo, itemOf } from "@/lib/feedback/triage/testing/issues";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { dayAgo, onOneDay } from "@/lib/testing/one-day";
import { getToolDecisions, getToolFeedback, getToolRecord, listToolUse } from "./queries";
import { fieldOf, ranOf } from "./rules";

const system = systemScope("tests");
const DAY_MS = 86_400_000;

type Call = {
  outcome?: string;
  daysAgo?: number;
  provider?: string | null;
  validation?: { path: string; message: string }[];
};

function record(tenant: TestTenant, gateway: TestGateway, tool: string, calls: readonly Call[]) {
  return ingest(system, (tx) =>
    tx.toolCall.createMany({
      data: calls.map(({ outcome = "ok", daysAgo = 0, provider = "files", validation }) => ({
        id: newId(),
        tenantId: tenant.id,
        gatewayId: gateway.id,
        provider,
        tool,
        outcome,
        validation,
        occurredAt: new Date(Date.now() - daysAgo * DAY_MS),
      })),
    }),
  );
}

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { id } = await aTool(gateway, { name: "send" });
  const key = { id, gatewayId: gateway.id, provider: "files", name: "send" };
  return { tenant, gateway, key, person: await aPerson([tenant], "viewer") };
}

async function anApproval(
  { tenant, gateway, key }: Awaited<ReturnType<typeof aSetting>>,
  decidedAfter: number | null,
  voter: string | null = null,
) {
  const id = newId();
  const createdAt = new Date(Date.now() - 3_600_000);
  await ingest(system, async (tx) => {
    await tx.approval.create({
      data: {
        id,
        tenantId: tenant.id,
        gatewayId: gateway.id,
        provider: "files",
        tool: "send",
        toolId: key.id,
        argumentsText: "{}",
        argumentsSha256: "0".repeat(64),
        requestedSha256: "0".repeat(64),
        risk: "high",
        riskSource: "catalogue",
        heldBecause: "risk",
        summary: "Send it",
        mode: "reissue",
        decideBy: new Date(Date.now() + DAY_MS),
        useBySeconds: 60,
        createdAt,
        ...(decidedAfter === null
          ? {}
          : {
              decision: "rejected" as const,
              execution: "blocked" as const,
              decidedAt: new Date(createdAt.getTime() + decidedAfter * 1_000),
            }),
      },
    });
    if (voter !== null)
      await tx.vote.create({
        data: {
          id: newId(),
          tenantId: tenant.id,
          approvalId: id,
          revision: 1,
          userId: voter,
          userName: "Ines",
          verdict: "reject",
        },
      });
  });
}

describe("a tool's calls", () => {
  test(
    "are counted by day and outcome, over fourteen days, of the tenants in scope",
    onOneDay(async () => {
      const { tenant, gateway, key, person } = await aSetting();
      const foreign = await aTenant();
      await record(tenant, gateway, "send", [
        {},
        {},
        { outcome: "validation_error" },
        { outcome: "ok", daysAgo: 3 },
        { outcome: "ok", daysAgo: 40 },
      ]);
      await record(tenant, gateway, "other", [{}]);
      await record(foreign, gateway, "send", [{}]);
      const seen = await getToolRecord(person, key);
      expect(seen).toMatchObject({
        calls: 4,
        namesakes: 0,
        outcomes: [
          { outcome: "ok", class: "ok", calls: 3 },
          { outcome: "validation_error", class: "caller", calls: 1 },
        ],
      });
      expect(seen.days).toHaveLength(14);
      expect(seen.days.at(-1)?.classes).toMatchObject({ ok: 2, caller: 1 });
      expect(seen.days.at(-4)?.classes).toMatchObject({ ok: 1 });
      const use = await listToolUse(person, [key], null);
      expect(use.get(key.id)).toMatchObject({ calls: 4, waiting: 0, days: seen.days });
      expect(use.get(key.id)?.since).toBe(dayAgo(13));
      expect((await listToolUse(person, [key], newId())).get(key.id)).toMatchObject({ calls: 0, waiting: 0 });
    }),
  );

  test("that wait or were refused by people are no failures, and no calls that ran", async () => {
    const { tenant, gateway, key, person } = await aSetting();
    const outcomes = ["ok", "ok", "timeout", "validation_error", "approval_pending", "denied", "expired"];
    await record(
      tenant,
      gateway,
      "send",
      outcomes.map((outcome) => ({ outcome })),
    );
    expect(ranOf(await getToolRecord(person, key))).toEqual({ ran: 4, failed: 2, held: 3 });
  });

  test("of a name that several tools have are told to be so", async () => {
    const { tenant, key, person } = await aSetting();
    await aTool(await aGateway([tenant]), { name: "send" });
    await aTool(await aGateway([await aTenant()]), { name: "send" });
    expect((await getToolRecord(person, key)).namesakes).toBe(1);
  });

  test.each([
    ["/to/0", "to"],
    ["/a~1b~0c", "a/b~c"],
    ["to[0].name", "to"],
    ["$.to", "to"],
    ["arguments.to", "to"],
    ["/arguments/to", "to"],
    ["", ""],
  ])("path %j is about %j", (path, name) => {
    expect(fieldOf(path)).toBe(name);
  });
});

describe("a tool's held calls", () => {
  test("tell how many wait, for whom, and how long people take", async () => {
    const setting = await aSetting();
    const { tenant, key, person } = setting;
    const voter = (await aPerson([tenant])).actor.id;
    await anApproval(setting, null);
    await anApproval(setting, null);
    for (const seconds of [10, 20, 400]) await anApproval(setting, seconds, voter);
    // It expired without a vote.
    await anApproval(setting, 3_000);
    const decisions = await getToolDecisions(person, key);
    expect(decisions).toMatchObject({
      waiting: 2,
      waitingFor: { [tenant.id]: 2 },
      medianSeconds: 20,
      // Between the second, 20, and the third, 400.
      slowSeconds: expect.closeTo(362, 3),
      decided: 3,
    });
    expect(decisions.recent).toHaveLength(5);
    expect((await listToolUse(person, [key], null)).get(key.id)?.waiting).toBe(2);
    const stranger = await aPerson([await aTenant()], "viewer");
    expect(await getToolDecisions(stranger, key)).toMatchObject({
      waiting: 0,
      medianSeconds: null,
      recent: [],
    });
  });

  test("of its reports, duplicates are one open issue with the one they lead to", async () => {
    const { gateway, person, report } = await aReported();
    const { id } = await aTool(gateway, { name: "crm" });
    const key = { id, gatewayId: gateway.id, provider: "files", name: "crm" };
    const issues = [];
    for (const actualOutcome of ["One", "Two", "Three"])
      issues.push((await report("crm", { actualOutcome })).issue);
    const [lead, ...others] = issues;
    expect(await getToolFeedback(person, key)).toEqual({ reports: 3, openIssues: 3 });
    const items = await Promise.all(others.map((one) => itemOf(person, one.id)));
    await mergeIssues(person, { into: lead?.id ?? "", items });
    expect(await getToolFeedback(person, key)).toEqual({ reports: 3, openIssues: 1 });
    await bringTo(person, lead?.id ?? "", ["resolve"]);
    expect(await getToolFeedback(person, key)).toEqual({ reports: 3, openIssues: 0 });
  });

  test("a duplicate whose reports alone are recent counts with its lead", async () => {
    const { gateway, person, report, tenant } = await aReported();
    const { id } = await aTool(gateway, { name: "crm" });
    const [old, duplicate] = [
      (await report("mail")).issue,
      (await report("crm", { actualOutcome: "Two" })).issue,
    ];
    await mergeIssues(person, { into: old.id, items: [await itemOf(person, duplicate.id)] });
    const key = { id, gatewayId: gateway.id, provider: "files", name: "crm" };
    expect(await getToolFeedback(person, key), tenant.key).toEqual({ reports: 1, openIssues: 1 });
  });

  test("and no report of agents is zero reports", async () => {
    const { key, person } = await aSetting();
    expect(await getToolFeedback(person, key)).toEqual({ reports: 0, openIssues: 0 });
  });
});
