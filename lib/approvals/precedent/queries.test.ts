import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, aTool, LOOKED } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { createApproval } from "../gate/testing/held";
import { JUDGED_MAX } from "./types";

const system = systemScope("tests");

type Over = Parameters<typeof aCall>[1];

async function aRecord() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "approver", "Ines");
  const ask = async (over: Over = {}) => {
    const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
    return (await createApproval(gateway.scope, aCall(tenant, { risk: "medium", ...over }), request))
      .approvalId;
  };
  const decide = async (id: string, verdict: "approve" | "reject" | "request_changes", edited?: string) => {
    const { revision, argumentsSha256 } = await read(system, (tx) =>
      tx.approval.findFirstOrThrow({ where: { id } }),
    );
    const seen = { id, revision, argumentsSha256 };
    return verdict === "approve"
      ? decideApproval(person, { ...seen, verdict, seen: LOOKED, argumentsText: edited })
      : decideApproval(person, { ...seen, verdict, reason: "Not like this." });
  };
  const asked = async (verdict: Parameters<typeof decide>[1], over: Over = {}) => {
    const id = await ask({ argumentsText: `{"n":"${newId()}"}`, ...over });
    await decide(id, verdict);
    return id;
  };
  const view = async (id: string) => getApprovalView(person, id);
  const precedent = async (over: Over = {}) => (await view(await ask(over))).precedent;
  return { tenant, gateway, person, ask, decide, asked, view, precedent };
}

const kinds = (precedent: Awaited<ReturnType<Awaited<ReturnType<typeof aRecord>>["precedent"]>>) =>
  precedent?.notices.map((one) => ("what" in one ? `${one.kind} ${one.what}` : one.kind));

describe("what people decided before", () => {
  test("is kept of the longest names that are taken, all different in every letter", async () => {
    const { asked, precedent } = await aRecord();
    // Three bytes each that hardly compress, so that they fill the index rows.
    const long = (from: number) =>
      Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 97 + from) % 20_000))).join(
        "",
      );
    const over = { tool: long(1), provider: long(7_001), agent: long(14_001), facts: { to_whom: long(3) } };
    await asked("approve", over);
    expect(await precedent(over)).toMatchObject({ tool: { approved: 1 }, target: { approved: 1 } });
  });

  test("is counted by tool, by agent and by target, and by nobody else's calls", async () => {
    const { asked, precedent } = await aRecord();
    await asked("approve", { facts: { to_whom: "All" } });
    await asked("approve", { facts: { to_whom: "Beta" } });
    await asked("reject", { facts: { to_whom: "Beta" } });
    await asked("request_changes", { agent: "another", facts: { to_whom: "All" } });
    await asked("approve", { tool: "delete_file", facts: { to_whom: "All" } });
    await asked("approve", { provider: "other", facts: { to_whom: "All" } });
    const other = await aRecord();
    await other.asked("approve", { facts: { to_whom: "All" } });
    expect(await precedent({ facts: { to_whom: "All" } })).toMatchObject({
      tool: { approved: 2, refused: 2 },
      agent: { approved: 4, refused: 1 },
      target: { approved: 1, refused: 1 },
    });
    expect(await precedent({ facts: undefined, agent: undefined })).toMatchObject({
      agent: null,
      target: null,
    });
  });

  test("does not hold what a setting let through or a policy refused", async () => {
    const { asked, precedent } = await aRecord();
    const ids = [await asked("approve"), await asked("reject"), await asked("approve")];
    const because = ["auto_approved", "policy_denied", "policy"];
    await ingest(system, async (tx) => {
      for (const [at, id] of ids.entries())
        await tx.approval.updateMany({ where: { id }, data: { heldBecause: because[at] } });
    });
    expect(await precedent()).toMatchObject({ tool: { approved: 0, refused: 0 } });
    expect(kinds(await precedent())).toEqual(["first tool", "first agent"]);
  });

  test("counts the newest decisions only", async () => {
    const { tenant, gateway, ask, asked, view } = await aRecord();
    const first = await asked("reject");
    const row = await read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id: first } }));
    const {
      policy: _policy,
      editPolicies: _edits,
      budgets: _budgets,
      facts: _facts,
      knownOutcome: _outcome,
      preview: _preview,
      fold: _fold,
      seats: _seats,
      ...rest
    } = row;
    await ingest(system, (tx) =>
      tx.approval.createMany({
        data: Array.from({ length: JUDGED_MAX }, () => ({
          ...rest,
          ...{ id: newId(), tenantId: tenant.id, gatewayId: gateway.id, decision: "approved" as const },
          ...{ execution: "succeeded" as const, executionId: newId(), useBy: new Date() },
        })),
      }),
    );
    expect((await view(await ask())).precedent).toMatchObject({
      tool: { approved: JUDGED_MAX, refused: 0 },
    });
  });

  test("is not read for a call that no longer waits", async () => {
    const { asked, view } = await aRecord();
    expect((await view(await asked("approve"))).precedent).toBeNull();
  });
});

