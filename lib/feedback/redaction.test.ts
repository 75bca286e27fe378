import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { revealReport } from "./commands";
import { listInbox } from "./inbox/queries";
import { listReports } from "./inbox/reports";
import { getFeedback, listFeedback } from "./queries";
import { aReported } from "./triage/testing/issues";

const KEY = "sk-live-4f9a8b7c6d5e4f3a2b1c";

const SENT = {
  errorSeen: `401 for Authorization: Bearer ${KEY}`,
  actualOutcome: `password=correct-horse-9 was refused`,
  suggestedImprovement: `Take ${KEY} from the environment`,
};

const SHOWN = {
  errorSeen: "401 for Authorization: [redacted]",
  actualOutcome: "password=[redacted] was refused",
  suggestedImprovement: "Take [redacted] from the environment",
};

async function aLeak() {
  const setting = await aReported();
  return { ...setting, ...(await setting.report("crm", SENT)) };
}

describe("a report that holds a credential", () => {
  test("is on no page as it was sent, and its title never holds it", async () => {
    const { tenant, person, report, issue } = await aLeak();
    const plain = await report("crm", { errorSeen: "The token is invalid" });
    const pages = [await listReports(person, issue.id), await listReports(person, plain.issue.id)];
    expect(pages[0]?.rows).toMatchObject([{ ...SHOWN, masked: true }]);
    const viewer = await aPerson([tenant], "viewer");
    expect(await listReports(viewer, issue.id)).toEqual(pages[0]);
    expect(pages[1]?.rows).toMatchObject([{ errorSeen: "The token is invalid", masked: false }]);
    const [leaked] = pages[0]?.rows ?? [];
    const [stored] = await read(systemScope("tests"), (tx) =>
      tx.feedbackIssue.findMany({ where: { id: issue.id } }),
    );
    expect(leaked?.print).toMatchObject({
      fingerprint: stored?.fingerprint,
      version: stored?.fingerprintVersion,
    });
    expect(leaked?.print.text).not.toContain(KEY);
    expect(issue.title).toBe("crm: 401 for Authorization: [redacted]");
  });

  test("is read as it was sent by its gateway and by those who triage, by nobody else", async () => {
    const { tenant, gateway, person, id } = await aLeak();
    for (const scope of [gateway.scope, person, await aPerson([tenant], "admin")])
      expect(await getFeedback(scope, id)).toMatchObject(SENT);
    for (const role of ["viewer", "approver"] as const) {
      const reader = await aPerson([tenant], role);
      expect(await getFeedback(reader, id)).toMatchObject(SHOWN);
      expect((await listFeedback(reader, {}, { limit: 5 })).rows).toMatchObject([SHOWN]);
    }
  });

  test("is not found letter by letter by who does not read it", async () => {
    const { tenant, person, issue } = await aLeak();
    const viewer = await aPerson([tenant], "viewer");
    const found = async (scope: UserScope, q: string) => {
      const rows = (await listInbox(scope, { view: "all", q })).rows.map(({ id }) => id);
      return [rows, (await listFeedback(scope, { q }, { limit: 5 })).rows.length];
    };
    expect(await found(person, "sk-live-4f9a")).toEqual([[issue.id], 1]);
    expect(await found(viewer, "sk-live-4f9a")).toEqual([[], 0]);
    expect(await found(viewer, "refused")).toEqual([[issue.id], 1]);
  });

  test("is shown as it was sent on request, which the trail keeps", async () => {
    const { tenant, person, id, issue } = await aLeak();
    expect(await revealReport(person, { id })).toMatchObject(SENT);
    const kept = await read(systemScope("tests"), (tx) =>
      tx.activity.findMany({ where: { tenantId: tenant.id, action: "issue.revealed" } }),
    );
    expect(kept).toMatchObject([
      { subjectId: issue.id, actorId: person.actor.id, details: JSON.stringify({ report: id }) },
    ]);
    const stranger = await aPerson([await aTenant()], "triager");
    for (const nobodys of [newId(), id])
      await expect(revealReport(stranger, { id: nobodys })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
