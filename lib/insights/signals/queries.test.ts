import { describe, expect, test } from "vitest";
import { recordActivities } from "@/lib/activity/record";
import { listQueue } from "@/lib/approvals/queue/queries";
import { change, ingest } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { inboxList } from "@/lib/feedback/inbox/list";
import { listInbox } from "@/lib/feedback/inbox/queries";
import { getFeedbackInsight } from "@/lib/feedback/insight";
import { openIssueIn } from "@/lib/feedback/manual-issues";
import { mergeIssues } from "@/lib/feedback/triage/merge";
import { aReported, itemOf } from "@/lib/feedback/triage/testing/issues";
import { say, tellAll } from "@/lib/intents/testing/rationales";
import { judgeSuggestion } from "@/lib/signals/suggestions/commands";
import { listSuggestions } from "@/lib/signals/suggestions/queries";
import { approvedAfter } from "@/lib/signals/suggestions/testing/approved";
import { aTelling } from "@/lib/signals/suggestions/testing/told";
import { aGateway, aPerson, aTenant, aTool, type TestTenant } from "@/lib/testing/factories";
import { rateTools } from "@/lib/tools/commands";
import { type Ended, endCalls } from "../testing/finished-calls";
import { getSignals } from "./queries";
import { atOnceState, feedbackState, judgedFrom, meaningState } from "./rules";
import { signalsWire, wireSignals } from "./wire";

const system = systemScope("tests");
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

const read = (scope: UserScope, tenants: readonly { id: string; firstRowAt?: Date | null }[]) =>
  getSignals(scope, {
    tenants: tenants.map(({ id, firstRowAt = null }) => ({ id, firstRowAt })),
    now: new Date(Date.now() + 1_000),
  });

describe("what a signal says", () => {
  const figures = (read: number, missing: number, meaningful: number) => ({
    ...{ calls: read + missing, read, missing, meaningful },
  });

  test("of rationales: too early for thirty days, too few under fifty calls, regretted under five in a hundred", () => {
    const now = new Date();
    expect(meaningState(figures(1_000, 0, 900), null, now)).toBe("early");
    expect(meaningState(figures(1_000, 0, 0), new Date(now.getTime() + 1), now)).toBe("early");
    expect(meaningState(figures(40, 9, 0), now, now)).toBe("few");
    expect(meaningState(figures(40, 10, 2), now, now)).toBe("regret");
    expect(meaningState(figures(60, 40, 5), now, now)).toBe("fine");
    // With more than a tenth unread, the result is unknown.
    expect(meaningState({ ...figures(40, 50, 0), calls: 100 }, now, now)).toBe("regret");
    expect(meaningState({ ...figures(40, 50, 0), calls: 101 }, now, now)).toBe("few");
  });

  test("of feedback: too early for ninety days, regretted under ten issues", () => {
    const now = new Date();
    expect(feedbackState(0, new Date(now.getTime() + 1), now)).toBe("early");
    expect(feedbackState(9, now, now)).toBe("regret");
    expect(feedbackState(10, now, now)).toBe("fine");
  });

  test("of ratings: too few under ten calls, regretted over a half", () => {
    expect(atOnceState({ calls: 9, atOnce: 9 })).toBe("few");
    expect(atOnceState({ calls: 10, atOnce: 5 })).toBe("fine");
    expect(atOnceState({ calls: 11, atOnce: 6 })).toBe("regret");
  });

  test("counts from the first row of any of the tenants", () => {
    expect(judgedFrom([null, null], 30)).toBeNull();
    expect(judgedFrom([ago(5), null, ago(40)], 30)?.getTime()).toBeCloseTo(ago(10).getTime(), -4);
  });
});

