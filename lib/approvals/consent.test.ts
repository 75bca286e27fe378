import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import type { TenantSettings } from "@/lib/generated/prisma/client";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { decideApproval } from "./commands";
import { getApprovalView } from "./detail/queries";
import { createApproval } from "./gate/commands";
import { decideTogether, listBulkItems } from "./triage/bulk";

const system = systemScope("tests");

async function aSetting(settings: Partial<TenantSettings> = {}) {
  const tenant = await aTenant(settings);
  const gateway = await aGateway([tenant]);
  const pending = async (over: Parameters<typeof aCall>[1] = {}) => {
    const call = aCall(tenant, { argumentsText: `{"n":"${newId()}"}`, ...over });
    const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
    const { approvalId: id } = await createApproval(gateway.scope, call, request);
    return { id, revision: 1, argumentsSha256: call.arguments.sha256 };
  };
  return { tenant, pending, person: await aPerson([tenant], "admin", "Maya Lindqvist") };
}

const yes = { verdict: "approve", seen: {} } as const;

const votesOf = (id: string) => read(system, (tx) => tx.vote.count({ where: { approvalId: id } }));

const byToken = ({ actor, tenants }: UserScope): UserScope => proveScope({ ...actor, via: "token" }, tenants);

describe("a call on one's own behalf", () => {
  test("is not approved by the person it names, however it names them", async () => {
    const { pending, person } = await aSetting();
    const { email } = person.actor;
    await ingest(system, (tx) =>
      tx.account.create({ data: { provider: "oidc", providerAccountId: "mlind", userId: person.actor.id } }),
    );
    const namings = [
      email,
      email.toUpperCase(),
      `Maya <${email}>`,
      `mailto:${email}`,
      "MAYA  LINDQVIST",
      "Ｍａｙａ Lindqvist",
      "MLind",
    ];
    for (const onBehalfOf of namings) {
      const call = await pending({ onBehalfOf });
      for (const scope of [person, byToken(person)]) {
        await expect(decideApproval(scope, { ...call, ...yes }), onBehalfOf).rejects.toMatchObject({
          code: "FORBIDDEN",
        });
      }
      expect(await votesOf(call.id)).toBe(0);
    }
  });

  test("is approved by somebody else, and rejected by the person it names", async () => {
    const { tenant, pending, person } = await aSetting();
    const other = await aPerson([tenant]);
    const onBehalfOf = person.actor.email;
    expect(await decideApproval(other, { ...(await pending({ onBehalfOf })), ...yes })).toMatchObject({
      decision: "approved",
    });
    const mine = await pending({ onBehalfOf });
    expect(
      await decideApproval(person, { ...mine, verdict: "reject", reason: "I did not ask for this" }),
    ).toMatchObject({ decision: "rejected" });
    const theirs = await pending({ onBehalfOf: `not-${person.actor.email}` });
    expect(await decideApproval(person, { ...theirs, ...yes })).toMatchObject({ decision: "approved" });
  });

  test("is approved by them where the tenant allows it", async () => {
    const { pending, person } = await aSetting({ blockSelfApproval: false });
    const call = await pending({ onBehalfOf: person.actor.email });
    expect((await getApprovalView(person, call.id)).verbs).toContain("approve");
    expect(await decideApproval(person, { ...call, ...yes })).toMatchObject({ decision: "approved" });
  });

  test("shows no Approve on its page and says so, and cannot be approved in a group", async () => {
    const { pending, person } = await aSetting();
    const mine = await pending({ onBehalfOf: person.actor.email });
    const view = await getApprovalView(person, mine.id);
    expect(view.ownCall).toBe(true);
    expect(view.verbs).not.toContain("approve");
    expect(view.verbs).not.toContain("edit");
    expect(view.verbs).toContain("reject");
    const { items } = await listBulkItems(person, [mine.id]);
    expect(items[0]?.alone).toMatch(/on your behalf/);
    const seen = { end: true, typed: "1" };
    const { results } = await decideTogether(person, { verdict: "approve", items: [mine], seen });
    expect(results).toMatchObject([{ ok: false }]);
    expect(await votesOf(mine.id)).toBe(0);
  });
});

