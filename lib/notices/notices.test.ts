import { afterAll, expect, test } from "vitest";
import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { change } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { closeLiveHub } from "@/lib/live/hub";
import { aTenant } from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { audienceOf } from "./notices";
import { announcedWhile } from "./testing/announced";

const system = systemScope("tests");

afterAll(closeLiveHub);

async function announcedOf(deeds: readonly ActivityEntry[]) {
  const own = new Set(deeds.map(({ subject }) => subject.id));
  const heard = await announcedWhile(() => change(system, (tx) => recordActivities(tx, system, deeds)));
  return heard.filter(({ id }) => own.has(id));
}

test("an act is announced on the topics of its notice, as a row of its tenant", async () => {
  const tenant = await aTenant();
  const [call, person] = [newId(), newId()];
  const heard = await announcedOf([
    { action: "approval.reviewed", subject: { kind: "approval", id: call, tenantId: tenant.id } },
    { action: "user.renamed", subject: { kind: "user", id: person } },
  ]);
  expect(new Set(heard)).toEqual(
    new Set([
      { topic: "review", tenantId: tenant.id, id: call },
      { topic: "approval", tenantId: tenant.id, id: call },
      { topic: "user", tenantId: NO_TENANT, id: person },
    ]),
  );
  expect(heard).toHaveLength(3);
});

test("several acts on a row are announced once", async () => {
  const tenant = await aTenant();
  const subject = { kind: "issue", id: newId(), tenantId: tenant.id };
  const heard = await announcedOf(
    ["issue.opened", "issue.commented", "issue.assigned"].map((action) => ({ action, subject })),
  );
  expect(heard).toEqual([{ topic: "feedback", tenantId: tenant.id, id: subject.id }]);
});

test("quiet acts are announced to nobody", async () => {
  const tenant = await aTenant();
  const subject = { kind: "approval", id: newId(), tenantId: tenant.id };
  const quiet = ["approval.policy_allowed", "approval.snoozed", "user.signed_in", "gateway.key_created"];
  expect(await announcedOf(quiet.map((action) => ({ action, subject })))).toEqual([]);
});

test("the trail and its announcements are one statement", async () => {
  const tenant = await aTenant();
  const subject = { kind: "tenant", id: tenant.id, tenantId: tenant.id };
  const { texts, stop } = countStatements();
  await change(system, (tx) => recordActivities(tx, system, [{ action: "tenant.renamed", subject }])).finally(
    stop,
  );
  expect(texts.filter((text) => text.includes("pg_notify"))).toEqual([
    expect.stringContaining("append_activity"),
  ]);
});

test("an act that is not named is as its noun says, and an unknown noun is not known", () => {
  expect(audienceOf("issue.prioritized")).toEqual({ bell: ["feedback"] });
  expect(audienceOf("approval.broke_glass")).toEqual({
    bell: ["approval"],
    callback: "approval.approved",
    people: "changed",
  });
  expect(audienceOf("robot.danced")).toBeUndefined();
});
