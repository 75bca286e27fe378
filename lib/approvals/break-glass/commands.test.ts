import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setUserRole } from "@/lib/auth/people/commands";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { NO_TENANT, proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator, deny, inForce, require } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { trials } from "@/lib/testing/trials";
import { cancelApproval, decideApproval, revokeApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { ask as authorize } from "../gate/ask";
import { getWholeApproval, wireApproval } from "../queries";
import { listQueue } from "../queue/queries";
import { runOnce } from "../worker";
import { breakGlass } from "./commands";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant({ breakGlass: "approvers" });
  gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "admin", "Ines");
});

const WHY = "The mail queue is about to burst.";
const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));

/** A pending call under a policy with these demands; null: no policy. */
async function heldWith(demands: Partial<Requirement> | null, over: Parameters<typeof aCall>[1] = {}) {
  await inForce(admin, demands ? [require({ tenants: [tenant.key] }, demands)] : []);
  const call = aCall(tenant, { argumentsText: `{"n":"${unique("n")}"}`, ...over });
  const { answer } = await authorize(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: "" });
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${answer.kind}`);
  return answer.approval.id;
}

const seenOf = async (id: string) => {
  const { revision, argumentsSha256 } = await load(id);
  return { id, revision, argumentsSha256 };
};

const yesTo = async (id: string) =>
  ({ ...(await seenOf(id)), verdict: "approve", seen: { ...LOOKED, typed: "write_file" } }) as const;

const typed = { ...LOOKED, typed: "write_file", ms: 1_200 };
async function smash(scope: UserScope, id: string, over: { reason?: string; seen?: object } = {}) {
  return breakGlass(scope, { ...(await seenOf(id)), reason: WHY, seen: typed, ...over });
}

const traces = (id: string) =>
  read(system, async (tx) => ({
    trail: (await tx.activity.findMany({ where: { subjectId: id }, orderBy: { seq: "asc" } })).map(
      ({ action }) => action,
    ),
    deliveries: await tx.delivery.count({ where: { approvalId: id } }),
    reviews: await tx.review.findMany({ where: { approvalId: id } }),
    votes: await tx.vote.findMany({ where: { approvalId: id }, orderBy: { id: "asc" } }),
  }));

const NOTHING = { deliveries: 0, reviews: [] };
const FORBIDDEN = { code: "FORBIDDEN" };
const EDITOR = { requester: false, editor: true };

describe("break-glass", () => {
  test("approves alone what three people have to approve, and says so everywhere", async () => {
    const id = await heldWith({ approvals: 3 });
    const other = await aPerson([tenant], "approver", "Tom");
    await decideApproval(other, await yesTo(id));
    expect(await getApprovalView(maya, id)).toMatchObject({
      breakGlass: { bypassed: ["people"], confirmation: { kind: "type", expected: "write_file" } },
      verbs: expect.arrayContaining(["approve", "break_glass"]),
    });
    expect(await smash(maya, id)).toMatchObject({ decision: "approved", status: "awaiting", approvals: 1 });
    const found = await traces(id);
    expect(found).toMatchObject({ deliveries: 1, trail: ["approval.voted", "approval.broke_glass"] });
    expect(found.reviews).toMatchObject([
      { kind: "break_glass", openedByName: "Maya", reason: WHY, bypassed: ["people"], closedAt: null },
    ]);
    const told = await read(system, (tx) => tx.outboxEvent.findFirstOrThrow({ where: { approvalId: id } }));
    expect(JSON.parse(told.body).data).toMatchObject({
      break_glass: true,
      decided_by: [{ name: "Maya", reason: WHY }],
      agent_message: expect.stringMatching(/^One person approved this call alone, by break-glass;/),
    });
    expect(await wireApproval(gateway.scope, await getWholeApproval(gateway.scope, id))).toMatchObject({
      break_glass: true,
      approvals_required: 3,
      votes: [{ verdict: "approve" }, { verdict: "break_glass", by: "Maya", reason: WHY }],
      agent_message: expect.not.stringContaining("3 people"),
    });
    expect((await listQueue(ines, { view: "decided" })).rows).toMatchObject([{ id, brokeGlass: true }]);
    expect(await getApprovalView(ines, id)).toMatchObject({
      brokeGlass: true,
      breakGlass: null,
      review: { openedBy: "Maya", cannotClose: null, closed: null },
      timeline: expect.arrayContaining([
        expect.objectContaining({ title: "Approved alone by break-glass", by: "Maya", detail: WHY }),
      ]),
    });
    const [row] = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectId: id, action: "approval.broke_glass" } }),
    );
    expect(JSON.parse(row?.details ?? "")).toMatchObject({
      bypassed: ["people"],
      reason: WHY,
      looked_ms: 1_200,
      review: found.reviews[0]?.id,
      broke_glass: { from: false, to: true },
    });
  });

  test("takes the place of a yes that the same person gave before", async () => {
    const id = await heldWith({ approvals: 2 });
    await decideApproval(maya, await yesTo(id));
    expect((await getApprovalView(maya, id)).verbs).toEqual(["extend", "cancel", "break_glass"]);
    await smash(maya, id);
    expect((await traces(id)).votes).toMatchObject([
      { userName: "Maya", verdict: "break_glass", reason: WHY },
    ]);
  });

  test.each([
    [
      "whom the policy does not name",
      { deciders: { roles: ["admin"], people: [], groups: [] } },
      {},
      "deciders",
    ],
    [
      "who asked, by the policy",
      { separation: { requester: true, editor: false } },
      { onBehalfOf: "Maya" },
      "requester",
    ],
    ["who asked, by the tenant's setting", null, { onBehalfOf: "Maya", risk: "critical" }, "requester"],
  ] as const)("lets through those %s, and keeps what it went past", async (_, demands, over, bypassed) => {
    const id = await heldWith(demands as Partial<Requirement> | null, over);
    await expect(decideApproval(maya, await yesTo(id))).rejects.toMatchObject(FORBIDDEN);
    expect((await getApprovalView(maya, id)).breakGlass?.bypassed).toEqual([bypassed]);
    expect(await smash(maya, id)).toMatchObject({ decision: "approved" });
    expect((await traces(id)).reviews).toMatchObject([{ bypassed: [bypassed] }]);
  });

  test("approves arguments as they are, an edit of one's own included, and says that they were changed", async () => {
    const id = await heldWith({ separation: EDITOR });
    await decideApproval(maya, { ...(await yesTo(id)), argumentsText: '{"n":"edited"}' });
    expect((await getApprovalView(maya, id)).breakGlass?.bypassed).toEqual(["editor"]);
    await smash(maya, id);
    expect(await load(id)).toMatchObject({ decision: "approved", argumentsText: '{"n":"edited"}' });
    expect((await getApprovalView(ines, id)).agentMessage).toMatch(
      /alone, by break-glass, with changed arguments;/,
    );
  });

  test("is there only for whom the tenant lets, as it is at that moment", async () => {
    const settings = [
      ["nobody", [false, false]],
      ["admins", [false, true]],
      ["approvers", [true, true]],
    ] as const;
    for (const [breakGlassBy, allowed] of settings) {
      const id = await heldWith({ approvals: 3 });
      await ingest(system, (tx) =>
        tx.tenantSettings.update({ where: { tenantId: tenant.id }, data: { breakGlass: breakGlassBy } }),
      );
      for (const [at, person] of [maya, ines].entries()) {
        const { verbs } = await getApprovalView(person, id);
        expect(verbs.includes("break_glass"), `${breakGlassBy} ${at}`).toBe(allowed[at]);
        if (!allowed[at]) await expect(smash(person, id)).rejects.toMatchObject(FORBIDDEN);
      }
      expect(await traces(id)).toMatchObject({ ...NOTHING, votes: [], trail: [] });
      if (allowed[1]) expect(await smash(ines, id)).toMatchObject({ decision: "approved" });
    }
  });

  test("is off in a tenant that never said otherwise", async () => {
    tenant = await aTenant();
    gateway = await aGateway([tenant]);
    const person = await aPerson([tenant], "admin");
    const id = await heldWith({ approvals: 2 });
    await expect(smash(person, id)).rejects.toMatchObject({
      ...FORBIDDEN,
      message: expect.stringContaining("does not allow breaking the glass"),
    });
  });

  test("is refused to tokens, to other roles, and to those who have lost theirs", async () => {
    const id = await heldWith({ approvals: 2 });
    const byToken = proveScope({ ...ines.actor, via: "token" } as const, ines.tenants);
    await expect(smash(byToken, id)).rejects.toMatchObject({
      ...FORBIDDEN,
      message: expect.stringContaining("personal token"),
    });
    await expect(smash(await aPerson([tenant], "viewer"), id)).rejects.toMatchObject(FORBIDDEN);
    await setUserRole(system, maya.actor.id, "viewer");
    await expect(smash(maya, id)).rejects.toMatchObject(FORBIDDEN);
    await expect(smash(await aPerson([await aTenant()]), id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await traces(id)).toMatchObject({ ...NOTHING, votes: [], trail: [] });
  });

  test("passes no policy that refuses the call", async () => {
    const id = await heldWith({ approvals: 2 });
    await inForce(admin, [deny({ tenants: [tenant.key] }, "none", "Never in December.")]);
    await expect(smash(maya, id)).rejects.toMatchObject({
      ...FORBIDDEN,
      message: expect.stringContaining("“none” refuses this call: Never in December."),
    });
    expect(await load(id)).toMatchObject({ decision: "pending", brokeGlass: false });
  });

  test("is refused where an ordinary yes would do", async () => {
    const id = await heldWith(null);
    expect((await getApprovalView(maya, id)).breakGlass).toBeNull();
    await expect(smash(maya, id)).rejects.toMatchObject({ code: "CONFLICT" });
    const last = await heldWith({ approvals: 2 });
    await decideApproval(ines, await yesTo(last));
    await expect(smash(maya, last)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test.each(["low", "high"] as const)("asks at %s risk for what a critical call asks", async (risk) => {
    const id = await heldWith({ approvals: 2 }, { risk });
    for (const [seen, pointer] of [
      [undefined, "/seen"],
      [{ ...LOOKED, typed: "write" }, "/seen/typed"],
      [LOOKED, "/seen/typed"],
    ] as const)
      await expect(smash(maya, id, { seen })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { errors: [{ pointer }] },
      });
    expect(await traces(id)).toMatchObject({ ...NOTHING, votes: [] });
  });

  test("about anything but what was seen is refused", async () => {
    const id = await heldWith({ approvals: 2 });
    const call = { ...(await seenOf(id)), reason: WHY, seen: typed };
    await expect(breakGlass(maya, { ...call, revision: 2 })).rejects.toMatchObject({ code: "STALE_VIEW" });
    await expect(breakGlass(maya, { ...call, argumentsSha256: "0".repeat(64) })).rejects.toMatchObject({
      code: "STALE_VIEW",
    });
  });

  test("is nothing that later calls are compared with", async () => {
    const usual = await heldWith(null);
    await decideApproval(ines, await yesTo(usual));
    await smash(maya, await heldWith({ approvals: 2 }));
    const next = await getApprovalView(maya, await heldWith(null));
    expect(next.lastApproved?.id).toBe(usual);
  });

  test("is taken back like any approval, and the review stays", async () => {
    const id = await heldWith({ approvals: 2 });
    await smash(maya, id);
    await revokeApproval(ines, { ...(await seenOf(id)), reason: "Not needed any more." });
    expect(await load(id)).toMatchObject({ decision: "revoked", brokeGlass: true });
    expect((await traces(id)).reviews).toMatchObject([{ closedAt: null }]);
  });
});

describe("of several ends of one wait, exactly one happens", () => {
  test("of eight who break the glass at once, one does, and the others learn who", async () => {
    for (let round = 0; round < trials(3, 40); round += 1) {
      const id = await heldWith({ approvals: 9 });
      const people = await Promise.all(Array.from({ length: 8 }, () => aPerson([tenant])));
      const seen = { ...(await seenOf(id)), reason: WHY, seen: typed };
      const results = await Promise.allSettled(people.map((person) => breakGlass(person, seen)));
      const won = results.findIndex(({ status }) => status === "fulfilled");
      for (const [at, result] of results.entries()) {
        if (at === won) continue;
        expect(result).toMatchObject({ status: "rejected", reason: { code: "ALREADY_DECIDED" } });
        expect(String((result as PromiseRejectedResult).reason)).toContain(people[won]?.actor.name);
      }
      const { trail, deliveries, reviews, votes } = await traces(id);
      expect([trail, deliveries, reviews.length, votes.length]).toEqual([["approval.broke_glass"], 1, 1, 1]);
      expect(reviews[0]?.openedBy).toBe(people[won]?.actor.id);
    }
  });

  test("with a rejection, an edit, a cancellation or expiry at the same moment", async () => {
    for (let round = 0; round < trials(6, 60); round += 1) {
      const id = await heldWith({ approvals: 2 });
      const seen = await seenOf(id);
      const soon = round % 2 === 0 ? 20 : 10_000;
      await ingest(
        system,
        (tx) => tx.$executeRaw`
          update approvals set decide_by = clock_timestamp() + make_interval(secs => ${soon / 1_000}) where id = ${id}::uuid`,
      );
      const rivals = [
        () => decideApproval(ines, { ...seen, verdict: "reject", reason: "Too many." }),
        () => cancelApproval(gateway.scope, id, null),
        () => decideApproval(ines, { ...seen, verdict: "approve", argumentsText: '{"n":"e"}', seen: typed }),
      ];
      const rival = rivals[round % rivals.length] ?? (() => Promise.resolve());
      const expiry = new Promise((resolve) => setTimeout(resolve, soon + 1)).then(() => runOnce());
      const [alone] = await Promise.allSettled([
        breakGlass(maya, { ...seen, reason: WHY, seen: typed }),
        rival(),
        ...(soon < 1_000 ? [expiry] : []),
      ]);
      const { decision, revision, brokeGlass } = await load(id);
      const { reviews, trail } = await traces(id);
      const broke = alone?.status === "fulfilled";
      expect([brokeGlass, reviews.length], trail.join()).toEqual([broke, broke ? 1 : 0]);
      expect(broke, `${decision} ${revision}`).toBe(decision === "approved" && revision === 1);
      expect(trail.filter((action) => action !== "approval.voted")).toHaveLength(
        decision === "pending" ? 0 : 1,
      );
    }
  });
});

/** Locks a chain of the trail, so that later transactions wait there and keep their locks. */
async function holding(chain: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let done: Promise<void> = Promise.resolve();
  await new Promise<void>((held, failed) => {
    done = ingest(system, async (tx) => {
      await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('activity:' || ${chain}, 0))`;
      held();
      await released;
    });
    done.catch(failed);
  });
  return async () => {
    release();
    await done;
  };
}

