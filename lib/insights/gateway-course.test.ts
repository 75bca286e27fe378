import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { HOUR_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { proveScope } from "@/lib/core/scope";
import { aScenario, type Scenario, system } from "@/lib/delivery/testing/scene";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { getGatewayCourse } from "./gateway-course";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

function asked({ tenant, gatewayId }: Scenario, status: number, hours: number) {
  return ingest(system, (tx) =>
    tx.gatewayRequest.create({
      data: {
        ...{ id: newId(), tenantId: tenant.id, gatewayId, keyId: newId(), requestId: newId() },
        ...{ method: "POST", path: "/api/v1/approvals", status, durationMs: 12, at: hoursAgo(hours) },
      },
    }),
  );
}

async function told(scene: Scenario, status: number | null, durationMs: number, hours: number) {
  const { deliveryId } = await scene.owe();
  await ingest(system, (tx) =>
    tx.deliveryAttempt.create({
      data: {
        ...{ tenantId: scene.tenant.id, deliveryId, attempt: 1, startedAt: hoursAgo(hours) },
        ...{ durationMs, status, requestHeaders: {} },
      },
    }),
  );
}

test("a gateway's last day has its requests and callbacks hour by hour, and how long these take", async () => {
  const scene = await aScenario("http://gateway.test/callback");
  await asked(scene, 201, 0);
  for (const status of [200, 422, 503]) await asked(scene, status, 3);
  await asked(scene, 500, 30);
  for (const ms of [100, 200, 300]) await told(scene, 200, ms, 3);
  await told(scene, 500, 400, 3);
  await told(scene, null, 10_000, 0);
  await told(scene, 200, 90_000, 30);

  const course = await getGatewayCourse(scene.person, scene.gatewayId);
  expect(course.hours).toHaveLength(24);
  expect(course.cut).toEqual({ requests: false, callbacks: false });
  const three = course.hours.at(-4);
  expect(three).toMatchObject({
    requests: { ok: 1, refused: 1, failed: 1 },
    callbacks: { delivered: 3, failed: 1 },
    slowMs: expect.closeTo(385, 3),
  });
  expect(course.hours.at(-1)).toMatchObject({
    requests: { ok: 1, refused: 0, failed: 0 },
    callbacks: { delivered: 0, failed: 1 },
    slowMs: null,
  });
  // Without the attempt that no answer ended.
  expect(course.pace).toEqual({ medianMs: 250, slowMs: expect.closeTo(385, 3) });
  const all = course.hours.map(({ requests: { ok, refused, failed } }) => ok + refused + failed);
  expect(all.reduce((sum, calls) => sum + calls, 0)).toBe(4);
});

test("it shows nothing of tenants out of scope", async () => {
  const scene = await aScenario("http://gateway.test/callback");
  await asked(scene, 201, 0);
  await told(scene, 200, 100, 0);
  const { actor } = await aPerson([await aTenant()], "viewer");
  const other = proveScope(actor, [(await aTenant()).id]);
  const course = await getGatewayCourse(other, scene.gatewayId);
  expect(course.hours.every(({ requests, callbacks }) => requests.ok + callbacks.delivered === 0)).toBe(true);
  expect(course.pace).toEqual({ medianMs: null, slowMs: null });
});