test("rationales: of all calls, those without one included, by agent, and by model where it is known", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "viewer");
  const stranger = await aPerson([await aTenant()], "viewer");
  const some = <T>(count: number, over: T) => Array.from({ length: count }, () => over);
  await say(gateway, tenant, [
    ...some(6, {
      rationale: "Refund of order 55120, the customer was charged twice",
      agent: "claude",
      model: "m1",
    }),
    ...some(3, { rationale: "User requested this action", agent: "claude", model: "m2" }),
    ...some(2, { rationale: "", agent: "codex" }),
  ]);
  const before = await read(person, [{ ...tenant, firstRowAt: ago(31) }]);
  expect(before.meaning.lately).toEqual({ calls: 11, missing: 2, read: 0, meaningful: 0 });
  await tellAll(tenant);
  const { meaning } = await read(person, [{ ...tenant, firstRowAt: ago(31) }]);
  expect(meaning).toMatchObject({ state: "few", lately: { calls: 11, missing: 2, read: 9, meaningful: 6 } });
  expect(meaning.weeks).toHaveLength(8);
  expect(meaning.weeks.at(-1)).toMatchObject({ meaningful: 6, missing: 2 });
  expect(meaning.agents).toEqual([
    { name: "claude", calls: 9, missing: 0, read: 9, meaningful: 6 },
    { name: "codex", calls: 2, missing: 2, read: 0, meaningful: 0 },
  ]);
  expect(meaning.models).toEqual([
    { name: "m1", calls: 0, missing: 0, read: 6, meaningful: 6 },
    { name: "m2", calls: 0, missing: 0, read: 3, meaningful: 0 },
  ]);
  expect((await read(stranger, [tenant])).meaning.lately.calls).toBe(0);
});

