import { beforeAll, expect, test } from "vitest";
import { approvals } from "@/lib/api/v1/approvals";
import { audit } from "@/lib/api/v1/audit";
import { authorize } from "@/lib/api/v1/authorize";
import { feedback } from "@/lib/api/v1/feedback";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { endGrace, extendGrace } from "@/lib/tenants/grace";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { GET } from "./route";

// Callers without a rationale: gateways report them, everyone reads them.

const system = systemScope("tests");

let strict: TestTenant;
let lenient: TestTenant;
let gateway: TestGateway;
let key: string;
let otherKey: string;
let token: string;

beforeAll(async () => {
  strict = await aTenant({ rationaleGraceDays: 0 });
  lenient = await aTenant();
  gateway = await aGateway([strict, lenient]);
  const other = await aGateway([strict]);
  ({ key } = await createKey(system, gateway.id, [strict.key, lenient.key]));
  ({ key: otherKey } = await createKey(system, other.id, [strict.key]));
  ({ token } = await createOwnToken(await aPerson([strict], "viewer")));
  // The first row of a tenant is always within its grace period.
  await post(audit.POST, row({ agent: "first" }));
});

type Handler = (request: Request) => Promise<Response>;

function post(handler: Handler, body: unknown, as = key): Promise<Response> {
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  return handler(
    new Request("http://localhost/api", { method: "POST", headers, body: JSON.stringify(body) }),
  );
}

const row = (over: object = {}) => ({
  tenant: strict.key,
  tool: "t",
  outcome: "ok",
  rationale: "The tests need this row.",
  occurred_at: new Date().toISOString(),
  ...over,
});
let calls = 0;
const call = (over: object = {}) => ({
  tenant: strict.key,
  tool: "t",
  risk: "low",
  arguments: { n: calls++ },
  rationale: "The tests need this call.",
  ...over,
});
const report = (over: object = {}) => ({
  tenant: strict.key,
  attempted_action: "a",
  expected_outcome: "b",
  actual_outcome: "c",
  severity: "low",
  rationale: "The tests need this report.",
  ...over,
});

type Page = { data: Record<string, unknown>[]; next_cursor: string | null };

