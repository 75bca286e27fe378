import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getApprovalView } from "@/lib/approvals/detail/queries";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { createGateway } from "@/lib/gateways/commands";
import { createKey } from "@/lib/gateways/keys";
import { aCall, aPerson, aTenant, type TestTenant, unique } from "@/lib/testing/factories";
import { approval, approvals } from "./v1/approvals";
import { authorize } from "./v1/authorize";
import { events } from "./v1/events";

const system = systemScope("tests");
const WAIT = { timeout: 60_000 };
let tenant: TestTenant;

beforeAll(async () => {
  tenant = await aTenant();
});
afterAll(closeDatabase);

async function aWaitingCall({ callbackUrl, minutes = 10 }: { callbackUrl?: string; minutes?: number } = {}) {
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [tenant.key], callbackUrl });
  const { key } = await createKey(system, gateway.id, [tenant.key]);
  const send = (route: typeof approval, method: "GET" | "POST", path: string, body?: unknown, id = "") =>
    route[method]?.(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
      { params: Promise.resolve({ id }) },
    );
  const { tool, rationale, risk, agent } = aCall(tenant);
  const call = { id: newId(), tenant: tenant.key, tool, rationale, risk, agent, arguments: {} };
  const ask = () => send(authorize, "POST", "/api/v1/authorize", call);
  const id = String((await (await ask())?.json())?.approval_id);
  const age = (sql: string) => ingest(system, (tx) => tx.$executeRawUnsafe(sql, id, minutes));
  await age(
    "update approvals set created_at = created_at - make_interval(mins => $2::int) where id = $1::uuid",
  );
  const person = await aPerson([tenant]);
  const unasked = async () => (await getApprovalView(person, id)).unaskedSince;
  return { gateway, id, send, ask, unasked, age };
}

const askedAt = async (id: string) =>
  (await read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }))).askedAt;

test("a call nobody asks about for minutes is known to be one, and the next question ends that", async () => {
  const { id, send, unasked, age } = await aWaitingCall();
  expect(await unasked()).toBeInstanceOf(Date);
  await send(approval, "GET", `/api/v1/approvals/${id}`, undefined, id);
  await vi.waitFor(async () => expect(await unasked()).toBeNull(), WAIT);
  const first = await askedAt(id);
  await send(approval, "GET", `/api/v1/approvals/${id}`, undefined, id);
  await age(
    "update approvals set asked_at = asked_at - interval '40 seconds' where id = $1::uuid and $2::int > 0",
  );
  await send(approval, "GET", `/api/v1/approvals/${id}?wait=1`, undefined, id);
  expect((await askedAt(id))?.getTime()).toBe((first?.getTime() ?? 0) - 40_000);
});

test.each([
  ["repeating the call", ({ ask }) => ask()],
  ["reading its list", ({ send }) => send(approvals, "GET", "/api/v1/approvals?status=pending")],
  ["reading the feed", ({ send }) => send(events, "GET", "/api/v1/events")],
] as [string, (call: Awaited<ReturnType<typeof aWaitingCall>>) => Promise<Response> | undefined][])(
  "%s is asking, too",
  async (_how, act) => {
    const call = await aWaitingCall();
    expect(await call.unasked()).not.toBeNull();
    expect((await act(call))?.status).toBe(200);
    await vi.waitFor(async () => expect(await call.unasked()).toBeNull(), WAIT);
  },
);

test("a call of a moment ago is written down by no question", async () => {
  const { id, send, unasked } = await aWaitingCall({ minutes: 0 });
  await send(approval, "GET", `/api/v1/approvals/${id}`, undefined, id);
  expect(await unasked()).toBeNull();
  expect(await askedAt(id)).toBeNull();
});

test("a person who looks at it is not its gateway", async () => {
  const { id, unasked } = await aWaitingCall();
  expect(await unasked()).not.toBeNull();
  expect(await askedAt(id)).toBeNull();
});

test("a gateway that can be called need not ask; one whose callbacks fail does", async () => {
  const { gateway, id, unasked } = await aWaitingCall({ callbackUrl: "http://127.0.0.1:9/hook" });
  expect(await unasked()).toBeNull();
  const told = async (state: "delivered" | "waiting") =>
    ingest(system, async (tx) => {
      const event = { id: newId(), tenantId: tenant.id, gatewayId: gateway.id, approvalId: id };
      await tx.$executeRaw`
        insert into outbox_events (id, tenant_id, gateway_id, approval_id, type, body)
        values (${event.id}::uuid, ${tenant.id}::uuid, ${gateway.id}::uuid, ${id}::uuid, 'test.ping', '{}')`;
      await tx.delivery.create({
        data: {
          ...event,
          id: newId(),
          eventId: event.id,
          url: "http://127.0.0.1:9/hook",
          state,
          attempts: 1,
        },
      });
    });
  await told("waiting");
  expect(await unasked()).not.toBeNull();
  await told("delivered");
  expect(await unasked()).toBeNull();
});
