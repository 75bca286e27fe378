import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson } from "@/lib/testing/factories";
import { getIssueView } from "../inbox/queries";
import { getIssue } from "../queries";
import { triageIssues } from "../triage/commands";
import { patchIssue } from "../triage/patch";
import { patchIssueSchema, triageInput } from "../triage/schema";
import { aReported, bringTo, itemOf } from "../triage/testing/issues";
import { undoTriage } from "../triage/undo";
import { createTrackerItem } from "./commands";
import type { Tracker } from "./types";
import { refreshItems } from "./worker";

const URL_A = "https://github.com/acme/crm/issues/12";
const URL_B = "https://tracker.example/T-1";

const system = systemScope("tests");

async function track(person: UserScope, id: string, url: string | null) {
  return triageIssues(person, { verb: "track", items: [await itemOf(person, id)], url });
}

const trackerOf = async (person: UserScope, id: string) => (await getIssueView(person, id)).triage.tracker;

const trail = async (tenantId: string) =>
  (await ingest(system, (tx) => tx.activity.findMany({ where: { tenantId }, orderBy: { seq: "asc" } })))
    .map(({ action, details }) => [action, JSON.parse(details)])
    .filter(([action]) => String(action).startsWith("issue."));

test("an issue is linked to any tracker, unlinked, and each is undone, with rows in the trail", async () => {
  const { person, report, tenant } = await aReported();
  const { issue } = await report("t");
  await track(person, issue.id, URL_A);
  expect(await trackerOf(person, issue.id)).toEqual({ url: URL_A, state: null, checkedAt: null });
  const other = await track(person, issue.id, URL_B);
  await undoTriage(person, other.actId ?? "");
  expect(await trackerOf(person, issue.id)).toMatchObject({ url: URL_A });
  const removed = await track(person, issue.id, null);
  expect(await trackerOf(person, issue.id)).toBeNull();
  await undoTriage(person, removed.actId ?? "");
  expect(await trackerOf(person, issue.id)).toMatchObject({ url: URL_A });
  expect(await trail(tenant.id)).toMatchObject([
    ["issue.tracked", { tracker_url: { from: null, to: URL_A } }],
    ["issue.tracked", { tracker_url: { from: URL_A, to: URL_B } }],
    ["issue.undone", { tracker_url: { from: URL_B, to: URL_A } }],
    ["issue.tracked", { tracker_url: { from: URL_A, to: null } }],
    ["issue.undone", { tracker_url: { from: null, to: URL_A } }],
  ]);
});

/** A tracker whose items are closed; `making` runs while it creates one. */
function aTracker(making: () => Promise<unknown> = async () => {}): Tracker {
  const itemsAt = URL_A.replace(/\d+$/, "");
  return {
    name: "GitHub",
    itemsAt,
    connected: true,
    urlOf: () => `${itemsAt}new`,
    create: async () => {
      await making();
      return { ok: true, value: `${itemsAt}77` };
    },
    readState: async () => ({ ok: true, value: "closed" }),
  };
}

test("a link that a colleague makes while an item is made stays, and both addresses are told", async () => {
  const { person, report, tenant } = await aReported();
  const colleague = await aPerson([tenant], "triager");
  const { issue } = await report("t");
  const making = createTrackerItem(
    person,
    issue.id,
    aTracker(() => track(colleague, issue.id, URL_B)),
  );
  await expect(making).rejects.toMatchObject({
    code: "CONFLICT",
    message: `The item was made (https://github.com/acme/crm/issues/77), but another person linked another one meanwhile: ${URL_B}. That link stays.`,
  });
  expect(await trackerOf(person, issue.id)).toMatchObject({ url: URL_B });
});

test.each([URL_B, null])("who reopened an issue is not overruled after %j is undone", async (other) => {
  const { person, report } = await aReported();
  const { issue } = await report("t");
  const look = async () => {
    const where = { trackerUrl: { not: null }, id: { not: issue.id } };
    await ingest(system, async (tx) => {
      await tx.feedbackIssue.updateMany({ where, data: { trackerCheckedAt: new Date() } });
      await tx.feedbackIssue.updateMany({ where: { id: issue.id }, data: { trackerCheckedAt: null } });
    });
    await refreshItems(aTracker());
    return (await getIssueView(person, issue.id)).state;
  };
  await track(person, issue.id, URL_A);
  expect(await look()).toBe("resolved");
  await bringTo(person, issue.id, ["reopen"]);
  const was = await trackerOf(person, issue.id);
  const { actId } = await track(person, issue.id, other);
  await undoTriage(person, actId ?? "");
  expect(await trackerOf(person, issue.id)).toEqual(was);
  expect(await look()).toBe("accepted");
});

test("what the tracker said of one item is not said of another", async () => {
  const { person, report } = await aReported();
  const { issue } = await report("t");
  await track(person, issue.id, URL_A);
  await ingest(system, (tx) =>
    tx.feedbackIssue.updateMany({ where: { id: issue.id }, data: { trackerState: "open" } }),
  );
  const other = await track(person, issue.id, URL_B);
  expect(await trackerOf(person, issue.id)).toMatchObject({ url: URL_B, state: null });
  await undoTriage(person, other.actId ?? "");
  expect(await trackerOf(person, issue.id)).toMatchObject({ url: URL_A, state: "open" });
});

test("by API it is a member of PATCH, which says nothing of it to gateways", async () => {
  const { person, report, gateway } = await aReported();
  const { issue } = await report("t");
  await patchIssue(person, issue.ref, patchIssueSchema.parse({ tracker: { url: URL_A } }));
  expect((await getIssue(person, issue.ref)).triage?.tracker).toMatchObject({ url: URL_A });
  expect((await getIssue(gateway.scope, issue.ref)).triage).toBeNull();
  await patchIssue(person, issue.ref, patchIssueSchema.parse({ tracker: null }));
  expect((await getIssue(person, issue.ref)).triage?.tracker).toBeNull();
});

test("an address keeps its path as it was written, and its scheme and host in lower case", async () => {
  const { person, report } = await aReported();
  const { issue } = await report("t");
  const url = "HTTPS://Tracker.Example:8443/T-1?Q=A";
  await patchIssue(person, issue.ref, patchIssueSchema.parse({ tracker: { url } }));
  expect(await trackerOf(person, issue.id)).toMatchObject({ url: "https://tracker.example:8443/T-1?Q=A" });
});

test.each([
  "javascript:alert(1)",
  "ftp://x.example/1",
  "//x.example/1",
  "https://user:secret@x.example/1",
  "https://x.example/a b",
  "https://x.example/\u202e",
  `https://x.example/${"a".repeat(2_000)}`,
  "",
])("%j is no address of an item", (url) => {
  const items = [{ id: "01999999-0000-7000-8000-000000000000", seen: "2026-11-21T10:00:00.000Z" }];
  expect(triageInput.safeParse({ verb: "track", items, url }).success).toBe(false);
  expect(patchIssueSchema.safeParse({ tracker: { url } }).success).toBe(false);
});