async function list(query: Record<string, string>, as = key): Promise<Page> {
  const address = `http://localhost/api/v1/offenders?${new URLSearchParams(query)}`;
  const answer = await GET(new Request(address, { headers: { authorization: `Bearer ${as}` } }));
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

const one = async (agent: string) => (await list({ tenant: strict.key, agent })).data[0];

test.each([
  ["audit", () => audit.POST, row],
  ["authorize", () => authorize.POST, call],
  ["approvals", () => approvals.POST, call],
  ["feedback", () => feedback.POST, report],
])(
  "a call refused after the grace period is counted, and its caller resolved by the next good one: %s",
  async (agent, handler, make) => {
    for (const rationale of [undefined, "short"])
      expect((await post(handler(), make({ agent, rationale }))).status).toBe(422);
    expect(await one(agent)).toMatchObject({
      tenant: strict.key,
      gateway: gateway.name,
      agent,
      state: "unresolved",
      calls: 2,
      refused: 2,
      returned: 0,
      resolved_at: null,
    });
    expect((await post(handler(), make({ agent }))).status).toBeLessThan(300);
    expect(await one(agent)).toMatchObject({ state: "resolved", calls: 2, resolved_at: expect.any(String) });
    expect((await post(handler(), make({ agent, rationale: "" }))).status).toBe(422);
    expect(await one(agent)).toMatchObject({ state: "unresolved", calls: 3, refused: 3, returned: 1 });
  },
);

test.each([
  ["authorize", () => authorize.POST, call],
  ["approvals", () => approvals.POST, call],
  ["feedback", () => feedback.POST, report],
  ["audit", () => audit.POST, row],
])(
  "a call is counted as well where its rationale is null, no text or too long, and for no other fault: %s",
  async (path, handler, make) => {
    const agent = `odd ${path}`;
    for (const rationale of [null, 7, "x".repeat(501)])
      expect((await post(handler(), make({ agent, rationale }))).status).toBe(422);
    expect(await one(agent)).toMatchObject({ state: "unresolved", calls: 3, refused: 3 });
    expect((await post(handler(), make({ agent, stranger: 1 }))).status).toBe(422);
    expect((await post(handler(), make({ agent, rationale: null, tenant: "nowhere" }))).status).toBe(422);
    expect(await one(agent)).toMatchObject({ calls: 3 });
  },
);

test("a batch counts its rows whose rationale is no text, too", async () => {
  const agent = "odd batch";
  const rows = [row({ agent, rationale: null }), row({ agent, rationale: 7 }), row({ agent, tool: 7 })];
  expect((await post(audit.POST, { rows })).status).toBe(207);
  expect(await one(agent)).toMatchObject({ calls: 2, refused: 2 });
});

test("a batch counts its refused rows, also those a gateway refused, and a caller that mixes is not resolved", async () => {
  const agent = "mixing";
  const validation = [{ path: "/rationale", message: "it is missing" }];
  const answer = await post(audit.POST, {
    rows: [
      row({ agent, rationale: undefined }),
      row({ agent, rationale: undefined, outcome: "validation_error", validation }),
      row({ agent }),
    ],
  });
  expect(await answer.json()).toMatchObject({ accepted: 2, rejected: [{ index: 0 }] });
  expect(await one(agent)).toMatchObject({ state: "unresolved", calls: 2, refused: 2 });
  await post(audit.POST, { rows: [row({ agent }), row({ agent: "other" })] });
  expect(await one(agent)).toMatchObject({ state: "resolved", calls: 2 });
});

test("in the grace period calls are taken with a warning, counted and not refused; a wrong one for another reason is not counted", async () => {
  const agent = "learning";
  const answer = await post(authorize.POST, call({ tenant: lenient.key, agent, rationale: undefined }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("deprecation")).toMatch(/^@\d+$/);
  expect(await answer.json()).toMatchObject({ warnings: [{ code: "RATIONALE_MISSING" }] });
  const { data } = await list({ tenant: lenient.key, agent });
  expect(data).toMatchObject([{ state: "unresolved", calls: 1, refused: 0 }]);
  expect((await post(authorize.POST, call({ agent: "wrong", gateway: "another" }))).status).toBe(422);
  expect(await one("wrong")).toBeUndefined();
});

test("the list comes in pages by state; a gateway reads its own callers, a person those of their tenants", async () => {
  await post(audit.POST, row({ agent: "elsewhere", rationale: undefined }), otherKey);
  const seen: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page = await list({ tenant: strict.key, limit: "2", ...(cursor ? { cursor } : {}) }, token);
    seen.push(...page.data.map(({ agent }) => agent));
    cursor = page.next_cursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen[0]).toBe("elsewhere");
  expect(await one("elsewhere"), "of another gateway").toBeUndefined();
  const everything = await list({}, token);
  expect(everything.data.every(({ tenant }) => tenant === strict.key)).toBe(true);
  const resolved = await list({ state: "resolved" }, token);
  expect(resolved.data.map(({ state }) => state)).toEqual(["resolved"]);
});

test("a grace period that an administrator ends or extends counts from the next call on", async () => {
  const agent = "learning by period";
  const admin = await aPerson([lenient], "admin");
  const send = (rationale?: string) => post(authorize.POST, call({ tenant: lenient.key, agent, rationale }));
  const state = async () => (await list({ tenant: lenient.key, agent })).data[0];
  // The period runs from the tenant's first row.
  await post(audit.POST, row({ tenant: lenient.key, agent: "first" }));
  expect((await send()).status).toBe(200);
  await endGrace(admin, lenient.key);
  expect((await send()).status).toBe(422);
  expect(await state()).toMatchObject({ state: "unresolved", calls: 2, refused: 1 });
  await extendGrace(admin, { key: lenient.key, days: 1 });
  const taken = await send();
  expect([taken.status, taken.headers.has("sunset")]).toEqual([200, true]);
  expect(await state()).toMatchObject({ state: "unresolved", calls: 3, refused: 1 });
  expect((await send("The tests need this call.")).status).toBe(200);
  expect(await state()).toMatchObject({ state: "resolved", calls: 3, refused: 1, returned: 0 });
});
