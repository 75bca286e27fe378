import { describe, expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { type Scope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { submitFeedback } from "./commands";
import { listInbox } from "./inbox/queries";
import { listIssues } from "./issue-list";
import { getFeedback, listFeedback } from "./queries";
import { feedbackQuery, issuesQuery, type SubmitFeedback } from "./schema";
import { patchIssue } from "./triage/patch";

const system = systemScope("tests");

function report(gateway: TestGateway, tenant: TestTenant, over: Partial<SubmitFeedback> = {}) {
  const input: SubmitFeedback = {
    tenant: tenant.key,
    attemptedAction: "a",
    expectedOutcome: "b",
    actualOutcome: "c",
    severity: "low",
    rationale: "Because the tests need it.",
    ...over,
  };
  return submitFeedback(gateway.scope, input, { tenantId: tenant.id, key: null, bodySha256: "" });
}

const list = (scope: Scope, query: Record<string, string> = {}) =>
  listFeedback(scope, feedbackQuery.parse(query), feedbackQuery.parse(query));

async function pages(scope: Scope, query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(scope, { ...query, ...(cursor ? { cursor } : {}) });
    ids.push(...page.rows.map((row) => row.id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

describe("the list of reports", () => {
  test("is narrowed by a label for people alone", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const crm = await report(gateway, tenant, { toolCalled: "crm" });
    await report(gateway, tenant, { toolCalled: "mail" });
    await patchIssue(await aPerson([tenant], "triager"), crm.issue.ref, { labels: ["billing"] });
    const viewer = await aPerson([tenant], "viewer");
    expect((await list(viewer, { label: "billing" })).rows.map(({ id }) => id)).toEqual([crm.id]);
    await expect(list(gateway.scope, { label: "billing" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("has every row once, newest first, whatever the page size", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const made: string[] = [];
    for (let i = 0; i < 7; i += 1) made.push((await report(gateway, tenant, { errorSeen: `e${i}` })).id);
    for (const limit of ["1", "3", "7", "50"])
      expect(await pages(gateway.scope, { limit })).toEqual(made.toReversed());
  });

  test("filters by tool, severity, state, tenant and time", async () => {
    const [one, two] = [await aTenant(), await aTenant()];
    const gateway = await aGateway([one, two]);
    const crm = await report(gateway, one, { toolCalled: "crm", severity: "high", errorSeen: "x" });
    const mail = await report(gateway, two, { toolCalled: "mail", errorSeen: "y" });
    const state = (id: string, to: string) =>
      ingest(system, (tx) => tx.feedbackIssue.updateMany({ where: { id }, data: { state: to } }));
    await state(mail.issue.id, "accepted");
    const ids = async (query: Record<string, string>) =>
      (await list(gateway.scope, query)).rows.map((row) => row.id);
    expect(await ids({ tool: "crm" })).toEqual([crm.id]);
    expect(await ids({ severity: "high" })).toEqual([crm.id]);
    expect(await ids({ state: "accepted" })).toEqual([mail.id]);
    expect(await ids({ tenant: two.key })).toEqual([mail.id]);
    expect(await ids({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await ids({ since: "2026-01-01T00:00:00+02:00" })).toEqual([mail.id, crm.id]);
  });

  test("shows nobody another tenant's rows", async () => {
    const [ours, theirs] = [await aTenant(), await aTenant()];
    const gateway = await aGateway([theirs]);
    const { id } = await report(gateway, theirs, { errorSeen: "canary" });
    const person = await aPerson([ours]);
    expect((await list(person)).rows).toEqual([]);
    expect((await list(person, { tenant: theirs.key })).rows).toEqual([]);
    expect((await listIssues(person, issuesQuery.parse({ tenant: theirs.key }))).rows).toEqual([]);
    for (const unknown of [id, newId(), "no id"])
      await expect(getFeedback(person, unknown)).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: "There is no such feedback.",
      });
  });

  test("refuses what is no cursor", async () => {
    await expect(list(system, { cursor: "zzz" })).rejects.toMatchObject({
      details: { errors: [{ pointer: "/cursor" }] },
    });
  });
});

test("issues come with their answer and how often they were reported", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { issue } = await report(gateway, tenant, { toolCalled: "crm" });
  await report(gateway, tenant, { toolCalled: "crm" });
  await report(gateway, tenant, { toolCalled: "mail" });
  await ingest(system, (tx) =>
    tx.feedbackIssue.updateMany({ where: { id: issue.id }, data: { answer: "Being looked at." } }),
  );
  const { rows } = await listIssues(gateway.scope, issuesQuery.parse({ tool: "crm" }));
  expect(rows).toMatchObject([
    {
      id: issue.id,
      ref: `FB-1@${tenant.key}`,
      tenant: tenant.key,
      reports: 2,
      answer: { message: "Being looked at." },
    },
  ]);
  expect((await listIssues(gateway.scope, issuesQuery.parse({ limit: "1" }))).nextCursor).not.toBeNull();
});

test("an issue says how many reports it ever had, in the answer as in the inbox, also when old ones are deleted", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { id } = await report(gateway, tenant);
  await report(gateway, tenant);
  await ingest(system, (tx) => tx.feedbackSubmission.deleteMany({ where: { id } }));
  const [listed] = (await listIssues(gateway.scope, issuesQuery.parse({}))).rows;
  const [shown] = (await listInbox(await aPerson([tenant]), { view: "open" })).rows;
  expect(listed?.reports).toBe(2);
  expect(shown?.reports).toBe(2);
});