test("feedback: different issues by month, a duplicate with the one it leads to; the newest as above the inbox", async () => {
  const { person, report, tenant } = await aReported();
  const ids: string[] = [];
  for (const tool of ["a", "b", "c"]) ids.push((await report(tool)).issue.id);
  const [first = "", second = ""] = ids;
  await mergeIssues(person, { into: first, items: [await itemOf(person, second)] });
  // Reported once more in an earlier month: one issue and its duplicate in total.
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into feedback_submissions (id, tenant_id, gateway_id, issue_id, attempted_action, expected_outcome, actual_outcome, severity, created_at)
      select overlay(gen_random_uuid()::text placing (
               select left(h, 8) || '-' || right(h, 4) from lpad(to_hex((extract(epoch from now() - interval '45 days') * 1000)::bigint), 12, '0') h)
               from 1 for 13)::uuid,
             s.tenant_id, s.gateway_id, s.issue_id, 'a', 'b', 'c', 'low', now() - interval '45 days'
      from feedback_submissions s where s.tenant_id = ${tenant.id}::uuid and s.issue_id = any(${[first, second]}::uuid[])`,
  );
  const { feedback } = await read(person, [{ ...tenant, firstRowAt: ago(91) }]);
  expect(feedback).toMatchObject({ state: "regret", issues: 2 });
  expect(feedback.months.map(({ issues }) => issues)).toEqual([0, 0, 0, 0, 1, 2]);
  expect((await getFeedbackInsight(person, tenant.key, new Date())).unique).toBe(feedback.issues);
  // What a person opens is no report: neither in the figure nor among its rows.
  const made = { id: newId(), tenantId: tenant.id, title: "By hand", provider: "", tool: "a", text: "Look." };
  await change(person, async (tx) =>
    recordActivities(tx, person, (await openIssueIn(tx, person, made)).deeds),
  );
  expect((await read(person, [{ ...tenant, firstRowAt: ago(91) }])).feedback.issues).toBe(2);
  const { filter } = inboxList.parse({
    view: "all",
    reported: "yes",
    since: feedback.since,
    tenant: tenant.key,
  });
  const rows = (await listInbox(person, filter)).rows.map(({ id }) => id);
  expect(rows.toSorted()).toEqual(ids.toSorted());
});

describe("approvals at once", () => {
  async function aSetting(
    calls: (setting: { ines: UserScope; maya: UserScope }) => Ended[],
    toolRisk: "high" | "critical" = "high",
  ) {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const { id: toolId } = await aTool(gateway, { name: "write_file", risk: toolRisk });
    const people = { ines: await aPerson([tenant]), maya: await aPerson([tenant]) };
    await endCalls(
      tenant,
      gateway,
      calls(people).map((call) => ({ toolId, ...call })),
    );
    return { tenant, gateway, toolId, ...people, admin: await aPerson([tenant], "admin") };
  }

  const yes = (person: UserScope, over: object = {}) => ({ by: [{ person, ...over }] });
  const many = (count: number, call: Ended) => Array.from({ length: count }, () => call);
  const signalOf = async (scope: UserScope, tenant: TestTenant) => (await read(scope, [tenant])).atOnce;

  test("are high or critical, as they were sent, within five minutes and by everyone who voted", async () => {
    const { admin, tenant } = await aSetting(({ ines, maya }) => [
      ...many(7, { took: 300, ...yes(ines) }),
      { took: 60, risk: "critical", by: [{ person: ines }, { person: maya }] },
      // Slow, edited, rejected, break-glass, without voters, or not unanimous; and calls that do
      // not count.
      { took: 301, ...yes(ines) },
      { took: 60, editedBy: ines, ...yes(ines) },
      { took: 60, decision: "rejected", ...yes(ines, { verdict: "reject" }) },
      { took: 60, ...yes(ines, { verdict: "break_glass" }) },
      { took: 60 },
      { took: 60, by: [{ person: ines }, { person: maya, verdict: "reject" }] },
      { took: 60, risk: "low", ...yes(ines) },
      { took: 60, heldBecause: "confirmed" },
      { took: 60, days: 32, ...yes(ines) },
      { took: 60, decision: "expired" },
    ]);
    const signal = await signalOf(admin, tenant);
    expect(signal).toMatchObject({ state: "regret", calls: 15, atOnce: 8, complete: true });
    expect(signal.weeks.map(({ atOnce }) => atOnce)).toEqual([0, 0, 0, 1, 0, 0, 0, 8]);
    const list = { view: "decided", since: signal.since.toISOString() } as const;
    expect((await listQueue(admin, { ...list, pace: "at_once" })).rows).toHaveLength(signal.atOnce);
    expect((await listQueue(admin, { ...list, asked: "high" })).rows).toHaveLength(signal.calls);
    expect((await read(await aPerson([await aTenant()], "admin"), [tenant])).atOnce.calls).toBe(0);
  });

  test("name their tools, each with the press that rates it one step lower, for administrators", async () => {
    const { admin, ines, tenant, toolId } = await aSetting(
      ({ ines: person }) => many(10, { took: 60, risk: "critical", ...yes(person) }),
      "critical",
    );
    const [tool] = (await signalOf(admin, tenant)).tools;
    expect(tool).toMatchObject({
      ...{
        tenant: tenant.key,
        name: "write_file",
        toolId,
        calls: 10,
        atOnce: 10,
        medianSeconds: 60,
        now: "critical",
      },
      ...{ suggestion: null, isKept: false, offer: { to: { risk: "high" }, seen: null, waiting: 0 } },
    });
    for (const role of ["viewer", "triager", "approver"] as const) {
      const [shown] = (await signalOf(await aPerson([tenant], role), tenant)).tools;
      expect(shown).toMatchObject({ calls: 10, offer: null, now: null });
    }
    // The button's change; once the tool no longer waits, there is nothing to lower.
    const press = async (risk: "high" | "medium") => {
      const changes = [{ toolId, to: { risk, requiresConfirmation: null }, seen: undefined }];
      await rateTools(admin, { tenantId: tenant.id, changes });
    };
    await press("high");
    expect((await signalOf(admin, tenant)).tools[0]).toMatchObject({
      now: "high",
      offer: { to: { risk: "medium" } },
    });
    await press("medium");
    expect((await signalOf(admin, tenant)).tools[0]).toMatchObject({ now: "medium", offer: null });
    expect((await signalOf(ines, tenant)).tools).toHaveLength(1);
  });

  test("go by the suggestion that says the same, and offer nothing once people dismissed it", async () => {
    const telling = await aTelling({ risk: "high" });
    await approvedAfter(
      telling,
      await aPerson([telling.tenant]),
      Array.from({ length: 10 }, () => 1_200),
    );
    await telling.pass();
    const admin = await aPerson([telling.tenant], "admin");
    const [one] = (await listSuggestions(admin, { view: "open" })).rows;
    expect((await signalOf(admin, telling.tenant)).tools[0]).toMatchObject({
      ...{ suggestion: { id: one?.id, revision: 1 }, offer: { to: { risk: "medium" } }, isKept: false },
    });
    const said = {
      id: one?.id ?? "",
      revision: 1,
      state: "dismissed",
      reason: "by_design",
      note: "",
    } as const;
    await judgeSuggestion(admin, said);
    expect((await signalOf(admin, telling.tenant)).tools[0]).toMatchObject({
      ...{ suggestion: null, offer: null, isKept: true },
    });
  });

  test("go out as the API says", async () => {
    const { admin, tenant } = await aSetting(({ ines }) => many(2, { took: 60, ...yes(ines) }));
    const signals = await read(admin, [tenant]);
    const sent = signalsWire.parse(JSON.parse(JSON.stringify(wireSignals(signals))));
    expect(sent.unanimous_approvals).toMatchObject({
      state: "few",
      share: 1,
      calls: 2,
      at_once: 2,
      threshold: 0.5,
    });
    expect(sent.unanimous_approvals.tools).toMatchObject([{ name: "write_file", risk: "high", lower: null }]);
    expect(sent.meaningful_rationales).toMatchObject({ state: "early", share: null, judged_from: null });
  });
});
