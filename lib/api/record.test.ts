import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { metrics } from "@/lib/core/metrics";
import { NO_TENANT, proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { createGateway } from "@/lib/gateways/commands";
import { createKey } from "@/lib/gateways/keys";
import * as writing from "@/lib/gateways/requests/commands";
import { getRequest, listRequests } from "@/lib/gateways/requests/queries";
import type { RequestView } from "@/lib/gateways/requests/types";
import { listHealth } from "@/lib/insights/gateway-health";
import { aPerson, aTenant, type TestTenant, unique } from "@/lib/testing/factories";
import { created, ok } from "./answers";
import { finishRequests, flushRequests, noteRequest } from "./record";
import { apiRoute } from "./route";

const system = systemScope("tests");
const CANARY = "canary-51f0c3d2b7";

let [acme, globex]: TestTenant[] = [];
let gateway: { id: string };
let key: string;
let admin: UserScope;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  gateway = await createGateway(system, { name: unique("gw"), tenants: [keyOf(acme), keyOf(globex)] });
  key = (await createKey(system, gateway.id, [keyOf(acme), keyOf(globex)])).key;
  const { actor, tenants } = await aPerson([acme, globex], "admin");
  admin = proveScope(actor, tenants, { unlimited: true });
});
afterAll(closeDatabase);

const keyOf = (tenant: TestTenant | undefined) => tenant?.key ?? "";

const body = z.strictObject({ tenant: z.string(), arguments: z.record(z.string(), z.unknown()).optional() });
const taken = apiRoute(
  "gateway",
  {
    summary: "Takes anything.",
    body,
    answers: { 201: { says: "Taken.", body: z.strictObject({ id: z.string() }) } },
  },
  async () => created({ id: "made-1" }),
);
const asked = apiRoute(
  "any",
  {
    summary: "Answers.",
    answers: { 200: { says: "A tenant.", body: z.strictObject({ tenant: z.string() }) } },
  },
  async () => ok({ tenant: keyOf(acme) }),
);

function post(sent: unknown, path = "/api/v1/feedback", headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
  const text = typeof sent === "string" ? sent : JSON.stringify(sent);
  return taken(new Request(`http://localhost${path}`, { method: "POST", headers: all, body: text }));
}

async function newest(scope: UserScope = admin): Promise<RequestView> {
  await flushRequests();
  const [row] = (await listRequests(scope, gateway.id)).rows;
  if (!row) throw new Error("nothing was written down");
  return getRequest(scope, gateway.id, row.id);
}

test("a request is written down with its key, tenant, time and what it made, its secrets left out", async () => {
  const answer = await post(
    { tenant: keyOf(acme), arguments: { password: CANARY, n: 1 } },
    `/api/v1/feedback?api_key=${CANARY}`,
    { "idempotency-key": "k-1" },
  );
  const row = await newest();
  expect(row).toMatchObject({
    method: "POST",
    path: "/api/v1/feedback?api_key=[redacted]",
    status: 201,
    keyPrefix: key.slice(0, 10),
    tenant: keyOf(acme),
    requestId: answer.headers.get("x-request-id"),
    idempotencyKey: "k-1",
    madeKind: "report",
    madeId: "made-1",
    response: null,
  });
  expect(row.body).toBe(
    `{"tenant":"${keyOf(acme)}","arguments":{"password":"[redacted, 17 characters]","n":1}}`,
  );
  expect(row.durationMs).toBeGreaterThanOrEqual(0);
  const stored = await read(system, (tx) => tx.gatewayRequest.findMany({ where: { gatewayId: gateway.id } }));
  expect(JSON.stringify(stored)).not.toContain(CANARY);
});

test("refusals are written down with their errors, malformed bodies too", async () => {
  await post({ tenant: keyOf(acme), surprise: CANARY, token: CANARY });
  const refused = await newest();
  expect(refused).toMatchObject({ status: 422, tenant: keyOf(acme), madeKind: null });
  expect(refused.response).toContain('"pointer":"/token"');
  expect(refused.body).toContain('"token":"[redacted');
  await post(`{"tenant":"${keyOf(acme)}", "password": "${CANARY}`);
  const broken = await newest();
  expect(broken).toMatchObject({ status: 400 });
  expect(broken.body).not.toContain(CANARY);
  expect(broken.response).toContain("MALFORMED_JSON");
});

test("people's requests and those without a valid key belong to no gateway", async () => {
  const before = (await listRequests(admin, gateway.id)).rows.length;
  const answer = await taken(
    new Request("http://localhost/api/v1/feedback", {
      method: "POST",
      headers: { authorization: "Bearer csk_no" },
    }),
  );
  expect(answer.status).toBe(401);
  await flushRequests();
  expect((await listRequests(admin, gateway.id)).rows).toHaveLength(before);
});

