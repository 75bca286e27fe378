import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { getFeedbackInsight } from "./insight";
import { mergeIssues } from "./triage/merge";
import { aReported, bringTo, itemOf } from "./triage/testing/issues";

const system = systemScope("tests");
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

test("a tenant of no reports has nothing to judge", async () => {
  const person = await aPerson([await aTenant()], "viewer");
  expect(await getFeedbackInsight(person, undefined, new Date())).toMatchObject({
    unique: 0,
    judged: false,
    reported: 0,
    medianSeconds: null,
    oldest: null,
  });
});

test("counts what differs, how soon it was triaged, what was answered, and names the oldest that is open", async () => {
  const { person, report, tenant } = await aReported();
  const ids: string[] = [];
  for (const tool of ["a", "b", "c", "d"]) ids.push((await report(tool)).issue.id);
  const [first = "", second = "", third = "", fourth = ""] = ids;
  const set = (id: string, data: object) =>
    ingest(system, (tx) => tx.feedbackIssue.updateMany({ where: { tenantId: tenant.id, id }, data }));
  await mergeIssues(person, { into: first, items: [await itemOf(person, second)] });
  await bringTo(person, first, ["accept"]);
  await bringTo(person, third, ["decline"]);
  await set(first, { firstSeenAt: ago(3), triagedAt: ago(1), answer: "Known." });
  await set(third, { firstSeenAt: ago(50), triagedAt: ago(46), lastSeenAt: ago(40) });
  await set(fourth, { firstSeenAt: ago(9) });
  const found = await getFeedbackInsight(person, undefined, new Date());
  expect(found).toMatchObject({ unique: 2, judged: false, reported: 3, answered: 1, triaged: 2 });
  expect(found.medianSeconds).toBeCloseTo(3 * 86_400, -2);
  expect(found.oldest).toMatchObject({
    id: fourth,
    ref: `FB-4@${tenant.key}`,
    firstSeenAt: expect.any(Date),
  });
  await ingest(system, (tx) => tx.tenant.update({ where: { id: tenant.id }, data: { firstRowAt: ago(91) } }));
  expect((await getFeedbackInsight(person, tenant.key, new Date())).judged).toBe(true);
});

test("the age of a duplicate counts where it leads, and no time to triage is below nothing", async () => {
  const { person, report, tenant } = await aReported();
  const ids: string[] = [];
  for (const tool of ["a", "b", "c", "d"]) ids.push((await report(tool)).issue.id);
  const [lead = "", old = "", open = "", moved = ""] = ids;
  const set = (id: string, data: object) =>
    ingest(system, (tx) => tx.feedbackIssue.updateMany({ where: { tenantId: tenant.id, id }, data }));
  await mergeIssues(person, { into: lead, items: [await itemOf(person, old)] });
  await bringTo(person, lead, ["accept"]);
  await set(old, { firstSeenAt: ago(60) });
  await set(lead, { triagedAt: ago(58) });
  await set(open, { firstSeenAt: ago(9) });
  // Its reports from before the triage were moved away.
  await set(moved, { firstSeenAt: ago(2), triagedAt: ago(40) });
  const found = await getFeedbackInsight(person, undefined, new Date());
  expect(found).toMatchObject({ reported: 3, triaged: 1 });
  expect(found.medianSeconds).toBeCloseTo(2 * 86_400, -2);
  expect(found.oldest).toMatchObject({ id: lead });
  expect(found.oldest?.firstSeenAt.getTime()).toBeLessThan(Date.now() - 59 * DAY_MS);
});
