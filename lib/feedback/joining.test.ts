import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aTool } from "@/lib/testing/factories";
import { earlierFingerprints, FINGERPRINT_VERSION, formerFingerprints } from "./rules";
import { aReported } from "./triage/testing/issues";

const system = systemScope("tests");

const issuesOf = (tenantId: string) =>
  read(system, (tx) => tx.feedbackIssue.findMany({ where: { tenantId }, orderBy: { number: "asc" } }));

describe("one problem", () => {
  test("is one issue whether a report names the provider or not, in any order", async () => {
    for (const order of [
      [undefined, "hubspot", undefined],
      ["hubspot", undefined, "hubspot"],
    ]) {
      const { tenant, report } = await aReported();
      const ids = [];
      for (const provider of order) ids.push((await report("crm", { provider })).issue.id);
      expect(new Set(ids).size).toBe(1);
      expect(await issuesOf(tenant.id)).toMatchObject([{ provider: "hubspot", reports: 3 }]);
    }
  });

  test("takes the provider that the gateway's catalogue names", async () => {
    const { tenant, gateway, report } = await aReported();
    await aTool(gateway, { name: "crm", provider: "hubspot" });
    await report("crm");
    await report("crm", { provider: "salesforce" });
    expect(await issuesOf(tenant.id)).toMatchObject([{ provider: "hubspot" }, { provider: "salesforce" }]);
  });

  test("of two providers is two issues; a report that names none and could be of either has its own", async () => {
    const { tenant, report } = await aReported();
    for (const provider of ["hubspot", "salesforce", undefined, undefined, "hubspot"])
      await report("crm", { provider });
    expect((await issuesOf(tenant.id)).map(({ provider, reports }) => [provider, reports])).toEqual([
      ["hubspot", 2],
      ["salesforce", 1],
      [null, 2],
    ]);
  });

  test("is one issue when fifty report it at once, with and without the provider", async () => {
    const { tenant, report } = await aReported();
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => report("crm", { provider: i % 2 ? "hubspot" : undefined })),
    );
    expect(await issuesOf(tenant.id)).toMatchObject([{ provider: "hubspot", reports: 50 }]);
  });

  test("is found again by its fingerprint of before, and has that of today from then on", async () => {
    const { tenant, report } = await aReported();
    const about = { toolCalled: "crm", actualOutcome: "x", errorSeen: "property lead_score does not exist" };
    await ingest(system, (tx) =>
      tx.feedbackIssue.create({
        data: {
          id: newId(),
          tenantId: tenant.id,
          number: 1,
          title: "t",
          tool: "crm",
          fingerprint: earlierFingerprints(about, [null])[0] ?? "",
        },
      }),
    );
    expect((await report("crm", { errorSeen: about.errorSeen })).known).toBe(true);
    expect((await report("crm", { errorSeen: "property X does not exist" })).known).toBe(true);
    expect(await issuesOf(tenant.id)).toMatchObject([
      { fingerprintVersion: FINGERPRINT_VERSION, reports: 2 },
    ]);
  });
});

