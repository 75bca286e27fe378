import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { moveMembers, putGroup } from "@/lib/auth/groups/commands";
import { setUserRole } from "@/lib/auth/people/commands";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator, inForce, require, seated } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { getWholeApproval, wireApproval } from "../queries";
import { listQueue } from "../queue/queries";
import { releaseHeld } from "../release";
import { out } from "../testing/delegations";
import {
  aCallUnder,
  approve,
  comeDue,
  deliveries,
  load,
  seenOf,
  trailOf,
  votersOf,
} from "../testing/waiting";
import { listBulkItems } from "../triage/bulk";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let opal: UserScope;
let otto: UserScope;
let fay: UserScope;
let both: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  [opal, otto, fay, both] = [
    await aPerson([tenant], "approver", "Opal"),
    await aPerson([tenant], "approver", "Otto"),
    await aPerson([tenant], "approver", "Fay"),
    await aPerson([tenant], "approver", "Bo"),
  ];
  await group("ops", [opal, otto, both]);
  await group("finance", [fay, both]);
});

const group = (name: string, members: UserScope[]) =>
  putGroup(system, { name, description: "", members: members.map(({ actor }) => actor.email), rota: null });

const move = (name: string, { add = [], remove = [] }: { add?: UserScope[]; remove?: UserScope[] }) => {
  const emails = (all: UserScope[]) => all.map(({ actor }) => actor.email);
  return moveMembers(system, { name, add: emails(add), remove: emails(remove) });
};

const OPS_AND_FINANCE = seated({ groups: ["ops"] }, { groups: ["finance"] });
const EDITED = '{"path":"/tmp/edited","content":"hello"}';

const held = (demands: Partial<Requirement> = {}, over = {}) =>
  aCallUnder({ admin, tenant, gateway }, { ...OPS_AND_FINANCE, ...demands }, over);

const reject = async (scope: UserScope, id: string) =>
  decideApproval(scope, { ...(await seenOf(id)), verdict: "reject", reason: "No." });

