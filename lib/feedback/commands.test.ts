import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aTenant, type TestGateway, type TestTenant, unique } from "@/lib/testing/factories";
import { submitFeedback } from "./commands";
import { getFeedback } from "./queries";
import type { SubmitFeedback } from "./schema";

const system = systemScope("tests");

const aReport = (tenant: TestTenant, over: Partial<SubmitFeedback> = {}): SubmitFeedback => ({
  tenant: tenant.key,
  attemptedAction: "Create a deal with a custom property",
  expectedOutcome: "The deal exists",
  actualOutcome: "It failed",
  toolCalled: "hubspot_crm",
  errorSeen: "property 'x' does not exist on object 12",
  severity: "med",
  rationale: "Import the deals that were signed on paper.",
  agent: "tester",
  ...over,
});

function submit(
  gateway: TestGateway,
  tenant: TestTenant,
  over: Partial<SubmitFeedback> = {},
  key: string | null = null,
  bodySha256 = "a".repeat(64),
) {
  return submitFeedback(gateway.scope, aReport(tenant, over), { tenantId: tenant.id, key, bodySha256 });
}

async function aSetting(settings: Parameters<typeof aTenant>[0] = {}) {
  const tenant = await aTenant(settings);
  return { tenant, gateway: await aGateway([tenant]) };
}

const issues = (tenant: TestTenant) =>
  read(system, (tx) =>
    tx.feedbackIssue.findMany({
      where: { tenantId: tenant.id },
      include: { _count: { select: { submissions: true } } },
      orderBy: { number: "asc" },
    }),
  );
const offenders = (tenant: TestTenant) =>
  read(system, (tx) => tx.rationaleOffender.findMany({ where: { tenantId: tenant.id } }));

describe("a report", () => {
  test("opens an issue, the next equal one joins it", async () => {
    const { tenant, gateway } = await aSetting();
    const first = await submit(gateway, tenant);
    expect(first).toMatchObject({ known: false, answer: null, replayed: false, warning: null });
    expect(first.issue).toMatchObject({ ref: `FB-1@${tenant.key}`, state: "new" });
    expect(first.issue.url).toMatch(new RegExp(`/feedback/${first.issue.id}$`));
    const second = await submit(gateway, tenant, { errorSeen: "Property 'y' does not exist on object 977" });
    expect(second).toMatchObject({ known: true, issue: { id: first.issue.id } });
    const third = await submit(gateway, tenant, { toolCalled: "salesforce_crm" });
    expect(third).toMatchObject({ known: false, issue: { ref: `FB-2@${tenant.key}` } });
  });

  test("of a known problem is answered with what people said", async () => {
    const { tenant, gateway } = await aSetting();
    const { issue } = await submit(gateway, tenant);
    await ingest(system, (tx) =>
      tx.feedbackIssue.updateMany({
        where: { id: issue.id },
        data: { state: "accepted", workaround: "Use properties.x", fixedIn: "2.1" },
      }),
    );
    const { answer } = await submit(gateway, tenant);
    expect(answer).toEqual({
      state: "accepted",
      message: null,
      workaround: "Use properties.x",
      fixedIn: "2.1",
    });
  });

  test("keeps every word as it was written", async () => {
    const { tenant, gateway } = await aSetting();
    const errorSeen = "\u202eevil\u0007 <script> 'quoted' \ud83d\ude00 \u200b\r\n\t9007199254740993";
    const { id } = await submit(gateway, tenant, { errorSeen, provider: "hubspot" });
    const row = await getFeedback(gateway.scope, id);
    expect(row).toMatchObject({ errorSeen, provider: "hubspot", tenant: tenant.key, gateway: gateway.name });
  });

  test("fifty equal ones at once are one issue, other ones are numbered without a gap", async () => {
    const { tenant, gateway } = await aSetting();
    const equal = Array.from({ length: 50 }, (_, i) => submit(gateway, tenant, { errorSeen: `gone: ${i}` }));
    const words = ["alpha", "beta", "gamma", "delta", "epsilon"];
    const other = words.map((word) => submit(gateway, tenant, { errorSeen: word }));
    const answers = await Promise.all([...equal, ...other]);
    expect(answers.slice(0, 50).filter((answer) => !answer.known)).toHaveLength(1);
    const found = await issues(tenant);
    expect(found.map((issue) => issue.number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(found.map((issue) => issue._count.submissions).sort((a, b) => b - a)[0]).toBe(50);
  });

  test("of another tenant opens an issue of its own", async () => {
    const [one, two] = [await aTenant(), await aTenant()];
    const gateway = await aGateway([one, two]);
    const first = await submit(gateway, one);
    const second = await submit(gateway, two);
    expect(first).toMatchObject({ known: false, issue: { ref: `FB-1@${one.key}` } });
    expect(second).toMatchObject({ known: false, issue: { ref: `FB-1@${two.key}` } });
    expect(second.issue.id).not.toBe(first.issue.id);
  });

  test("cannot name another gateway", async () => {
    const { tenant, gateway } = await aSetting();
    await expect(submit(gateway, tenant, { gateway: "other" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { errors: [{ pointer: "/gateway" }] },
    });
    expect((await submit(gateway, tenant, { gateway: gateway.name })).known).toBe(false);
  });
});

describe("retries", () => {
  test("of one report make one row and give its answer", async () => {
    const { tenant, gateway } = await aSetting();
    const key = unique("id:");
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(gateway, tenant, {}, key)));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    // A retry gets the first response, although the issue exists by now.
    expect(answers.every((answer) => !answer.known)).toBe(true);
    const [issue] = await issues(tenant);
    expect(issue?._count.submissions).toBe(1);
  });

  test("with another body are refused, the first row stays", async () => {
    const { tenant, gateway } = await aSetting();
    const key = unique("id:");
    await submit(gateway, tenant, {}, key);
    const other = submit(gateway, tenant, { errorSeen: "else" }, key, "b".repeat(64));
    await expect(other).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    expect(await issues(tenant)).toHaveLength(1);
  });
});

describe("a report without a rationale", () => {
  test("is taken in the grace period, with a warning, and its caller noted", async () => {
    const { tenant, gateway } = await aSetting();
    const first = await submit(gateway, tenant, { rationale: undefined });
    expect(first.warning).toMatchObject({ code: "RATIONALE_MISSING" });
    expect(first.grace?.until.getTime()).toBeGreaterThan(Date.now());
    await submit(gateway, tenant, { rationale: "short" });
    expect(await offenders(tenant)).toMatchObject([{ agent: "tester", calls: 2 }]);
  });

  test("is refused after it, and nothing is stored but its caller", async () => {
    const { tenant, gateway } = await aSetting({ rationaleGraceDays: 0 });
    await submit(gateway, tenant);
    const late = submit(gateway, tenant, { rationale: "short" }, "id:late");
    await expect(late).rejects.toMatchObject({ details: { errors: [{ pointer: "/rationale" }] } });
    const [issue] = await issues(tenant);
    expect(issue?._count.submissions).toBe(1);
    expect(await offenders(tenant)).toMatchObject([{ agent: "tester", calls: 1 }]);
    // The corrected report can use the refused id.
    expect((await submit(gateway, tenant, {}, "id:late")).replayed).toBe(false);
  });
});