describe("issues from before", () => {
  const ERROR = "property lead_score does not exist";
  async function aKnown(
    given: { provider: string | null; error?: string; number?: number; answer?: string },
    setting: Awaited<ReturnType<typeof aReported>>,
  ) {
    const { provider, error = ERROR, number = 1, answer = "Use B" } = given;
    const about = { toolCalled: "crm", actualOutcome: "x", errorSeen: error };
    const [fingerprint = ""] = earlierFingerprints(about, [provider]);
    const data = {
      id: newId(),
      tenantId: setting.tenant.id,
      number,
      title: "t",
      tool: "crm",
      provider,
      fingerprint,
      answer,
    };
    await ingest(system, (tx) => tx.feedbackIssue.create({ data }));
  }

  test.each([
    ["hubspot", undefined, false],
    ["hubspot", undefined, true],
    [null, "hubspot", false],
    ["hubspot", "hubspot", false],
  ])(
    "of %s answer a report of %s (catalogued: %s), and those after it",
    async (before, named, catalogued) => {
      const setting = await aReported();
      if (catalogued) await aTool(setting.gateway, { name: "crm", provider: "hubspot" });
      await aKnown({ provider: before }, setting);
      for (const provider of [named, "hubspot", undefined])
        expect((await setting.report("crm", { provider, errorSeen: ERROR })).answer?.message).toBe("Use B");
      expect(await issuesOf(setting.tenant.id)).toHaveLength(1);
    },
  );

  test("that are alike now keep their own reports and answers", async () => {
    const setting = await aReported();
    const errors = ["property lead_score does not exist", "property deal_stage does not exist"];
    for (const [at, error] of errors.entries())
      await aKnown({ provider: null, error, number: at + 1, answer: `Use ${at}` }, setting);
    for (const at of [1, 0, 1, 0])
      expect((await setting.report("crm", { errorSeen: errors[at] ?? "" })).answer?.message).toBe(
        `Use ${at}`,
      );
    expect((await issuesOf(setting.tenant.id)).map(({ reports }) => reports)).toEqual([2, 2]);
  });

  test("that knew no fields answer the first of them that is reported again, and not the others", async () => {
    const setting = await aReported();
    const error = (field: string) => `body.${field}.length should be ≤ \`100\`, instead was \`180\`.`;
    const about = { toolCalled: "crm", actualOutcome: "x", errorSeen: error("children") };
    const { id: tenantId } = setting.tenant;
    const data = { id: newId(), tenantId, number: 1, title: "t", tool: "crm", fingerprintVersion: 2 };
    await ingest(system, (tx) =>
      tx.feedbackIssue.create({
        data: { ...data, fingerprint: formerFingerprints(about).of2, answer: "Send fewer" },
      }),
    );
    const answered = async (field: string) =>
      (await setting.report("crm", { errorSeen: error(field) })).answer?.message ?? null;
    expect([await answered("children"), await answered("title"), await answered("children")]).toEqual([
      "Send fewer",
      null,
      "Send fewer",
    ]);
    expect(await issuesOf(tenantId)).toMatchObject([
      { reports: 2, fingerprintVersion: FINGERPRINT_VERSION },
      { reports: 1, fingerprintVersion: FINGERPRINT_VERSION },
    ]);
  });

  /** An issue as version 3 opened it for a report of this error. */
  async function anIssueOf3(tenantId: string, number: number, errorSeen: string): Promise<void> {
    const { of3: fingerprint } = formerFingerprints({ toolCalled: "crm", actualOutcome: "x", errorSeen });
    const data = {
      id: newId(),
      tenantId,
      number,
      title: "t",
      tool: "crm",
      fingerprint,
      fingerprintVersion: 3,
    };
    await ingest(system, (tx) => tx.feedbackIssue.create({ data: { ...data, answer: `Answer ${number}` } }));
  }

  test("that took different codes for one answer the first that is reported again, and not the others", async () => {
    const { tenant, report } = await aReported();
    const error = (code: string) => `{'ok': False, 'error': '${code}'}`;
    await anIssueOf3(tenant.id, 1, error("channel_not_found"));
    const answered = async (code: string) =>
      (await report("crm", { errorSeen: error(code) })).answer?.message ?? null;
    for (const [code, answer] of [
      ["not_in_channel", "Answer 1"],
      ["channel_not_found", null],
      ["not_in_channel", "Answer 1"],
    ] as const)
      expect(await answered(code)).toBe(answer);
    expect((await issuesOf(tenant.id)).map(({ reports }) => reports)).toEqual([2, 1]);
  });

  test("that took one error for several keep what they had, and the first takes what is new", async () => {
    const { tenant, report } = await aReported();
    const error = (cursor: string) => `Cursor ${cursor} has expired`;
    for (const [at, cursor] of ["eyJvZmZzZXQiOjUwfQ==", "eyJvZmZzZXQiOjEwMH0="].entries())
      await anIssueOf3(tenant.id, at + 1, error(cursor));
    const answered = async (cursor: string) =>
      (await report("crm", { errorSeen: error(cursor) })).answer?.message;
    expect(await answered("eyJvZmZzZXQiOjUwfQ==")).toBe("Answer 1");
    expect(await answered("eyJvZmZzZXQiOjEwMH0=")).toBe("Answer 2");
    expect(await answered("eyJvZmZzZXQiOjIwfQ==")).toBe("Answer 1");
    expect(await issuesOf(tenant.id)).toHaveLength(2);
  });

  test("that were split by hand before fields were told apart are found by their words", async () => {
    const setting = await aReported();
    const { id: tenantId } = setting.tenant;
    const error = (field: string) => `body.${field}.length should be ≤ \`100\`, instead was \`180\`.`;
    const { of2: former } = formerFingerprints({
      toolCalled: "crm",
      actualOutcome: "x",
      errorSeen: error("title"),
    });
    const [first, second] = [newId(), newId()];
    const issue = (id: string, number: number, fingerprint: string) => ({
      ...{ id, tenantId, number, title: "t", tool: "crm", fingerprintVersion: 2, fingerprint },
    });
    await ingest(system, async (tx) => {
      await tx.feedbackIssue.create({ data: issue(first, 1, former) });
      await tx.feedbackIssue.create({ data: issue(second, 2, `split ${second}`) });
      await tx.feedbackLearned.create({ data: { tenantId, fingerprint: former, issueId: second } });
      const said = { tenantId, gatewayId: setting.gateway.id, attemptedAction: "Create a deal" };
      for (const [issueId, field] of [
        [first, "children"],
        [second, "title"],
      ] as const)
        await tx.feedbackSubmission.create({
          data: {
            ...{ id: newId(), issueId, ...said, toolCalled: "crm", severity: "low" },
            ...{ expectedOutcome: "The deal exists", actualOutcome: "It failed" },
            errorSeen: error(field),
          },
        });
    });
    expect((await setting.report("crm", { errorSeen: error("title") })).issue.id).toBe(second);
    expect((await setting.report("crm", { errorSeen: error("children") })).issue.id).toBe(first);
  });
});