describe("what the page demands", () => {
  test("is demanded by the server too: at high and critical, not below", async () => {
    const { pending, person } = await aSetting();
    for (const risk of ["high", "critical"] as const) {
      const call = await pending({ risk });
      await expect(decideApproval(person, { ...call, verdict: "approve" })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { errors: [{ pointer: "/seen", code: "not_confirmed" }] },
      });
      expect(await votesOf(call.id)).toBe(0);
    }
    for (const risk of ["low", "medium"] as const) {
      const call = await pending({ risk });
      expect(await decideApproval(person, { ...call, verdict: "approve" })).toMatchObject({
        decision: "approved",
      });
    }
  });

  test("at critical is the claimed count, typed; without one the target", async () => {
    const { pending, person } = await aSetting();
    const many = await pending({ risk: "critical", facts: { how_many: 412, to_whom: "Beta" } });
    for (const typed of [undefined, "", "41", "Beta"]) {
      await expect(
        decideApproval(person, { ...many, verdict: "approve", seen: { typed } }),
      ).rejects.toMatchObject({ details: { errors: [{ pointer: "/seen/typed", code: "not_confirmed" }] } });
    }
    expect(
      await decideApproval(person, { ...many, verdict: "approve", seen: { typed: " 412 " } }),
    ).toMatchObject({ decision: "approved" });
    const whom = await pending({ risk: "critical", facts: { to_whom: "Beta" } });
    expect(
      await decideApproval(person, { ...whom, verdict: "approve", seen: { typed: "Beta" } }),
    ).toMatchObject({ decision: "approved" });
  });

  test("is the long text of a medium call too, and thousands of rows of it, opened", async () => {
    const { pending, person } = await aSetting();
    const rows = JSON.stringify(Array.from({ length: 2_000 }, (_, n) => `${newId()} ${n}`));
    for (const [argumentsText, fold] of [
      [`{"sql":"${newId()} ${"x".repeat(2_000)}"}`, "/sql"],
      [rows, "rows"],
    ] as const) {
      const call = await pending({ risk: "medium", argumentsText });
      for (const seen of [undefined, {}, { opened: ["/other"] }])
        await expect(decideApproval(person, { ...call, verdict: "approve", seen })).rejects.toMatchObject({
          details: { errors: [{ pointer: "/seen/opened", code: "not_opened" }] },
        });
      expect(
        await decideApproval(person, { ...call, verdict: "approve", seen: { opened: [fold] } }),
      ).toMatchObject({ decision: "approved" });
    }
  });

  test("are the folded parts, opened", async () => {
    const { pending, person } = await aSetting();
    const argumentsText = `{"to":"a","body":"${"x".repeat(2_000)}"}`;
    const call = await pending({ argumentsText });
    for (const opened of [undefined, [], ["/to"]]) {
      await expect(
        decideApproval(person, { ...call, verdict: "approve", seen: { opened } }),
      ).rejects.toMatchObject({ details: { errors: [{ pointer: "/seen/opened", code: "not_opened" }] } });
    }
    expect(
      await decideApproval(person, { ...call, verdict: "approve", seen: { opened: ["/body"] } }),
    ).toMatchObject({ decision: "approved" });
    const again = await pending({ argumentsText: `{"to":"b","body":"${"y".repeat(2_000)}"}` });
    expect(
      await decideApproval(person, { ...again, verdict: "approve", seen: { opened: ["*"] } }),
    ).toMatchObject({ decision: "approved" });
  });
});

test("the trail says how long the page stood before the press", async () => {
  const { pending, person } = await aSetting();
  const { id, ...call } = await pending();
  await decideApproval(person, { id, ...call, verdict: "approve", seen: { ms: 4_200 } });
  const row = await read(system, (tx) => tx.activity.findFirst({ where: { subjectId: id } }));
  expect(row?.action).toBe("approval.approved");
  expect(row?.details).toContain(`"looked_ms":4200`);
});

test("a personal token approves up to high by itself, and critical calls only where the tenant allows it", async () => {
  const { pending, person } = await aSetting();
  const token = byToken(person);
  expect(await decideApproval(token, { ...(await pending()), verdict: "approve" })).toMatchObject({
    decision: "approved",
  });
  const critical = await pending({ risk: "critical" });
  await expect(
    decideApproval(token, { ...critical, verdict: "approve", seen: { typed: "write_file" } }),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(
    await decideApproval(token, { ...critical, verdict: "reject", reason: "Not by a script" }),
  ).toMatchObject({ decision: "rejected" });
  const allowed = await aSetting({ tokensApproveCritical: true });
  const call = await allowed.pending({ risk: "critical" });
  expect(await decideApproval(byToken(allowed.person), { ...call, verdict: "approve" })).toMatchObject({
    decision: "approved",
  });
});