test("who sees one tenant reads neither another's requests nor those that name several or none", async () => {
  await post({ tenant: keyOf(globex) });
  const other = await newest();
  expect(other.tenant).toBe(keyOf(globex));
  await post(`{"rows":[{"tenant":"${keyOf(acme)}"},{"tenant":"${keyOf(globex)}"}]}`);
  expect((await newest()).tenant).toBeNull();
  await post({});
  const none = await newest();
  expect(none.tenant).toBeNull();
  const insider = await aPerson([acme as TestTenant], "viewer");
  const rows = (await listRequests(insider, gateway.id)).rows;
  expect(new Set(rows.map((row) => row.tenant))).toEqual(new Set([keyOf(acme)]));
  for (const { id } of [other, none])
    await expect(getRequest(insider, gateway.id, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const outsider = await aPerson([await aTenant()], "admin");
  await expect(listRequests(outsider, gateway.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const stored = await read(insider, (tx) =>
    tx.gatewayRequest.findMany({ where: { gatewayId: gateway.id } }),
  );
  expect(new Set(stored.map((row) => row.tenantId))).toEqual(new Set([acme?.id]));
});

test("a read's tenant is known by its answer", async () => {
  await asked(
    new Request("http://localhost/api/v1/approvals/x", { headers: { authorization: `Bearer ${key}` } }),
  );
  expect(await newest()).toMatchObject({ method: "GET", tenant: keyOf(acme), body: null, bytes: null });
});

test("a body of a megabyte is kept by its head, redacted", async () => {
  const many = Array.from({ length: 2_000 }, () => ({ password: CANARY, text: "x".repeat(200) }));
  await post({ tenant: keyOf(acme), arguments: { many } });
  const row = await newest();
  expect(row.cut).toBe(true);
  expect(row.body?.length).toBeLessThanOrEqual(16 * 1024);
  expect(row.bytes).toBeGreaterThan(400_000);
  expect(row.body).not.toContain(CANARY);
});

test("filters find by answer, path and text", async () => {
  await flushRequests();
  const count = async (filter: object) => (await listRequests(admin, gateway.id, filter)).rows.length;
  expect(await count({ status: "refused" })).toBe(4);
  expect(await count({ status: "failed" })).toBe(0);
  expect(await count({ path: "/api/v1/approvals" })).toBe(1);
  expect(await count({ q: "SURPRISE" })).toBe(1);
  expect(await count({ q: "k-1" })).toBe(1);
  await expect(count({ cursor: "x" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect((await listHealth(admin, [gateway.id])).get(gateway.id)).toMatchObject({
    refusedDay: 4,
    activeKeys: 1,
  });
});

test("what does not fit in memory is dropped and counted; a database that is away fails no request", async () => {
  const write = vi.spyOn(writing, "keepRequests").mockRejectedValue(new Error("the database is away"));
  try {
    const before = await droppedRequests();
    const { scope } = await gatewayScope();
    for (let i = 0; i < 5_000; i += 1)
      noteRequest(scope, new Request("http://localhost/api/v1/x"), {
        requestId: "019a0000-0000-7000-8000-000000000000",
        startedAt: performance.now(),
        status: 200,
        input: undefined,
      });
    expect((await droppedRequests()) - before).toBeGreaterThan(2_500);
    expect((await post({ tenant: keyOf(acme) })).status).toBe(201);
    await finishRequests();
    expect((await droppedRequests()) - before).toBe(5_001);
  } finally {
    write.mockRestore();
  }
});

const droppedRequests = async () => (await metrics.requestLogDropped.get()).values[0]?.value ?? 0;

async function gatewayScope() {
  const actor = { kind: "gateway", id: gateway.id, name: "gw", keyId: NO_TENANT } as const;
  return { scope: proveScope(actor, [acme?.id ?? ""]) };
}

test("days that are over are dropped whole, and what went to the default partition goes as well", async () => {
  const old = new Date(Date.now() - 9 * 86_400_000);
  await ingest(system, (tx) =>
    tx.gatewayRequest.updateMany({
      where: { gatewayId: gateway.id, path: { contains: "approvals" } },
      data: { at: old },
    }),
  );
  expect((await listRequests(admin, gateway.id, { path: "/api/v1/approvals" })).rows).toHaveLength(1);
  await writing.turnRequestDays(system, 7, 3);
  expect((await listRequests(admin, gateway.id, { path: "/api/v1/approvals" })).rows).toHaveLength(0);
  expect((await listRequests(admin, gateway.id, { status: "refused" })).rows).toHaveLength(4);
});

test("a batch that writes a tenant's key with escapes is filed under none", async () => {
  const escaped = keyOf(globex).replace(/^./, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  await post(`{"rows":[{"tenant":"${keyOf(acme)}"},{"tenant":"${escaped}"}]}`);
  expect((await newest()).tenant).toBeNull();
});
