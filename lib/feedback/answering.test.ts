import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { answerIssue, submitFeedback } from "./commands";
import { getIssueView } from "./inbox/queries";

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "triager");
  const input = {
    tenant: tenant.key,
    attemptedAction: "a",
    expectedOutcome: "b",
    actualOutcome: "c",
    severity: "low" as const,
    rationale: "Because the tests need it.",
  };
  const submit = () =>
    submitFeedback(gateway.scope, input, { tenantId: tenant.id, key: null, bodySha256: "" });
  const { issue } = await submit();
  const seen = async () => {
    const { message, workaround, fixedIn } = (await getIssueView(person, issue.id)).answer;
    return { answer: message ?? "", workaround: workaround ?? "", fixedIn: fixedIn ?? "" };
  };
  return { tenant, person, issue, submit, seen };
}

const words = { answer: "Being fixed.", workaround: "Ask for the id first.", fixedIn: "2.5" };

const trail = (tenantId: string) =>
  read(systemScope("tests"), (tx) => tx.activity.findMany({ where: { tenantId, action: "issue.answered" } }));

describe("an answer", () => {
  test("is what the next agent is told, and leaves a trace", async () => {
    const { tenant, person, issue, submit, seen } = await aSetting();
    await answerIssue(person, { id: issue.id, seen: await seen(), ...words });
    expect((await submit()).answer).toEqual({
      state: "new",
      message: "Being fixed.",
      workaround: "Ask for the id first.",
      fixedIn: "2.5",
    });
    expect(await trail(tenant.id)).toMatchObject([{ actorName: person.actor.name, subjectId: issue.id }]);
    await answerIssue(person, { id: issue.id, seen: await seen(), answer: "", workaround: "", fixedIn: "" });
    expect((await submit()).answer).toBeNull();
  });

  test("of several people who read the same is one; a further report is no change of it", async () => {
    const { tenant, person, issue, submit, seen } = await aSetting();
    const at = await seen();
    await submit();
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, (_, i) =>
        answerIssue(person, { id: issue.id, seen: at, ...words, answer: `${i}` }),
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of tries)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "STALE_VIEW" });
    expect(await trail(tenant.id)).toHaveLength(1);
  });

  test("is for triagers and administrators, on issues of their own tenants", async () => {
    const { tenant, issue, seen } = await aSetting();
    const input = { id: issue.id, seen: await seen(), ...words };
    for (const role of ["viewer", "approver"] as const)
      await expect(answerIssue(await aPerson([tenant], role), input)).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    const stranger = await aPerson([await aTenant()], "admin");
    for (const id of [issue.id, newId()])
      await expect(answerIssue(stranger, { ...input, id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await trail(tenant.id)).toEqual([]);
  });
});
