import { beforeAll, describe, expect, test } from "vitest";
import { GET as getAdmin } from "@/app/admin/feedback/route";
import { GET as getIssues } from "@/app/api/v1/issues/route";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { ingest } from "@/lib/core/db";
import { HOUR_MS } from "@/lib/core/durations";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { dayAgo, inZone } from "@/lib/testing/one-day";
import { GET as getOne } from "./[id]/route";
import { GET, POST } from "./route";

const system = systemScope("tests");
const AN_HOUR_AGO = new Date(Date.now() - HOUR_MS);
let tenant: TestTenant;
let key: string;
let token: string;
let stranger: string;

beforeAll(async () => {
  tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  ({ key } = await createKey(system, gateway.id, [tenant.key]));
  ({ token } = await createOwnToken(await aPerson([tenant], "viewer")));
  ({ token: stranger } = await createOwnToken(await aPerson([await aTenant()], "viewer")));
});

const report = (over: object = {}) => ({
  tenant: tenant.key,
  attempted_action: "Create a deal",
  expected_outcome: "It exists",
  actual_outcome: "It failed",
  tool_called: "crm",
  error_seen: "property 'x' does not exist",
  severity: "medium",
  rationale: "Import the deals that were signed on paper.",
  ...over,
});

function post(body: object, credential = key): Promise<Response> {
  const headers = { authorization: `Bearer ${credential}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return POST(new Request("http://localhost/api/v1/feedback", init));
}

const reading = (path: string, credential: string) =>
  new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${credential}` } });

type Told = { id: string; issue: { id: string; ref: string; url: string }; known: boolean; answer?: object };

