import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { aTool } from "@/lib/testing/factories";
import { FINGERPRINT_VERSION } from "./rules";
import { aReported } from "./triage/testing/issues";
import { renewFingerprints } from "./worker";

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
});

describe("issues from before", () => {
  const error = (field: string) => `property ${field} does not exist`;
  const FORMER = sha256("as earlier rules made it");

  /** An issue with one report, as earlier rules left it. */
  async function aFormer(errorSeen: string, over: { fingerprint?: string; answer?: string } = {}) {
    const setting = await aReported();
    const { tenant, report } = setting;
    const { issue } = await report("crm", { errorSeen });
    const data = { fingerprint: FORMER, fingerprintVersion: 1, answer: "Use B", ...over };
    await ingest(system, (tx) =>
      tx.feedbackIssue.updateMany({ where: { tenantId: tenant.id, id: issue.id }, data }),
    );
    return { ...setting, issue };
  }

  const renewAll = async () => {
    while (await renewFingerprints());
  };

  test("get the fingerprint of today from their first report, and answer the next one", async () => {
    const { tenant, report } = await aFormer(error("lead_score"));
    await renewAll();
    const again = await report("crm", { errorSeen: error("lead_score") });
    expect([again.known, again.answer?.message]).toEqual([true, "Use B"]);
    expect(await issuesOf(tenant.id)).toMatchObject([
      { fingerprintVersion: FINGERPRINT_VERSION, reports: 2 },
    ]);
  });

  test("keep theirs where another issue is the same by now, and where no report is left", async () => {
    const { tenant, report, issue } = await aFormer(error("lead_score"));
    await report("crm", { errorSeen: error("lead_score") });
    const bare = newId();
    await ingest(system, (tx) =>
      tx.feedbackIssue.create({
        data: { id: bare, tenantId: tenant.id, number: 3, title: "t", fingerprint: sha256(bare) },
      }),
    );
    await renewAll();
    const issues = await issuesOf(tenant.id);
    expect(issues.map(({ fingerprintVersion }) => fingerprintVersion)).toEqual([4, 4, 4]);
    expect(issues.find(({ id }) => id === issue.id)?.fingerprint).toBe(FORMER);
    expect(issues.find(({ id }) => id === bare)?.fingerprint).toBe(sha256(bare));
  });

  test("hand on what people learned of their reports", async () => {
    const { tenant, report, issue } = await aFormer(error("title"));
    const second = await report("other", { errorSeen: error("owner") });
    const { id: tenantId } = tenant;
    await ingest(system, (tx) =>
      tx.feedbackLearned.create({
        data: { tenantId, fingerprint: FORMER, issueId: second.issue.id },
      }),
    );
    await renewAll();
    const learned = await read(system, (tx) =>
      tx.feedbackLearned.findMany({ where: { tenantId, issueId: second.issue.id } }),
    );
    const renewed = (await issuesOf(tenantId)).find(({ id }) => id === issue.id);
    expect(learned.map(({ fingerprint }) => fingerprint).sort()).toEqual(
      [FORMER, renewed?.fingerprint].sort(),
    );
  });
});
