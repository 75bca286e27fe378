import { beforeEach, describe, expect, test } from "vitest";
import { setUserRole } from "@/lib/auth/people/commands";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { readFrame } from "@/lib/insights/frame";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { trials } from "@/lib/testing/trials";
import { breakGlass } from "../break-glass/commands";
import { getApprovalView } from "../detail/queries";
import { createApproval } from "../gate/testing/held";
import { closeReview } from "./commands";
import { countOpenReviews, listReviews } from "./queries";

const system = systemScope("tests");
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;

beforeEach(async () => {
  tenant = await aTenant({ breakGlass: "approvers" });
  gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "admin", "Ines");
});

/** A call that Maya approved alone, and its review. `onBehalfOf`: herself by default. */
async function aReview(onBehalfOf = maya.actor.email, by = maya) {
  const call = aCall(tenant, { argumentsText: `{"n":"${newId()}"}`, onBehalfOf });
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(gateway.scope, call, request);
  // Two people must approve it, for any requester.
  await ingest(
    system,
    (tx) => tx.$executeRaw`update approvals set approvals_required = 2 where id = ${id}::uuid`,
  );
  const seen = { id, revision: 1, argumentsSha256: call.arguments.sha256 };
  await breakGlass(by, {
    ...seen,
    reason: "It cannot wait till Monday.",
    seen: { ...LOOKED, typed: "write_file" },
  });
  const { review } = await getApprovalView(by, id);
  if (!review) throw new Error("a break-glass without a review");
  return { id: review.id, call: id };
}

const FINE = { verdict: "fine", note: "The queue was full." } as const;

const stored = (id: string) => read(system, (tx) => tx.review.findFirstOrThrow({ where: { id } }));

const reviewed = (call: string) =>
  read(system, (tx) => tx.activity.findMany({ where: { subjectId: call, action: "approval.reviewed" } }));

describe("closing a review", () => {
  test("is for somebody else: verdict, note and name stay with it and the call", async () => {
    const { id, call } = await aReview();
    expect(
      await closeReview(ines, { id, verdict: "should_have_waited", note: "Ask me next time." }),
    ).toMatchObject({ verdict: "should_have_waited", note: "Ask me next time.", by: "Ines" });
    expect(await stored(id)).toMatchObject({ closedBy: ines.actor.id, verdict: "should_have_waited" });
    const [deed, ...more] = await reviewed(call);
    expect([deed?.actorId, more]).toEqual([ines.actor.id, []]);
    expect(JSON.parse(deed?.details ?? "")).toEqual({
      ...{ review: id, verdict: "should_have_waited", note: "Ask me next time." },
    });
    expect(await getApprovalView(maya, call)).toMatchObject({
      review: { closed: { by: "Ines", verdict: "should_have_waited" }, cannotClose: null },
      timeline: expect.arrayContaining([
        expect.objectContaining({
          ...{ title: "Break-glass reviewed: it should have waited", by: "Ines" },
          detail: "“Ask me next time.”",
        }),
      ]),
    });
  });

  test("is not for who broke the glass, whatever their role is now", async () => {
    const { id, call } = await aReview("nobody@acme.example");
    await setUserRole(system, maya.actor.id, "admin");
    await expect(closeReview(maya, { id, ...FINE })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await getApprovalView(maya, call)).review).toMatchObject({ cannotClose: "own" });
    // A constraint of the database rejects it.
    await expect(
      ingest(
        system,
        (tx) => tx.$executeRaw`
          update reviews set verdict = 'fine', note = 'x', closed_by = opened_by, closed_by_name = 'x',
            closed_at = clock_timestamp() where id = ${id}::uuid`,
      ),
    ).rejects.toThrow(/reviews_closed_by_others/);
    expect(await stored(id)).toMatchObject({ closedAt: null });
  });

  test("is not for the person on whose behalf the call ran, by whatever name", async () => {
    for (const name of [ines.actor.email, "INES", `Ines <${ines.actor.email}>`]) {
      const { id, call } = await aReview(name);
      await expect(closeReview(ines, { id, ...FINE }), name).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect((await getApprovalView(ines, call)).review).toMatchObject({ cannotClose: "requester" });
      expect(await closeReview(await aPerson([tenant]), { id, ...FINE })).toMatchObject({ verdict: "fine" });
    }
  });

  test("needs a role that may decide at that moment", async () => {
    const { id } = await aReview();
    await setUserRole(system, ines.actor.id, "viewer");
    await expect(closeReview(ines, { id, ...FINE })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await stored(id)).toMatchObject({ closedAt: null });
  });

  test("happens once: of eight at the same moment, one closes it and the others learn who", async () => {
    for (let round = 0; round < trials(3, 40); round += 1) {
      const { id, call } = await aReview();
      const people = await Promise.all(Array.from({ length: 8 }, () => aPerson([tenant])));
      const results = await Promise.allSettled(
        people.map((person, at) =>
          closeReview(person, { id, verdict: at % 2 ? "fine" : "should_have_waited", note: `By ${at}.` }),
        ),
      );
      const won = results.findIndex(({ status }) => status === "fulfilled");
      for (const [at, result] of results.entries()) {
        if (at === won) continue;
        expect(result).toMatchObject({ status: "rejected", reason: { code: "ALREADY_DECIDED" } });
        expect(String((result as PromiseRejectedResult).reason)).toContain(people[won]?.actor.name);
      }
      expect(await stored(id)).toMatchObject({ closedBy: people[won]?.actor.id, note: `By ${won}.` });
      expect(await reviewed(call)).toHaveLength(1);
    }
  });
});

