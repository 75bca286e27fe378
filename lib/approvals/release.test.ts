import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setUserRole } from "@/lib/auth/people/commands";
import { renameSelf } from "@/lib/auth/people/profile";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator, inForce, require } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { cancelApproval, decideApproval } from "./commands";
import { getApprovalView } from "./detail/queries";
import { ask as authorize, redeemAfterWait } from "./gate/ask";
import { getWholeApproval, waitBodyOf, wireApproval } from "./queries";
import { listQueue } from "./queue/queries";
import { listWaiting } from "./queue/waiting";
import { undoApproval } from "./release";
import { STANDINGS } from "./standing";
import {
  aCallUnder,
  approve,
  comeDue,
  deliveries,
  load,
  seenOf,
  trailOf,
  undo,
  votersOf,
} from "./testing/waiting";
import { decideTogether } from "./triage/bulk";
import { runOnce } from "./worker";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;
let tom: UserScope;

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
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "admin", "Ines");
  tom = await aPerson([tenant], "approver", "Tom");
});

const request = () => ({ tenantId: tenant.id, key: null, bodySha256: "" });

const heldWith = (demands: Partial<Requirement> = {}, over?: Parameters<typeof aCall>[1]) =>
  aCallUnder({ admin, tenant, gateway }, { holdSeconds: 30, ...demands }, over);

const EDITED = '{"path":"/tmp/edited","content":"hello"}';

