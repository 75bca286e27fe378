import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { readFrame } from "@/lib/insights/frame";
import { allow, anAdministrator, inForce } from "@/lib/policies/testing/installation";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { ask as authorize } from "../gate/ask";
import { closeReview } from "./commands";
import { listReviews } from "./queries";
import { isSampled } from "./sample";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let ines: UserScope;
let maya: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

async function setting(settings: Parameters<typeof aTenant>[0]) {
  tenant = await aTenant(settings);
  gateway = await aGateway([tenant]);
  ines = await aPerson([tenant], "approver", "Ines");
  maya = await aPerson([tenant], "approver", "Maya");
}

beforeEach(() => inForce(admin, []));

let asked = 0;

async function ask(over: Parameters<typeof aCall>[1] = {}) {
  asked += 1;
  const call = aCall(tenant, { argumentsText: `{"n":${asked}}`, ...over });
  const { answer } = await authorize(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: "" });
  return answer;
}

async function letThrough(over: Parameters<typeof aCall>[1] = {}): Promise<string> {
  const answer = await ask(over);
  if (answer.kind !== "allow" || answer.approvalId === null) throw new Error("expected a recorded allow");
  return answer.approvalId;
}

const reviewsOf = async (scope = maya) => (await listReviews(scope, { state: "open" })).rows;

test("a call is chosen by its id alone, about as often as is asked for", () => {
  const ids = Array.from({ length: 4_000 }, newId);
  for (const percent of [0, 10, 50, 100]) {
    const chosen = ids.filter((id) => isSampled(id, percent));
    expect(Math.abs(chosen.length / 40 - percent)).toBeLessThan(percent % 100 === 0 ? 0.001 : 4);
    expect(ids.filter((id) => isSampled(id, percent))).toEqual(chosen);
  }
});

describe("what runs without a person", () => {
  test("comes to the reviews: by a policy, a remembered rule, the tenant's switch, the caller's word", async () => {
    await setting({ samplePercent: 100, autoApproveHighRisk: true });
    const byTenant = await letThrough();
    await setting({ samplePercent: 100, confirmMode: "accept" });
    const byCaller = await letThrough({ confirm: true });
    expect(await reviewsOf()).toMatchObject([
      { kind: "sample", passedBy: "confirmed", call: { id: byCaller } },
    ]);
    await setting({ samplePercent: 100 });
    const held = await ask();
    if (held.kind !== "wait") throw new Error("expected wait");
    const { id, revision, argumentsSha256 } = held.approval;
    await decideApproval(ines, {
      ...{ id, revision, argumentsSha256, verdict: "approve", seen: LOOKED },
      remember: { expiresInSeconds: 600, uses: 2, anyAgent: false, arguments: [{ path: "/n", is: "free" }] },
    });
    expect(await reviewsOf()).toEqual([]);
    const byRule = await letThrough();
    await inForce(admin, [allow({ tenants: [tenant.key] })]);
    const byPolicy = await letThrough();
    // A call that needs no approval leaves no row and no review.
    expect(await ask({ risk: "low" })).toMatchObject({ kind: "allow", approvalId: null });
    expect(await reviewsOf()).toMatchObject([
      {
        kind: "sample",
        passedBy: "policy",
        openedBy: null,
        call: { id: byPolicy },
        cannotClose: null,
        rule: null,
      },
      {
        kind: "sample",
        passedBy: "remembered",
        openedBy: "Ines",
        call: { id: byRule },
        rule: { isOpen: true },
      },
    ]);
    expect(byTenant).toBeTruthy();
  });

  test("is not sampled where the tenant asks for none", async () => {
    await setting({ autoApproveHighRisk: true });
    await letThrough();
    expect(await reviewsOf()).toEqual([]);
  });
});

describe("the review of a sampled call", () => {
  test("is not for who made the rule, nor for whom the call was made", async () => {
    await setting({ samplePercent: 100, autoApproveHighRisk: true });
    const id = await letThrough({ onBehalfOf: ines.actor.email });
    const [review] = await reviewsOf(ines);
    expect(review).toMatchObject({ cannotClose: "requester" });
    const verdict = { id: review?.id ?? "", verdict: "should_have_waited", note: "Too large." } as const;
    await expect(closeReview(ines, verdict)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await closeReview(maya, verdict);
    expect(await getApprovalView(maya, id)).toMatchObject({
      review: { kind: "sample", closed: { verdict: "should_have_waited", by: "Maya" } },
      timeline: expect.arrayContaining([
        expect.objectContaining({ title: "Reviewed as a sample: it should have waited" }),
      ]),
    });
  });

  test("alarms nobody: it is counted, and over no page", async () => {
    await setting({ samplePercent: 100, autoApproveHighRisk: true });
    await letThrough();
    expect((await readFrame(maya)).reviews).toEqual({ count: 1, glass: 0, newest: [] });
    expect((await listReviews(maya, { kind: "sample" })).rows).toHaveLength(1);
    expect((await listReviews(maya, { kind: "break_glass" })).rows).toEqual([]);
    expect(await read(system, (tx) => tx.review.count({ where: { tenantId: tenant.id } }))).toBe(1);
  });

  test("of a rule is for others than its maker", async () => {
    await setting({ samplePercent: 100 });
    const held = await ask();
    if (held.kind !== "wait") throw new Error("expected wait");
    const { id, revision, argumentsSha256 } = held.approval;
    await decideApproval(ines, {
      ...{ id, revision, argumentsSha256, verdict: "approve", seen: LOOKED },
      remember: { expiresInSeconds: 600, uses: 2, anyAgent: false, arguments: [{ path: "/n", is: "free" }] },
    });
    await letThrough();
    const [review] = await reviewsOf(ines);
    expect(review).toMatchObject({ cannotClose: "own" });
    await expect(closeReview(ines, { id: review?.id ?? "", verdict: "fine", note: "x" })).rejects.toThrow(
      "You made the rule that let this call through",
    );
  });
});
