import { describe, expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aReported, bringTo } from "@/lib/feedback/triage/testing/issues";
import { aGateway, aPerson, aTenant, aTool, unique } from "@/lib/testing/factories";
import { publishOwnCheatsheet } from "@/lib/tools/cheatsheet/commands";
import { runOnce } from "../attempts/worker";
import { getSheetEffect, listSheetGaps, listSheetReports } from "./queries";

const system = systemScope("tests");
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const provider = unique("crm");
  const tool = unique("create_deal");
  await aTool(gateway, { provider, name: tool });
  const person = await aPerson([tenant], "viewer");
  const record = (name: string, outcome: string, count: number, daysAgo: number, validation?: object) =>
    ingest(system, (tx) =>
      tx.toolCall.createMany({
        data: Array.from({ length: count }, () => ({
          id: newId(),
          tenantId: tenant.id,
          gatewayId: gateway.id,
          provider,
          tool: name,
          outcome,
          validation,
          occurredAt: ago(daysAgo),
        })),
      }),
    );
  return { tenant, gateway, provider, tool, person, record };
}

describe("what a cheatsheet changed", () => {
  test("is refused calls of those that reached the tools, before and after the day it was published", async () => {
    const { provider, tool, person, record } = await aSetting();
    await record(tool, "validation_error", 30, 10);
    await record(tool, "ok", 30, 9);
    await record(tool, "not_found", 1, 2);
    await record(tool, "ok", 99, 2);
    // Held calls do not reach the tool. The day of publication and days outside the window do not
    // count.
    await record(tool, "denied", 50, 2);
    await record(tool, "validation_error", 50, 5);
    await record(tool, "validation_error", 50, 25);
    await record(unique("other"), "validation_error", 50, 2);
    const effect = await getSheetEffect(person, { provider, gateway: null }, ago(5));
    expect(effect).toMatchObject({
      tools: 1,
      unmeasured: 0,
      daysAfter: 5,
      before: { refused: 30, calls: 60, share: 0.5 },
      after: { refused: 1, calls: 100 },
      verdict: "fewer",
    });
  });

  test("is left open by few calls, and not told without any", async () => {
    const { provider, tool, person, record } = await aSetting();
    const effect = () => getSheetEffect(person, { provider, gateway: null }, ago(5));
    expect(await effect()).toMatchObject({ before: null, after: null, verdict: "none" });
    await record(tool, "validation_error", 1, 9);
    await record(tool, "ok", 1, 2);
    expect((await effect()).verdict).toBe("open");
  });

  test("leaves out names that tools with another cheatsheet have as well", async () => {
    const { tenant, gateway, provider, tool, person, record } = await aSetting();
    await record(tool, "validation_error", 3, 2);
    const effect = (of: string | null) => getSheetEffect(person, { provider, gateway: of }, ago(5));
    await aTool(gateway, { provider: unique("another"), name: tool });
    expect(await effect(null)).toMatchObject({ tools: 1, unmeasured: 1, after: null });

    const mail = unique("send");
    await aTool(gateway, { provider, name: mail });
    await record(mail, "ok", 4, 2);
    expect(await effect(null)).toMatchObject({ tools: 2, unmeasured: 1, after: { calls: 4 } });
    const own = await aGateway([tenant]);
    await aTool(own, { provider, name: mail });
    await publishOwnCheatsheet(own.scope, provider, "# Own");
    expect(await effect(null)).toMatchObject({ tools: 2, unmeasured: 2, after: null });
    expect(await effect(own.name)).toMatchObject({ tools: 1, unmeasured: 1 });
  });

  test("is first-try success as well, of the tools that read it, from 20 attempts on", async () => {
    const { tenant, gateway, provider, tool, person } = await aSetting();
    const other = await aGateway([tenant]);
    await aTool(other, { provider, name: tool });
    const attempts = (count: number, failing: number, daysAgo: number, of = gateway) =>
      ingest(system, (tx) =>
        tx.toolCall.createMany({
          data: Array.from({ length: count }, () => unique("session")).flatMap((sessionId, index) =>
            (index < failing ? ["validation_error", "ok"] : ["ok"]).map((outcome, step) => ({
              ...{ id: newId(), tenantId: tenant.id, gatewayId: of.id, provider, tool, outcome, sessionId },
              occurredAt: new Date(ago(daysAgo).getTime() + step),
            })),
          ),
        }),
      );
    await attempts(20, 10, 8);
    await attempts(19, 1, 2);
    await attempts(40, 40, 2, other);
    await attempts(40, 40, 5);
    await publishOwnCheatsheet(other.scope, provider, "# Own");
    await runOnce(undefined, { lagMs: -5_000, only: tenant.id });
    const effect = () => getSheetEffect(person, { provider, gateway: null }, ago(5));
    expect((await effect()).attempts).toMatchObject({
      before: { groups: 20, firstTry: 10, share: { share: 0.5 } },
      after: { groups: 19, firstTry: 18, share: null },
    });
    expect((await getSheetEffect(person, { provider, gateway: other.name }, ago(5))).attempts).toMatchObject({
      before: { groups: 0 },
      after: { groups: 40, firstTry: 0, share: { share: 0, from: 0 } },
    });
  });

  test("is of the calls a person may see", async () => {
    const { gateway, provider, tool, record } = await aSetting();
    await record(tool, "ok", 4, 2);
    const stranger = await aPerson([await aTenant()], "viewer");
    const effect = await getSheetEffect(stranger, { provider, gateway: null }, ago(5));
    expect(effect, gateway.name).toMatchObject({ tools: 0, after: null });
  });
});

test("what agents get wrong again and again is a gap, the most frequent first", async () => {
  const { provider, tool, person, record } = await aSetting();
  const wrong = (path: string, message: string) => [{ path, message }];
  await record(tool, "validation_error", 3, 1, wrong("/stage", "expects one of new, won"));
  await record(tool, "validation_error", 5, 2, wrong("arguments.amount", "must be a number"));
  await record(tool, "validation_error", 2, 1, wrong("/owner", "is unknown"));
  await record(tool, "validation_error", 9, 20, wrong("/late", "is too old"));
  expect(await listSheetGaps(person, provider)).toEqual([
    { tool, field: "amount", calls: 5, message: "must be a number" },
    { tool, field: "stage", calls: 3, message: "expects one of new, won" },
  ]);
  expect(await listSheetGaps(await aPerson([await aTenant()], "viewer"), provider)).toEqual([]);
});

test("open reports about a provider lead to their issues, those with most reports first", async () => {
  const { person, report } = await aReported();
  const provider = unique("crm");
  const tools = [unique("one"), unique("two"), unique("three")];
  await report(tools[0] ?? "", { provider });
  const often = { provider, errorSeen: "stage is unknown" };
  const { issue } = await report(tools[1] ?? "", often);
  await report(tools[1] ?? "", often);
  await report(tools[2] ?? "", { provider: unique("another") });
  const reports = await listSheetReports(person, provider);
  expect(reports.map((one) => one.reports)).toEqual([2, 1]);
  expect(reports[0]?.id).toBe(issue.id);
  await bringTo(person, issue.id, ["accept", "resolve"]);
  expect(await listSheetReports(person, provider)).toHaveLength(1);
});