describe("open reviews", () => {
  test("are told to all who may decide on every page, and to nobody else, until they are closed", async () => {
    const { id, call } = await aReview();
    const told = async (scope: UserScope) => (await readFrame(scope)).reviews;
    const one = { id, callId: call, by: "Maya", tenant: tenant.key };
    expect(await told(maya)).toMatchObject({ count: 1, newest: [{ ...one, own: true }] });
    expect(await told(ines)).toMatchObject({ count: 1, newest: [{ ...one, own: false }] });
    expect(await told(await aPerson([tenant], "approver"))).toMatchObject({ count: 1 });
    const none = { count: 0, glass: 0, newest: [] };
    expect(await told(await aPerson([tenant], "viewer"))).toEqual(none);
    expect(await told(await aPerson([await aTenant()], "admin"))).toEqual(none);
    await closeReview(ines, { id, ...FINE });
    expect(await told(maya)).toEqual(none);
  });

  test("are listed by state and tenant, page by page, the newest first", async () => {
    const [first, second, third] = [await aReview(), await aReview(), await aReview()];
    await closeReview(ines, { id: second.id, ...FINE });
    const ids = async (filter: Parameters<typeof listReviews>[1]) => {
      const { rows, nextCursor } = await listReviews(ines, filter);
      return { ids: rows.map(({ id }) => id), nextCursor };
    };
    expect((await ids({})).ids).toEqual([third.id, second.id, first.id]);
    expect((await ids({ state: "closed" })).ids).toEqual([second.id]);
    const page = await ids({ state: "open", limit: 1 });
    expect(page.ids).toEqual([third.id]);
    expect(await ids({ state: "open", limit: 1, cursor: page.nextCursor ?? "" })).toEqual({
      ...{ ids: [first.id], nextCursor: null },
    });
    expect((await ids({ tenant: (await aTenant()).key })).ids).toEqual([]);
    expect(await countOpenReviews(ines, tenant.key)).toBe(2);
    const viewer = await aPerson([tenant], "viewer");
    expect((await listReviews(viewer, { state: "open" })).rows).toMatchObject([
      { id: third.id, cannotClose: "role" },
      { id: first.id, cannotClose: "role" },
    ]);
    expect((await listReviews(await aPerson([await aTenant()]), {})).rows).toEqual([]);
  });
});