async function waiting(many: number): Promise<void> {
  await expect
    .poll(() =>
      read(system, async (tx) => {
        const [row] = await tx.$queryRaw<{ n: number }[]>`
          select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return row?.n;
      }),
    )
    .toBe(many);
}

describe("a role that is taken away while its person breaks the glass", () => {
  test("goes before a break-glass that waited for it, which is refused", async () => {
    const id = await heldWith({ approvals: 2 });
    const release = await holding(NO_TENANT);
    const demoting = setUserRole(system, maya.actor.id, "viewer");
    await waiting(1);
    const breaking = smash(maya, id).catch((error) => error);
    await waiting(2);
    await release();
    await demoting;
    expect(await breaking).toMatchObject(FORBIDDEN);
    expect(await traces(id)).toMatchObject({ ...NOTHING, trail: [] });
  });

  test("waits for a break-glass that began before it", async () => {
    const id = await heldWith({ approvals: 2 });
    const release = await holding(tenant.id);
    const breaking = smash(maya, id);
    await waiting(1);
    const demoting = setUserRole(system, maya.actor.id, "viewer");
    await waiting(2);
    await release();
    expect(await breaking).toMatchObject({ decision: "approved" });
    await demoting;
    expect((await traces(id)).reviews).toHaveLength(1);
  });
});