describe("a call that enough people approved", () => {
  test("waits for everybody but people until it is released, and is approved then", async () => {
    const id = await heldWith();
    const before = await load(id);
    expect(await approve(maya, id, undefined, "It is fine.")).toMatchObject({
      decision: "pending",
      status: "pending",
      approvals: 1,
      required: 1,
    });
    const held = await load(id);
    expect(held).toMatchObject({
      decision: "pending",
      execution: "none",
      executionId: null,
      decidedAt: null,
    });
    const releaseAt = held.releaseAt ?? new Date(0);
    expect(releaseAt.getTime() - held.updatedAt.getTime()).toBeGreaterThan(29_000);
    // The hold does not use up time to decide.
    expect(held.decideBy.getTime() - before.decideBy.getTime()).toBe(30_000);

    const whole = await getWholeApproval(gateway.scope, id);
    const says = `A person approved this call, but it is held until ${releaseAt.toISOString()}, in case that is taken back, and has not run.`;
    expect(await wireApproval(gateway.scope, whole)).toMatchObject({
      status: "pending",
      decision: "pending",
      release_at: releaseAt,
      agent_message: expect.stringContaining(says),
    });
    expect(waitBodyOf(whole, new Date())).toMatchObject({ status: "pending", release_at: releaseAt });
    const again = await authorize(gateway.scope, aCall(tenant), request());
    expect(again.answer).toMatchObject({ kind: "wait", approval: { id } });
    expect(await runOnce()).toBe(0);
    expect(await deliveries(id)).toBe(0);

    await comeDue(id);
    expect(await runOnce()).toBe(1);
    const released = await load(id);
    expect(released).toMatchObject({
      decision: "approved",
      execution: "awaiting",
      releaseAt: null,
      decidedBy: "Maya",
      reason: "It is fine.",
      executions: [{ id: released.executionId, state: "awaiting" }],
    });
    expect(released.useBy?.getTime()).toBeGreaterThan(Date.now());
    expect(await deliveries(id)).toBe(1);
    const told = await read(system, (tx) => tx.outboxEvent.findFirstOrThrow({ where: { approvalId: id } }));
    expect(JSON.parse(told.body)).toMatchObject({
      type: "approval.approved",
      data: { decision: "approved", decided_by: [{ name: "Maya" }], reason: "It is fine." },
    });
    expect(await trailOf(id)).toEqual(["approval.agreed by Maya", "approval.approved by release"]);
    expect((await getApprovalView(maya, id)).timeline.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["Approved, held before release", "Released"]),
    );
  });

  test("shows everybody how long it is held, and is in nobody's queue meanwhile", async () => {
    const id = await heldWith();
    await approve(maya, id);
    for (const one of [maya, ines]) {
      expect((await listQueue(one, { view: "mine" })).rows).toEqual([]);
      expect(await listWaiting(one)).toMatchObject({ count: 0, newest: [] });
      expect((await listQueue(one, { view: "all" })).rows).toMatchObject([
        { id, decision: "pending", releaseAt: expect.any(Date) },
      ]);
    }
    expect(await getApprovalView(maya, id)).toMatchObject({ verbs: ["undo", "cancel"], viewerActed: true });
    expect((await getApprovalView(ines, id)).lead).toContain(
      "Runs once, 30 seconds after approval unless that is undone, through",
    );
    expect((await getApprovalView(ines, id)).verbs).toEqual([
      "undo",
      "edit",
      "reject",
      "request_changes",
      "cancel",
    ]);
    const viewer = await aPerson([tenant], "viewer");
    expect((await getApprovalView(viewer, id)).verbs).toEqual([]);
  });

  test("takes no further yes, by itself or among others", async () => {
    const id = await heldWith();
    await approve(maya, id);
    await expect(approve(ines, id)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Enough people have approved this call"),
    });
    const items = [await seenOf(id)];
    const seen = { typed: "1", end: true, visible_ms: 1_000 };
    const { results } = await decideTogether(ines, { verdict: "approve", items, seen });
    expect(results).toMatchObject([{ ok: false, code: "CONFLICT" }]);
    expect(await votersOf(id)).toEqual(["Maya"]);
  });

  test("is held as well where it is approved among others, and the result says so", async () => {
    const id = await heldWith();
    const items = [await seenOf(id)];
    const seen = { typed: "1", end: true, visible_ms: 1_000 };
    const { results } = await decideTogether(ines, { verdict: "approve", items, seen });
    expect(results).toEqual([{ id, ok: true, isHeld: true }]);
    expect(await load(id)).toMatchObject({ decision: "pending", releaseAt: expect.any(Date) });
    const no = { verdict: "reject", items, reason: "Not today." } as const;
    expect((await decideTogether(maya, no)).results).toEqual([{ id, ok: true }]);
  });

  test("is no grant for an agent that waits or repeats it, and is one once it is released", async () => {
    gateway = await aGateway([tenant]);
    const id = await heldWith();
    await approve(maya, id);
    const call = aCall(tenant);
    expect(await redeemAfterWait(gateway.scope, id, call)).toMatchObject({ kind: "wait", approval: { id } });
    await comeDue(id);
    await runOnce();
    const { answer } = await authorize(gateway.scope, call, request());
    expect(answer).toMatchObject({ kind: "allow", approvalId: id });
  });

  test("lets those wait on who wait for its decision", async () => {
    const id = await heldWith();
    await approve(maya, id);
    const seen = [{ id, decision: "pending", execution: "none", questions: 0 } as const];
    expect(await STANDINGS.moved(seen)).toEqual([]);
    await comeDue(id);
    await runOnce();
    expect(await STANDINGS.moved(seen)).toEqual([0]);
  });

  test("does not expire while it is held, and is released though the worker comes late", async () => {
    const id = await heldWith();
    await approve(maya, id);
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        update approvals set created_at = created_at - interval '2 days', decide_by = decide_by - interval '2 days',
          release_at = release_at - interval '2 days' where id = ${id}::uuid`,
    );
    expect(await runOnce()).toBe(1);
    expect(await load(id)).toMatchObject({ decision: "approved" });
  });

  test("waits again where an approval does not count any more when it is to be released", async () => {
    const id = await heldWith({ approvals: 2 });
    await approve(maya, id);
    await approve(ines, id);
    await setUserRole(system, maya.actor.id, "viewer");
    await comeDue(id);
    expect(await runOnce()).toBe(1);
    expect(await load(id)).toMatchObject({ decision: "pending", releaseAt: null });
    expect(await deliveries(id)).toBe(0);
    expect(await trailOf(id)).toEqual([
      "approval.voted by Maya",
      "approval.agreed by Ines",
      "approval.release_stopped by release",
    ]);
    expect(await approve(tom, id)).toMatchObject({ decision: "pending", approvals: 2 });
    await comeDue(id);
    await runOnce();
    expect(await load(id)).toMatchObject({ decision: "approved", decidedBy: "Tom" });
    const { votes } = await getApprovalView(ines, id);
    expect(votes.map(({ by, counts }) => [by, counts])).toEqual([
      ["Maya", false],
      ["Ines", true],
      ["Tom", true],
    ]);
  });

  test("waits again where it turns out to be the own call of whoever approved it", async () => {
    const id = await heldWith({ separation: { requester: true, editor: false } }, { onBehalfOf: "M. Meier" });
    await approve(maya, id);
    await ingest(system, (tx) =>
      tx.user.update({ where: { id: maya.actor.id }, data: { name: "M. Meier" } }),
    );
    await comeDue(id);
    await runOnce();
    expect(await load(id)).toMatchObject({ decision: "pending", releaseAt: null });
    expect(await votersOf(id)).toEqual([]);
  });

  test("is released where it is made on behalf of a name that somebody else gave up, and not where the approver did", async () => {
    const apart = { separation: { requester: true, editor: false } };
    const [his, hers] = [
      await heldWith(apart, { onBehalfOf: tom.actor.name }),
      await heldWith(apart, { onBehalfOf: "M. Meier", argumentsText: EDITED }),
    ];
    await renameSelf(tom, "Tomas");
    await approve(maya, his);
    await approve(maya, hers);
    await renameSelf({ ...maya, actor: { ...maya.actor, name: "M. Meier" } }, "Maya M.");
    for (const id of [his, hers]) await comeDue(id);
    await runOnce();
    expect(await load(his)).toMatchObject({ decision: "approved", decidedBy: "Maya" });
    expect(await load(hers)).toMatchObject({ decision: "pending", releaseAt: null });
    expect(await votersOf(hers)).toEqual([]);
  });
});

describe("undo", () => {
  test("takes one's own approval back; the call waits with as much time as before, and may be approved again", async () => {
    const id = await heldWith();
    const before = await load(id);
    const began = Date.now();
    await approve(maya, id);
    expect(await undo(maya, id)).toMatchObject({ status: "pending" });
    const held = Date.now() - began;
    const after = await load(id);
    expect(after).toMatchObject({ decision: "pending", releaseAt: null });
    const gained = after.decideBy.getTime() - before.decideBy.getTime();
    expect(gained).toBeGreaterThanOrEqual(0);
    // Deadlines are whole seconds.
    expect(gained).toBeLessThanOrEqual(held + 1_000);
    expect(await getApprovalView(maya, id)).toMatchObject({
      hasVoted: false,
      agentMessage: expect.stringContaining("This call waits for a person to decide"),
    });
    expect((await listQueue(maya, { view: "mine" })).rows).toMatchObject([{ id, releaseAt: null }]);
    expect(await trailOf(id)).toEqual(["approval.agreed by Maya", "approval.undone by Maya"]);
    await approve(maya, id);
    await comeDue(id);
    await runOnce();
    expect(await load(id)).toMatchObject({ decision: "approved" });
  });

  test("leaves the approvals of others, of which whoever gave none takes the last one back", async () => {
    const id = await heldWith({ approvals: 2 });
    await approve(maya, id);
    await approve(ines, id);
    await undo(maya, id);
    expect(await votersOf(id)).toEqual(["Ines"]);
    expect(await getApprovalView(tom, id)).toMatchObject({ approvalsGiven: 1, missing: { needed: 1 } });
    await approve(tom, id);
    const fourth = await aPerson([tenant], "approver", "Fourth");
    await undo(fourth, id);
    expect(await votersOf(id)).toEqual(["Ines"]);
    expect((await getApprovalView(ines, id)).timeline).toContainEqual(
      expect.objectContaining({ title: "Approval undone", by: "Fourth", detail: "that of Tom" }),
    );
  });

  test("is open to everybody who may decide, whomever the policy names, as every stop is", async () => {
    const deciders = { roles: [], people: [maya.actor.email], groups: [] };
    const id = await heldWith({ deciders });
    await approve(maya, id);
    expect((await getApprovalView(ines, id)).verbs).toEqual(["undo", "cancel"]);
    await undo(ines, id);
    expect(await votersOf(id)).toEqual([]);
  });

  test("is refused where nothing is held, after the release, and for what was not seen", async () => {
    const id = await heldWith();
    await expect(undo(maya, id)).rejects.toMatchObject({ code: "CONFLICT" });
    await approve(maya, id);
    const seen = await seenOf(id);
    await expect(undoApproval(maya, { ...seen, revision: 2 })).rejects.toMatchObject({ code: "STALE_VIEW" });
    await comeDue(id);
    await runOnce();
    await expect(undo(maya, id)).rejects.toMatchObject({
      code: "ALREADY_DECIDED",
      message: expect.stringContaining("was released at"),
    });
    expect(await votersOf(id)).toEqual(["Maya"]);
  });
});

describe("while it is held", () => {
  test("a rejection, a request for changes and a cancellation end it, and nothing is released", async () => {
    const ends = {
      rejected: async (id: string) =>
        decideApproval(ines, { ...(await seenOf(id)), verdict: "reject", reason: "Not today." }),
      changes_requested: async (id: string) =>
        decideApproval(ines, { ...(await seenOf(id)), verdict: "request_changes", reason: "Fewer." }),
      cancelled: (id: string) => cancelApproval(gateway.scope, id, null),
    };
    for (const [decision, end] of Object.entries(ends)) {
      const id = await heldWith({}, { argumentsText: `{"end":"${decision}"}` });
      await approve(maya, id);
      await comeDue(id);
      await ingest(
        system,
        (tx) =>
          tx.$executeRaw`update approvals set decide_by = clock_timestamp() - interval '1 second' where id = ${id}::uuid`,
      );
      await end(id);
      expect(await load(id)).toMatchObject({ decision, execution: "blocked", releaseAt: null });
      expect(await runOnce()).toBe(0);
      expect(await deliveries(id)).toBe(1);
    }
  });

  test("an edit begins anew, and is held anew with what its policy asks", async () => {
    const id = await heldWith();
    await approve(maya, id);
    await inForce(admin, [require({ tenants: [tenant.key] }, { approvals: 2, holdSeconds: 120 }, "two")]);
    expect(await approve(ines, id, EDITED)).toMatchObject({ decision: "pending", approvals: 1, required: 2 });
    expect(await load(id)).toMatchObject({ releaseAt: null, revision: 2, argumentsText: EDITED });
    await approve(tom, id);
    const { releaseAt, updatedAt } = await load(id);
    expect((releaseAt?.getTime() ?? 0) - updatedAt.getTime()).toBeGreaterThan(119_000);
    await comeDue(id);
    await runOnce();
    expect(await load(id)).toMatchObject({ decision: "approved", argumentsText: EDITED });
  });
});

test("a policy that holds nothing approves at once", async () => {
  const id = await heldWith({ holdSeconds: null });
  expect(await approve(maya, id)).toMatchObject({ decision: "approved" });
});
