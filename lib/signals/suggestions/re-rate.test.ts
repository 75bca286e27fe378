import { describe, expect, test } from "vitest";
import { ask as authorize } from "@/lib/approvals/gate/ask";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aCall, aPerson, aTenant } from "@/lib/testing/factories";
import { rateTool } from "@/lib/tools/commands";
import type { RatingChange } from "@/lib/tools/types";
import { evidenceLines } from "./evidence";
import { listReRatings, listSuggestions } from "./queries";
import { rateAsSuggested, takeBackRating } from "./re-rate";
import type { ReRatingOffer } from "./re-rating";
import { aHeld, approvedAfter } from "./testing/approved";
import { aTelling } from "./testing/told";

const system = systemScope("tests");

const some = (count: number, visible: number | null) => Array.from({ length: count }, () => visible);

/**
 * A tool whose held calls were approved at once, the resulting suggestion, and the offer to an
 * administrator.
 */
async function aHurried(looks: readonly (number | null)[] = some(10, 1_200)) {
  const telling = await aTelling({ risk: "high" });
  const approver = await aPerson([telling.tenant]);
  await approvedAfter(telling, approver, looks);
  await telling.pass();
  const admin = await aPerson([telling.tenant], "admin");
  return { ...telling, approver, admin, ...(await offered(admin)) };
}

async function offered(admin: UserScope) {
  const { rows } = await listSuggestions(admin, { view: "open" });
  const [one] = rows;
  if (!one) throw new Error("there is no suggestion");
  const offer = (await listReRatings(admin, rows)).get(one.id);
  return { one, offer };
}

function pressed({ one, offer }: Pick<Awaited<ReturnType<typeof offered>>, "one" | "offer">) {
  if (!offer) throw new Error("nothing is offered");
  return { id: one.id, revision: one.revision, ...shown(offer) };
}

const shown = ({ waiting: _, ...offer }: ReRatingOffer) => offer;

const ratingsOf = (toolId: string) =>
  read(system, (tx) =>
    tx.toolRating.findMany({
      where: { toolId },
      select: { tenantId: true, risk: true, requiresConfirmation: true, toolVersion: true },
    }),
  );

const stateOf = (id: string) =>
  read(system, (tx) =>
    tx.toolSuggestion.findFirstOrThrow({ where: { id }, select: { state: true, revision: true } }),
  );

const trailOf = async (tenantId: string) =>
  (
    await read(system, (tx) =>
      tx.activity.findMany({
        where: { tenantId, action: { startsWith: "tool." } },
        orderBy: { seq: "asc" },
      }),
    )
  ).map(({ action }) => action);

describe("how long approved calls were on the screen", () => {
  test.each([
    [
      "half of them under five seconds",
      [...some(5, 4_999), ...some(5, 5_000)],
      "Of 10 approvals, 5 were given after less than 5 seconds on the screen; the median is 4.9 seconds.",
    ],
    [
      "fewer than half",
      [...some(4, 4_999), ...some(6, 5_000)],
      "Of 10 approvals, 6 were given after 5 seconds on the screen or more; the median is 5 seconds.",
    ],
    [
      "of some nobody knows",
      [1_000, 2_000, 9_000, ...some(8, null)],
      "Of 3 approvals whose time on the screen is known, 2 were given after less than 5 seconds on the screen; the median is 2 seconds.",
    ],
  ])("is told: %s", async (_, looks, says) => {
    const { one } = await aHurried(looks);
    expect(evidenceLines(one).map((line) => line.says)).toContain(says);
  });

  test("is not told where no vote says so, nor of suggestions from before", async () => {
    const { one } = await aHurried(some(10, null));
    expect(one.evidence).toMatchObject({ rule: "fast", looked: null });
    expect(evidenceLines(one)).toHaveLength(1);
    const { looked: _, ...before } = one.evidence as { looked?: unknown } & typeof one.evidence;
    expect(evidenceLines({ ...one, evidence: before as typeof one.evidence })).toHaveLength(1);
  });
});

