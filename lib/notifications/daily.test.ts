import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ask as authorize } from "@/lib/approvals/gate/ask";
import { closeReview } from "@/lib/approvals/reviews/commands";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { noteOffenders } from "@/lib/intake/offenders/commands";
import { closeLiveHub } from "@/lib/live/hub";
import { aCall, aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { runDaily } from "./daily";
import { changeChoices } from "./preferences";
import { composed, notificationsOf, notified, setUpEmail, toldIn } from "./testing/scene";

const system = systemScope("tests");
let drop: () => Promise<void>;
let tenant: TestTenant;
let olive: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  await setUpEmail();
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  await ingest(system, (tx) => tx.$executeRaw`delete from notice_events`);
  tenant = await aTenant();
  olive = await aPerson([tenant], "triager", "Olive");
});

const offending = async (agent: string) => {
  const gateway = await aGateway([tenant]);
  await ingest(system, (tx) => noteOffenders(tx, gateway.id, [{ tenantId: tenant.id, agent }]));
};

const day = async () => {
  await runDaily();
  await notified();
};

const offendersIn = async () => (await toldIn(tenant.id)).filter((line) => line.includes("offender"));

test("a caller without a rationale is notified once a day to those who chose it", async () => {
  await changeChoices(olive, { channels: { offender: ["email"] } });
  await offending("careless-bot");
  await day();
  await day();
  expect(await offendersIn()).toEqual(["Olive email offender queued"]);
  await offending("another-bot");
  await day();
  expect(await offendersIn()).toHaveLength(2);
  const rows = await notificationsOf(tenant.id);
  const row = rows.find(({ subjectId }) => subjectId.endsWith(":careless-bot"));
  expect(row && (await composed(row))).toMatchObject({
    message: {
      title: `2 notifications from ${tenant.key}`,
      items: [
        { title: "careless-bot sends calls without a rationale" },
        { title: "another-bot sends calls without a rationale" },
      ],
    },
  });
});

test("that no one chose it is noted once, too", async () => {
  await offending("careless-bot");
  await day();
  await day();
  expect(await offendersIn()).toEqual(["nobody none offender not_sent"]);
});

/** The next seven o'clock in UTC. */
function seven(): Date {
  const at = new Date();
  at.setUTCHours(at.getUTCHours() < 7 ? 7 : 31, 0, 0, 0);
  return at;
}

test("who may review hears once a day of the calls that were drawn for it", async () => {
  tenant = await aTenant({ samplePercent: 100, autoApproveHighRisk: true });
  const tom = await aPerson([tenant], "approver", "Tom");
  const gateway = await aGateway([tenant]);
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  await authorize(gateway.scope, aCall(tenant), request);
  const morning = seven();
  await runDaily(new Date(morning.getTime() - 1));
  await notified();
  expect(await toldIn(tenant.id)).toEqual([]);
  await runDaily(morning);
  await notified();
  await runDaily(morning);
  await notified();
  const reviews = (await notificationsOf(tenant.id)).filter(({ kind }) => kind === "review");
  expect(reviews).toMatchObject([{ recipientName: "Tom", channel: "email", state: "queued" }]);
  const [row] = reviews;
  expect(row && (await composed(row))).toMatchObject({
    message: {
      title: "Calls that ran without a person wait for a review",
      lines: [expect.stringMatching(/^One call is drawn from what policies/)],
      links: { open: expect.stringMatching(/\/reviews\?kind=sample$/) },
    },
  });
  const { id } = await read(system, (tx) => tx.review.findFirstOrThrow({ where: { tenantId: tenant.id } }));
  await closeReview(tom, { id, verdict: "fine", note: "" });
  expect(row && (await composed(row))).toEqual({ withdrawn: "Before this was sent, it was reviewed." });
});

test("the log is kept for 90 days", async () => {
  await offending("careless-bot");
  await day();
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update notifications set updated_at = updated_at - interval '89 days' where tenant_id = ${tenant.id}::uuid`,
  );
  await runDaily();
  expect(await notificationsOf(tenant.id)).toHaveLength(1);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update notifications set updated_at = updated_at - interval '2 days' where tenant_id = ${tenant.id}::uuid`,
  );
  await runDaily();
  expect(await read(system, (tx) => tx.notification.count({ where: { tenantId: tenant.id } }))).toBe(0);
});