describe("POST /api/v1/feedback", () => {
  test("names the issue, and its answer once there is one", async () => {
    const first = await post(report({ id: "f1" }));
    expect(first.status).toBe(201);
    const told = (await first.json()) as Told;
    expect(told).toMatchObject({ known: false, issue: { ref: `FB-1@${tenant.key}`, state: "new" } });
    expect(told.issue.url).toContain(`/feedback/${told.issue.id}`);
    expect(told).not.toHaveProperty("answer");
    await ingest(system, (tx) =>
      tx.feedbackIssue.updateMany({
        where: { id: told.issue.id },
        data: { state: "accepted", workaround: "Use y" },
      }),
    );
    const second = (await (await post(report({ error_seen: "Property 'y' does not exist" }))).json()) as Told;
    expect(second).toMatchObject({
      known: true,
      answer: { state: "accepted", message: null, workaround: "Use y", fixed_in: null },
    });
    const retry = await post(report({ id: "f1", occurred_at: AN_HOUR_AGO.toISOString() }));
    expect([retry.status, retry.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await retry.json()).toMatchObject({ id: told.id, known: false });
    expect((await post(report({ id: "f1", severity: "low" }))).status).toBe(409);
  });

  test.each([
    [{ severity: "huge" }, 422],
    [{ attempted_action: "" }, 422],
    [{ error_seen: "x".repeat(10_001) }, 422],
    [{ occurred_at: "0000-01-01T00:00:00Z" }, 422],
    [{ surprise: 1 }, 422],
    [{ tenant: "somebody-else" }, 403],
  ])("refuses %j", async (over, status) => {
    expect((await post(report(over))).status).toBe(status);
  });

  test.each([
    ["-05:00", inZone(AN_HOUR_AGO, -5, "-05:00")],
    ["+02:00, to the nanosecond", inZone(AN_HOUR_AGO, 2, "456789+02:00")],
  ])("takes a time with any zone and precision: %s", async (_, occurred_at) => {
    expect((await post(report({ occurred_at }))).status).toBe(201);
  });

  test("takes a report without a rationale in grace, with a warning", async () => {
    const answer = await post(report({ rationale: undefined }));
    expect(answer.status).toBe(201);
    expect(answer.headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(await answer.json()).toMatchObject({ warnings: [{ code: "RATIONALE_MISSING" }] });
  });
});

describe("reading feedback", () => {
  test("the list, its old path and one report agree", async () => {
    const { id } = (await (await post(report({ severity: "high" }))).json()) as Told;
    const query = `?severity=high&tool=crm&since=${dayAgo(30)}T00:00:00Z`;
    const list = await (await GET(reading(`/api/v1/feedback${query}`, key))).json();
    expect(list).toMatchObject({ data: [{ id, severity: "high", tenant: tenant.key }], next_cursor: null });
    expect(await (await getAdmin(reading(`/admin/feedback${query}`, token))).json()).toEqual(list);
    const context = { params: Promise.resolve({ id }) };
    const one = await (await getOne(reading(`/api/v1/feedback/${id}`, token), context)).json();
    expect(one).toEqual((list as { data: object[] }).data[0]);
    const issues = await (await getIssues(reading("/api/v1/issues?tool=crm", key))).json();
    expect(issues).toMatchObject({
      data: [{ ref: `FB-1@${tenant.key}`, tool: "crm", answer: { workaround: "Use y" } }],
    });
  });

  test.each([
    ["an age", () => "since=7d", true],
    ["up to an age", () => "until=7d", false],
    ["today", () => `since=${dayAgo(0)}`, true],
    ["from a day to a later one", () => `since=${dayAgo(30)}&until=${dayAgo(-1)}`, true],
    ["up to a day", () => `until=${dayAgo(30)}`, false],
  ])("by a day or an age, on both paths: %s", async (_, queryOf, found) => {
    const query = queryOf();
    await post(report({ tool_called: "by_time" }));
    for (const [get, path] of [
      [GET, "/api/v1/feedback"],
      [getAdmin, "/admin/feedback"],
    ] as const) {
      const answer = await get(reading(`${path}?tool=by_time&${query}`, token));
      expect(answer.status).toBe(200);
      expect(((await answer.json()) as { data: unknown[] }).data.length > 0).toBe(found);
    }
  });

  test("another tenant's people find nothing", async () => {
    const { id } = (await (await post(report())).json()) as Told;
    const context = { params: Promise.resolve({ id }) };
    expect((await getOne(reading(`/api/v1/feedback/${id}`, stranger), context)).status).toBe(404);
    for (const get of [GET, getIssues, getAdmin])
      expect(await (await get(reading("/x", stranger))).json()).toEqual({ data: [], next_cursor: null });
  });

  test("the old path is for people: signed in or with a token", async () => {
    expect((await getAdmin(reading("/admin/feedback", key))).status).toBe(403);
    expect((await getAdmin(new Request("http://localhost/admin/feedback"))).status).toBe(401);
  });

  test("a list, NDJSON and CSV of one filter are the same reports, formulas made harmless", async () => {
    const tool = "export_me";
    for (const actual_outcome of ["=cmd|'/c calc'!A0", "fine"])
      await post(report({ tool_called: tool, actual_outcome, error_seen: undefined }));
    const file = async (format: string) =>
      (await GET(reading(`/api/v1/feedback?tool=${tool}&format=${format}`, token))).text();
    const lines = (await file("ndjson")).trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { actual_outcome: string }).actual_outcome)).toEqual([
      "fine",
      "=cmd|'/c calc'!A0",
    ]);
    const csv = (await file("csv")).split("\r\n");
    expect(csv[0]).toMatch(/^id,external_id,tenant,gateway,issue,/);
    expect(csv).toHaveLength(4);
    expect(csv[2]).toContain(`"'=cmd|'/c calc'!A0"`);
    const asked = new Request(`http://localhost/api/v1/feedback?tool=${tool}`, {
      headers: { authorization: `Bearer ${stranger}`, accept: "text/csv" },
    });
    expect((await (await GET(asked)).text()).split("\r\n")).toHaveLength(2);
    expect((await GET(new Request("http://localhost/api/v1/feedback?format=csv"))).status).toBe(401);
    expect((await GET(reading("/api/v1/feedback?format=csv&cursor=zzz", token))).status).toBe(422);
  });

  test("words find reports, of any text; nobody else's", async () => {
    await post(report({ suggested_improvement: "Accept quokkas as well" }));
    const found = async (credential: string) =>
      ((await (await GET(reading("/api/v1/feedback?q=quokkas", credential))).json()) as { data: unknown[] })
        .data;
    expect(await found(token)).toHaveLength(1);
    expect(await found(key)).toHaveLength(1);
    expect(await found(stranger)).toEqual([]);
  });
});