describe("what is unusual", () => {
  test("is a count far above the usual one, beside the most that was approved", async () => {
    const { asked, precedent } = await aRecord();
    for (const howMany of [240, 250, 1_200, 250])
      await asked("approve", { facts: { how_many: howMany, to_whom: "All" } });
    await asked("approve", { facts: { how_many: "a few", to_whom: "All" } });
    const found = await precedent({ facts: { how_many: 10_412, to_whom: "All" } });
    expect(found?.howMany).toEqual({ of: 4, median: 250, highest: 1_200 });
    expect(found?.notices).toEqual([
      { kind: "how_many", claimed: 10_412, median: 250, highest: 1_200, of: 4 },
    ]);
    expect((await precedent({ facts: { how_many: 1_201, to_whom: "All" } }))?.notices).toEqual([
      { kind: "most_ever", claimed: 1_201, highest: 1_200, of: 4 },
    ]);
    expect((await precedent({ facts: { how_many: 1_200, to_whom: "All" } }))?.notices).toEqual([]);
  });

  test("is never a count that a person brought down before they approved", async () => {
    const { ask, decide, precedent } = await aRecord();
    for (const n of [1, 2, 3]) {
      const id = await ask({ facts: { how_many: 9_000 }, argumentsText: `{"n":${n}}` });
      await decide(id, "approve", `{"n":${n},"test":true}`);
    }
    expect((await precedent({ facts: { how_many: 9_000 } }))?.howMany).toEqual({
      ...{ of: 0, median: null, highest: null },
    });
  });

  test("is a tool, an agent, an agent with this tool, and a target that nobody has decided before", async () => {
    const { asked, precedent } = await aRecord();
    expect(kinds(await precedent({ facts: { to_whom: "All" } }))).toEqual(["first tool", "first agent"]);
    await asked("approve", { facts: { to_whom: "All" } });
    await asked("approve", { agent: "another", tool: "delete_file" });
    expect(kinds(await precedent({ facts: { to_whom: "All" } }))).toEqual([]);
    expect(kinds(await precedent({ agent: "new", facts: { to_whom: "Beta" } }))).toEqual([
      "first agent",
      "first target",
    ]);
    expect(kinds(await precedent({ agent: "another" }))).toEqual(["first caller"]);
  });

  test("is what people mostly said no to", async () => {
    const { asked, precedent } = await aRecord();
    for (const verdict of ["approve", "approve", "approve", "approve"] as const) await asked(verdict);
    for (const verdict of ["reject", "request_changes", "approve"] as const)
      await asked(verdict, { facts: { to_whom: "All" } });
    expect((await precedent({ facts: { to_whom: "All" } }))?.notices).toEqual([
      { kind: "mostly_refused", what: "target", refused: 2, of: 3 },
    ]);
  });

  test("is a count in words that the arguments contradict, but not once a person changed them", async () => {
    const { ask, view, person } = await aRecord();
    const argumentsText = JSON.stringify({
      recipients: Array.from({ length: 412 }, (_, n) => `u${n}@x.test`),
    });
    const id = await ask({ summary: "Send to 12 recipients", argumentsText });
    expect((await view(id)).precedent?.notices[0]).toEqual({
      kind: "disagreement",
      disagreement: { by: "summary", claimed: 12, held: 412, name: "recipients", kind: "list" },
    });
    await ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data: { approvalsRequired: 2 } }));
    const { revision, argumentsSha256 } = await view(id);
    const edited = '{"recipients":["a@x.test","b@x.test"]}';
    const seen = { id, revision, argumentsSha256, seen: LOOKED };
    await decideApproval(person, { ...seen, verdict: "approve", argumentsText: edited });
    expect(kinds((await view(id)).precedent)).not.toContain("disagreement");
  });

  test("is a headline of our own never", async () => {
    const { precedent } = await aRecord();
    const argumentsText = '{"recipients":["a","b","c"],"note":"12 recipients"}';
    expect(kinds(await precedent({ argumentsText }))).not.toContain("disagreement");
  });

  test("is another precondition that a later call for the same target names", async () => {
    const { ask, view } = await aRecord();
    const facts = { to_whom: "page 7" };
    const id = await ask({ facts, precondition: "etag:77", argumentsText: '{"n":1}' });
    await ask({ facts: { to_whom: "page 8" }, precondition: "etag:1", argumentsText: '{"n":2}' });
    await ask({ facts, precondition: "etag:77", argumentsText: '{"n":3}' });
    await ask({ facts, argumentsText: '{"n":4}' });
    expect(kinds((await view(id)).precedent)).not.toContain("precondition");
    const later = await ask({ facts, precondition: "etag:78", argumentsText: '{"n":5}' });
    expect((await view(id)).precedent?.notices).toContainEqual(
      expect.objectContaining({ kind: "precondition", ours: "etag:77", theirs: "etag:78", id: later }),
    );
    expect(kinds((await view(later)).precedent)).not.toContain("precondition");
  });

  test("is a risk that the call or the server's annotations name otherwise than we rate it", async () => {
    const { gateway, precedent } = await aRecord();
    const annotations = '{"readOnlyHint":true}';
    await aTool(gateway, { name: "write_file", risk: "high", annotations });
    const found = await precedent({ risk: "low" });
    expect(found?.notices).toContainEqual({ kind: "claimed_risk", claimed: "low", ours: "high" });
    expect(found?.notices).toContainEqual({ kind: "server_says", mismatch: "says_read_only", ours: "high" });
    expect(kinds(await precedent({ risk: "high" }))).not.toContain("claimed_risk");
    expect(kinds(await precedent({ risk: undefined }))).not.toContain("claimed_risk");
  });
});
