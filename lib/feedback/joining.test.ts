import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aTool } from "@/lib/testing/factories";
import { earlierFingerprint, FINGERPRINT_VERSION } from "./rules";
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
          fingerprint: earlierFingerprint(about),
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