describe("one of ops and one of finance", () => {
  test("is approved by one of each, and shows after the first what is missing", async () => {
    const id = await held();
    expect(await getApprovalView(fay, id)).toMatchObject({
      policy: { clauses: ["waits: one of ops and one of finance must approve"] },
      agentMessage: expect.stringContaining(
        "waits until 2 people from 2 groups of approvers have approved it and has",
      ),
      missing: { needed: 2, noOneFor: [] },
    });
    expect(await approve(opal, id)).toMatchObject({ decision: "pending", approvals: 1, required: 2 });
    const view = await getApprovalView(fay, id);
    expect(view).toMatchObject({
      cannotApprove: null,
      verbs: expect.arrayContaining(["approve"]),
      missing: { needed: 1, undecided: 2, noOneFor: [] },
      seats: [
        { of: "ops", count: 1, open: 0, by: [{ name: "Opal", at: expect.any(Date) }] },
        { of: "finance", count: 1, open: 1, more: "one more of finance", by: [] },
      ],
    });
    expect(view.missing?.who.map(({ name }) => name)).toEqual(["Fay", "Bo"]);
    expect(await approve(fay, id)).toMatchObject({ decision: "approved", approvals: 2 });
    expect(await deliveries(id)).toBe(1);
    expect(await getApprovalView(fay, id)).toMatchObject({
      seats: [],
      agentMessage: expect.stringContaining("2 people approved this call"),
    });
    const { receipts } = await getApprovalView(fay, id);
    expect(receipts.map(({ facts }) => [facts?.approvals, facts?.required])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  test("refuses a second one of ops with what is needed; they can still reject", async () => {
    const id = await held();
    await approve(opal, id);
    await expect(approve(otto, id)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(
        /^ops has agreed already: Opal at 20\S+Z; one more of finance is needed\. Your approval was not recorded/,
      ),
    });
    expect(await votersOf(id)).toEqual(["Opal"]);
    expect(await getApprovalView(otto, id)).toMatchObject({
      ineligible: null,
      cannotApprove: "ops has agreed already: Opal; one more of finance is needed.",
      verbs: ["edit", "reject", "request_changes", "extend", "cancel"],
    });
    expect(await reject(otto, id)).toMatchObject({ decision: "rejected" });
  });

  test.each([["first"], ["last"]])(
    "counts who is in both groups for the seat that is left: %s",
    async (when) => {
      for (const other of [opal, fay]) {
        const id = await held({}, { argumentsText: JSON.stringify({ when, other: other.actor.name }) });
        const order = when === "first" ? [both, other] : [other, both];
        for (const one of order) await approve(one, id);
        expect(await load(id)).toMatchObject({ decision: "approved" });
      }
    },
  );

  test("does not count a person for both seats", async () => {
    const id = await held();
    await approve(both, id);
    await expect(approve(both, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await getApprovalView(opal, id)).toMatchObject({ missing: { needed: 1, undecided: 3 } });
  });

  test("asks nobody else, and says so", async () => {
    const id = await held();
    const tom = await aPerson([tenant], "admin", "Tom");
    await expect(approve(tom, id)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("leaves this call to the group ops or the group finance."),
    });
  });

  test("opens every seat again with an edit, also to who edits", async () => {
    const id = await held();
    await approve(opal, id);
    expect(await approve(otto, id, EDITED)).toMatchObject({ decision: "pending", approvals: 1 });
    await expect(approve(opal, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await approve(fay, id)).toMatchObject({ decision: "approved", approvals: 2 });
    expect(await load(id)).toMatchObject({ argumentsText: EDITED });
  });

  test("is shown in the list, the bulk table and the API", async () => {
    const id = await held();
    await approve(opal, id);
    const seats = [
      { of: "ops", open: 0, by: [{ name: "Opal" }] },
      { of: "finance", open: 1, more: "one more of finance" },
    ];
    const { rows } = await listQueue(fay, { view: "mine" });
    expect(rows).toMatchObject([{ id, seats }]);
    expect((await listBulkItems(fay, [id])).items).toMatchObject([
      { seats, alone: "Several groups of approvers have to approve it. Open it by itself." },
    ]);
    const wire = async (scope: UserScope | TestGateway["scope"]) =>
      wireApproval(scope, await getWholeApproval(scope, id));
    const asked = { policy: "requiring", approvals: 1, roles: [], people: [] };
    expect(await wire(fay)).toMatchObject({
      ...{ approvals_required: 2, approvals_missing: 1 },
      deciders: { roles: [], people: [], groups: ["ops", "finance"] },
      seats: [
        { ...asked, missing: 0, groups: ["ops"] },
        { ...asked, missing: 1, groups: ["finance"] },
      ],
    });
    const told = await wire(gateway.scope);
    expect(told).toMatchObject({ approvals_required: 2, approvals_missing: 1, deciders: null });
    expect(told.seats).toBeUndefined();
    await approve(fay, id);
    expect(await wire(fay)).toMatchObject({ approvals_missing: undefined, seats: undefined });
  });
});

describe("people are counted by the groups they are in now", () => {
  test("who left the group fills its seat no more, and who joined another fills that", async () => {
    const id = await held();
    await approve(opal, id);
    await move("ops", { remove: [opal] });
    await move("finance", { add: [opal] });
    expect(await getApprovalView(otto, id)).toMatchObject({
      seats: [
        { of: "ops", open: 1 },
        { of: "finance", open: 0, by: [{ name: "Opal" }] },
      ],
    });
    await expect(approve(fay, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await approve(otto, id)).toMatchObject({ decision: "approved", approvals: 2 });
  });

  test("a vote that fills no seat any more leaves the seat open, and may be given again", async () => {
    const id = await held();
    await approve(opal, id);
    await move("ops", { remove: [opal] });
    expect(await approve(fay, id)).toMatchObject({ decision: "pending", approvals: 1 });
    await move("ops", { add: [opal] });
    // Enough count again: the next press of one of them ends the wait.
    expect(await approve(opal, id)).toMatchObject({ decision: "approved", approvals: 2 });
  });

  test("an escalation joins every seat once the call has waited", async () => {
    const escalate = { roles: ["admin" as const], people: [], groups: [], afterSeconds: 600 };
    const id = await held({ escalate });
    const boss = await aPerson([tenant], "admin", "Boss");
    await approve(opal, id);
    await expect(approve(boss, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`update approvals set created_at = created_at - interval '11 minutes' where id = ${id}::uuid`,
    );
    expect((await getApprovalView(boss, id)).escalations).toHaveLength(1);
    expect(await approve(boss, id)).toMatchObject({ decision: "approved", approvals: 2 });
  });

  test("a deputy counts as the absent person, and also where their own seat is filled", async () => {
    await out(fay, otto);
    const id = await held();
    await approve(opal, id);
    expect(await getApprovalView(otto, id)).toMatchObject({
      cannotApprove: null,
      inPlaceOf: [{ name: "Fay" }],
      verbs: expect.arrayContaining(["approve"]),
    });
    expect(await approve(otto, id)).toMatchObject({ decision: "approved", approvals: 2 });
    const [, vote] = await read(system, (tx) =>
      tx.vote.findMany({ where: { approvalId: id }, orderBy: { id: "asc" } }),
    );
    expect(vote).toMatchObject({ userName: "Otto", deputyFor: fay.actor.id });
  });

  test("a person and their deputy fill one seat", async () => {
    const id = await held(seated({ approvals: 2, groups: ["finance"] }, { groups: ["ops"] }));
    await approve(fay, id);
    await out(fay, otto);
    await approve(otto, id);
    await expect(approve(opal, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await approve(both, id)).toMatchObject({ decision: "approved", approvals: 3 });
  });

  test("a held call is released only while its seats are filled", async () => {
    const ids = [
      await held({ holdSeconds: 30 }, { argumentsText: '{"held":1}' }),
      await held({ holdSeconds: 30 }, { argumentsText: '{"held":2}' }),
    ];
    const [first = "", second = ""] = ids;
    await approve(opal, first);
    await approve(fay, first);
    await approve(otto, second);
    await approve(both, second);
    await move("finance", { remove: [both] });
    for (const id of ids) {
      await comeDue(id);
      await releaseHeld({ tenantId: tenant.id, id });
    }
    expect(await load(first)).toMatchObject({ decision: "approved" });
    // Two people of ops agree, and no one of finance.
    expect(await load(second)).toMatchObject({ decision: "pending", releaseAt: null });
    expect((await trailOf(second)).at(-1)).toBe("approval.release_stopped by release");
    expect(await approve(fay, second)).toMatchObject({ releaseAt: expect.any(Date) });
  });
});

describe("a call under the policies of two versions of its arguments", () => {
  const only = (name: string) => ({ deciders: { roles: [], people: [], groups: [name] } });

  async function editedUnderBoth(apart: Partial<Requirement> = {}) {
    const id = await aCallUnder({ admin, tenant, gateway }, only("ops"));
    await inForce(admin, [
      require({ tenants: [tenant.key] }, { ...only("finance"), ...apart }, "finance too"),
    ]);
    const recorded = await approve(opal, id, EDITED);
    return { id, recorded };
  }

  test("is approved once each policy has its own people", async () => {
    const { id, recorded } = await editedUnderBoth();
    expect(recorded).toMatchObject({ decision: "pending", approvals: 1 });
    expect(await getApprovalView(fay, id)).toMatchObject({
      agentMessage: expect.stringContaining("waits until the approvers that each of its 2 policies asks for"),
      seats: [
        { of: "ops", open: 0 },
        { of: "finance", open: 1 },
      ],
    });
    await expect(approve(otto, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await approve(fay, id)).toMatchObject({ decision: "approved" });
  });

  test("is approved by one person who may decide under both", async () => {
    const id = await aCallUnder({ admin, tenant, gateway }, only("ops"));
    await inForce(admin, [require({ tenants: [tenant.key] }, only("finance"), "finance too")]);
    expect(await approve(both, id, EDITED)).toMatchObject({ decision: "approved" });
  });

  test("keeps apart from both who is kept apart by one", async () => {
    const { id, recorded } = await editedUnderBoth({ separation: { requester: false, editor: true } });
    expect(recorded).toMatchObject({ decision: "pending", approvals: 0 });
    await expect(approve(opal, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await approve(fay, id);
    expect(await approve(otto, id)).toMatchObject({ decision: "approved" });
  });

  test("is edited only by who may decide it as it is", async () => {
    const id = await aCallUnder({ admin, tenant, gateway }, only("ops"));
    await inForce(admin, [require({ tenants: [tenant.key] }, only("finance"), "finance too")]);
    await expect(approve(fay, id, EDITED)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await setUserRole(system, opal.actor.id, "viewer");
    await expect(approve(opal, id, EDITED)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await load(id)).toMatchObject({ revision: 1 });
  });
});
