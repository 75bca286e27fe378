import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { decideApproval } from "@/lib/approvals/commands";
import { closeDatabase, ingest } from "@/lib/core/db";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aProcess } from "@/lib/delivery/testing/processes";
import { aReceiver, type Receiver, status, verified } from "@/lib/delivery/testing/receiver";
import { until } from "@/lib/delivery/testing/scene";
import { createKey } from "@/lib/gateways/keys";
import { createSigningSecret } from "@/lib/gateways/signing-secrets";
import { closeLiveHub } from "@/lib/live/hub";
import { aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { systemScope } from "../core/scope";
import { anApiProcess, askPort } from "./testing/listener";

// Real processes, an OTLP collector over HTTP, and a gateway's callback endpoint.

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = `00-${TRACE}-00f067aa0ba902b7-01`;
const SDK = "@opentelemetry/sdk-trace-base";
const SECRETS = ["the-secret-argument", "because it was asked for", "path-with-token"];

type Exported = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  attributes: { key: string; value: Record<string, unknown> }[];
  process: unknown;
  service: unknown;
};

const open: (() => Promise<unknown>)[] = [];
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});

async function receiver(): Promise<Receiver> {
  const one = await aReceiver(status(200));
  open.push(one.close);
  return one;
}

/** Starts the API and the worker with a log of loaded packages. */
async function running(tracing: Record<string, string>) {
  const env = { ...tracing, NODE_DEBUG: "module", LOG_LEVEL: "info" };
  const api = await anApiProcess(env);
  open.push(api.close);
  const worker = aProcess("scripts/worker.ts", { ...env, CALLBACK_ALLOW_CIDRS: "127.0.0.0/8" });
  open.push(async () => {
    worker.child.kill("SIGKILL");
    await worker.ended;
  });
  return { api, worker };
}

/** A call that a gateway asks about, a person approves, and a callback reports. */
async function decided(port: number, traceparent?: string) {
  const callback = await receiver();
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], `${callback.url}/path-with-token?key=path-with-token`);
  const system = systemScope("tests");
  const secret = await ingest(system, (tx) => createSigningSecret(tx, gateway.id));
  const { key } = await createKey(system, gateway.id, [tenant.key]);
  const body = JSON.stringify({
    ...{ tenant: tenant.key, tool: "send_mail", risk: "high", rationale: "because it was asked for" },
    arguments: { to: "the-secret-argument" },
  });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const asked = await askPort(port, "POST", "/api/v1/authorize", {
    headers: { ...headers, ...(traceparent ? { traceparent } : {}) },
    body,
  });
  expect(asked.status).toBe(202);
  const { approval_id: id, revision, arguments_sha256: argumentsSha256 } = JSON.parse(asked.text);
  const person = await aPerson([tenant]);
  await decideApproval(person, {
    id,
    revision: revision ?? 1,
    argumentsSha256,
    verdict: "approve",
    seen: LOOKED,
  });
  await until("the callback arrives", () => callback.received.length > 0);
  const [received] = callback.received;
  if (!received) throw new Error("no callback");
  verified(secret, received);
  return { requestId: asked.headers["x-request-id"], traceparent: received.headers.traceparent };
}

const exportedTo = (collector: Receiver): Exported[] =>
  collector.received.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }: never) => {
      const facts = valuesOf((resource as { attributes: Exported["attributes"] }).attributes);
      const own = { process: facts["countersign.process"], service: facts["service.name"] };
      return (scopeSpans as { spans: Exported[] }[]).flatMap(({ spans }) =>
        spans.map((span) => ({ ...span, ...own })),
      );
    }),
  );

const valuesOf = (attributes: Exported["attributes"]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test("a gateway's trace goes on to the callback, and its spans are exported before the processes end", async () => {
  const collector = await receiver();
  // Export is otherwise hourly, so what arrives was exported by the shutdown.
  const { api, worker } = await running({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "3600000",
  });
  const { requestId, traceparent } = await decided(api.port, CALLER);
  expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  for (const { child } of [api, worker]) child.kill("SIGTERM");
  expect(await Promise.all([api.ended, worker.ended])).toEqual([0, 0]);

  const spans = exportedTo(collector).filter(({ traceId }) => traceId === TRACE);
  const [asked, judged, called] = ["POST /api/v1/authorize", "judge call", "POST callback"].map((named) => {
    const [span, ...more] = spans.filter(({ name }) => name === named);
    expect([named, more]).toEqual([named, []]);
    return span;
  });
  expect(asked).toMatchObject({
    kind: 2,
    parentSpanId: "00f067aa0ba902b7",
    process: "api",
    service: "countersign",
  });
  expect(valuesOf(asked?.attributes ?? [])).toEqual({
    "http.request.method": "POST",
    "http.route": "/api/v1/authorize",
    "http.response.status_code": 202,
    "countersign.request_id": requestId,
  });
  expect(judged).toMatchObject({ kind: 1, parentSpanId: asked?.spanId });
  expect(valuesOf(judged?.attributes ?? [])).toEqual({ "countersign.answer": "wait" });
  expect(called).toMatchObject({ kind: 3, parentSpanId: asked?.spanId, process: "worker" });
  expect(traceparent).toBe(`00-${TRACE}-${called?.spanId}-01`);
  expect(valuesOf(called?.attributes ?? [])).toMatchObject({
    "http.response.status_code": 200,
    "server.address": "127.0.0.1",
  });
  const sent = collector.received.map(({ body }) => body).join("\n");
  for (const secret of SECRETS) expect(sent).not.toContain(secret);
  expect([api.output(), worker.output()]).toEqual([
    expect.stringContaining(SDK),
    expect.stringContaining(SDK),
  ]);
});

test("by default nothing of the SDK is loaded, and a callback carries what its gateway sent", async () => {
  const { api, worker } = await running({});
  expect((await decided(api.port, CALLER)).traceparent).toBe(CALLER);
  expect((await decided(api.port)).traceparent).toBeUndefined();
  for (const malformed of [
    `${CALLER}-more`,
    CALLER.toUpperCase(),
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  ])
    expect((await decided(api.port, malformed)).traceparent).toBeUndefined();
  expect(api.output() + worker.output()).not.toContain(SDK);
});

test("a collector that is away holds up neither answers nor the end of the processes", async () => {
  const gone = await aReceiver(status(200));
  await gone.close();
  const { api, worker } = await running({ OTEL_EXPORTER_OTLP_ENDPOINT: gone.url });
  expect((await decided(api.port)).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  for (const { child } of [api, worker]) child.kill("SIGTERM");
  expect(await Promise.all([api.ended, worker.ended])).toEqual([0, 0]);
});