describe("the one press", () => {
  test("accepts and rates in one act, one row of the trail each, for the tenant alone; undo puts both back", async () => {
    const { tenant, toolId, admin, one, offer } = await aHurried();
    expect(offer).toMatchObject({
      to: { risk: "medium", requiresConfirmation: null },
      before: { risk: "high", requiresConfirmation: true },
      after: { risk: "medium", requiresConfirmation: false },
      waiting: 0,
    });
    const press = pressed({ one, offer });
    const done = await rateAsSuggested(admin, press);
    expect(done).toEqual({ id: one.id, state: "accepted", revision: 2, was: null });
    const medium = { tenantId: tenant.id, risk: "medium", requiresConfirmation: null, toolVersion: 1 };
    expect(await ratingsOf(toolId)).toEqual([medium]);
    expect(await trailOf(tenant.id)).toEqual(["tool.suggestion_accepted", "tool.rated"]);
    const back = { id: one.id, to: press.seen, seen: press.to, version: done.was ?? undefined };
    expect(await takeBackRating(admin, { ...back, revision: 2 })).toMatchObject({
      state: "open",
      revision: 3,
    });
    expect(await ratingsOf(toolId)).toEqual([]);
    expect((await trailOf(tenant.id)).slice(2)).toEqual(["tool.suggestion_reopened", "tool.rated"]);
    expect((await offered(admin)).offer).toMatchObject({ before: { risk: "high" } });
  });

  test("leaves a call that waits as it was held; a new one runs by the new rating", async () => {
    const telling = await aHurried();
    const { admin, tenant } = telling;
    // The call claims no risk, so only the tool's rating makes it wait.
    const held = await aHeld(telling, { risk: undefined });
    const callOf = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
    const before = await callOf(held.id);
    expect(before).toMatchObject({ tenantId: tenant.id, risk: "high", decision: "pending" });
    const seen = await offered(admin);
    expect(seen.offer?.waiting).toBe(1);
    await rateAsSuggested(admin, pressed(seen));
    expect(await callOf(held.id)).toEqual(before);
    const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
    const call = aCall(tenant, { provider: "web", tool: "fetch", risk: undefined });
    const { answer } = await authorize(telling.gateway.scope, call, request);
    expect(answer).toMatchObject({ kind: "allow", reason: "not_required" });
  });

  test("keeps what the tenant said of confirmation, and puts the earlier override back with its definition", async () => {
    const { tenant, toolId, admin, one } = await aHurried();
    await rateTool(admin, { toolId, tenantId: tenant.id, risk: null, requiresConfirmation: true });
    const seen = await offered(admin);
    expect(seen.offer).toMatchObject({ after: { risk: "medium", requiresConfirmation: true } });
    const press = pressed(seen);
    const done = await rateAsSuggested(admin, press);
    expect(done.was).toBe(1);
    const back = { id: one.id, revision: 2, to: press.seen, seen: press.to, version: 1 };
    await takeBackRating(admin, back);
    expect(await ratingsOf(toolId)).toMatchObject([{ risk: null, requiresConfirmation: true }]);
  });

  test.each([
    ["low", "critical", "critical"],
    ["critical", "low", "low"],
  ] as const)("rates what is rated %s as its rule says: %s", async (rated, rule, risk) => {
    const telling = await aTelling({ risk: rated });
    const data = { ruleRisk: rule, ruleConfirmation: true, ruleName: "Deletes" };
    await ingest(system, (tx) => tx.tool.update({ where: { id: telling.toolId }, data }));
    await telling.pass();
    const admin = await aPerson([telling.tenant], "admin");
    const seen = await offered(admin);
    expect(seen.offer).toMatchObject({ to: { risk }, before: { risk: rated }, after: { risk } });
    await rateAsSuggested(admin, pressed(seen));
    expect(await ratingsOf(telling.toolId)).toMatchObject([{ risk }]);
  });
});

describe("the one press is refused, and nothing is changed", () => {
  test.each(["viewer", "approver", "triager"] as const)("to a %s, who is offered none", async (role) => {
    const { tenant, toolId, one, offer } = await aHurried();
    const person = await aPerson([tenant], role);
    expect((await listReRatings(person, [one])).size).toBe(0);
    await expect(rateAsSuggested(person, pressed({ one, offer }))).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await stateOf(one.id)).toEqual({ state: "open", revision: 1 });
    expect(await ratingsOf(toolId)).toEqual([]);
  });

  test("to an administrator of another tenant", async () => {
    const { toolId, one, offer } = await aHurried();
    const stranger = await aPerson([await aTenant()], "admin");
    expect((await listReRatings(stranger, [one])).size).toBe(0);
    await expect(rateAsSuggested(stranger, pressed({ one, offer }))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await ratingsOf(toolId)).toEqual([]);
  });

  test.each([
    [
      "the tenant's own rating",
      (toolId: string, tenantId: string) => ({ toolId, tenantId, risk: "critical" as const }),
    ],
    ["the rating for all", (toolId: string) => ({ toolId, tenantId: null, risk: "critical" as const })],
    [
      "who has to look",
      (toolId: string) => ({ toolId, tenantId: null, risk: null, requiresConfirmation: true }),
    ],
  ])("where %s changed meanwhile", async (_, changed) => {
    const { tenant, toolId, admin, one, offer } = await aHurried();
    await rateTool(system, { requiresConfirmation: null, ...changed(toolId, tenant.id) });
    const rated = await ratingsOf(toolId);
    await expect(rateAsSuggested(admin, pressed({ one, offer }))).rejects.toMatchObject({
      code: "STALE_VIEW",
    });
    expect(await stateOf(one.id)).toEqual({ state: "open", revision: 1 });
    expect(await ratingsOf(toolId)).toEqual(rated);
    expect(await trailOf(tenant.id)).not.toContain("tool.suggestion_accepted");
  });

  test("where the figures no longer say so", async () => {
    const { toolId, admin, one, offer } = await aHurried();
    await ingest(system, (tx) =>
      tx.toolSuggestion.updateMany({ where: { id: one.id }, data: { goneAt: new Date() } }),
    );
    expect((await listReRatings(admin, [{ ...one, goneAt: new Date() }])).size).toBe(0);
    await expect(rateAsSuggested(admin, pressed({ one, offer }))).rejects.toMatchObject({
      code: "STALE_VIEW",
    });
    expect(await ratingsOf(toolId)).toEqual([]);
  });

  test("to the second of two administrators; and so is an undo after another rating", async () => {
    const { tenant, toolId, admin, one, offer } = await aHurried();
    const other = await aPerson([tenant], "admin");
    const press = pressed({ one, offer });
    const acts = await Promise.allSettled([admin, other].map((who) => rateAsSuggested(who, press)));
    expect(acts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const act of acts)
      if (act.status === "rejected") expect(["CONFLICT", "STALE_VIEW"]).toContain(act.reason.code);
    expect(await trailOf(tenant.id)).toEqual(["tool.suggestion_accepted", "tool.rated"]);
    const change: RatingChange["to"] = { risk: "critical", requiresConfirmation: null };
    await rateTool(other, { toolId, tenantId: tenant.id, ...change });
    const back = { id: one.id, revision: 2, to: press.seen, seen: press.to };
    await expect(takeBackRating(admin, back)).rejects.toMatchObject({ code: "STALE_VIEW" });
    expect(await stateOf(one.id)).toEqual({ state: "accepted", revision: 2 });
    expect(await ratingsOf(toolId)).toMatchObject([{ risk: "critical" }]);
  });
});
