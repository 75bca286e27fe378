import { beforeAll, describe, expect, test } from "vitest";
import { BODY_BYTES_MAX } from "@/lib/api/body";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestTenant, unique } from "@/lib/testing/factories";
import { dayAgo, inZone } from "@/lib/testing/one-day";
import { GET, POST, PUT } from "./route";

let tenant: TestTenant;
let late: TestTenant;
let key: string;
let token: string;

beforeAll(async () => {
  tenant = await aTenant();
  late = await aTenant({ rationaleGraceDays: 0 });
  const gateway = await aGateway([tenant, late]);
  ({ key } = await createKey(systemScope("tests"), gateway.id, [tenant.key, late.key]));
  ({ token } = await createOwnToken(await aPerson([tenant], "viewer")));
  await post(row({ tenant: late.key }));
});

const row = (over: object = {}) => ({
  tenant: tenant.key,
  tool: "t",
  outcome: "ok",
  rationale: "The tests need this row.",
  occurred_at: new Date().toISOString(),
  ...over,
});

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const all = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
  return POST(new Request("http://localhost/api/v1/audit", { method: "POST", headers: all, body: text }));
}

function get(query: string, headers: Record<string, string> = {}): Promise<Response> {
  const all = { authorization: `Bearer ${token}`, ...headers };
  return GET(new Request(`http://localhost/api/v1/audit?${query}`, { headers: all }));
}

describe("one row", () => {
  test("is created, then recognised, then defended", async () => {
    const body = row({ id: "one" });
    const first = await post(body);
    expect(first.status).toBe(201);
    const { id } = (await first.json()) as { id: string };
    const again = await post({ ...body, occurred_at: new Date(0).toISOString() });
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.json()).toEqual({ id });
    const other = await post({ ...body, outcome: "denied" });
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
  });

  test.each([
    ["-05:00", inZone(new Date(), -5, "-05:00")],
    ["+02:00, to the nanosecond", inZone(new Date(), 2, "456789+02:00")],
  ])("takes a time with any zone and precision: %s", async (_, occurred_at) => {
    expect((await post(row({ occurred_at }))).status).toBe(201);
  });

  test("is recognised by its Idempotency-Key as well", async () => {
    const headers = { "idempotency-key": "k-1" };
    expect((await post(row({ occurred_at: `${dayAgo(27)}T00:00:00Z` }), headers)).status).toBe(201);
    expect((await post(row(), headers)).status).toBe(200);
  });

  test.each([
    [{ outcome: "fine" }, 422, "/outcome"],
    [{ occurred_at: undefined }, 422, "/occurred_at"],
    [{ surprise: 1 }, 422, "/surprise"],
    [{ outcome: "wrong_tool_boundary" }, 422, "/referral/boundary_axes"],
    [{ arguments: [] }, 422, "/arguments"],
    [{ arguments: { a: "x".repeat(300_000) } }, 422, "/arguments"],
    [{ tenant: "somebody-else" }, 403, "/tenant"],
    [{ gateway: "other" }, 422, "/gateway"],
    [{ occurred_at: "2999-01-01T00:00:00Z" }, 422, "/occurred_at"],
    [{ occurred_at: "0000-01-01T00:00:00Z" }, 422, "/occurred_at"],
  ])("is refused with a pointer: %j", async (over, status, pointer) => {
    const answer = await post(row(over));
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
    });
  });

  test.each([
    ["", 400],
    ["[]", 422],
    ["null", 422],
    ['{"rows":{}}', 422],
    ['{"rows":[]}', 422],
    ['{"rows":[],"more":1}', 422],
    ['{"tenant":"a","tenant":"b"}', 400],
    [`{"tenant":"${"x".repeat(BODY_BYTES_MAX)}"}`, 413],
  ])("is never a crash: %.40s", async (text, status) => {
    expect((await post(text)).status).toBe(status);
  });

  test("without a rationale is taken in grace with a warning and refused after it", async () => {
    const taken = await post(row({ rationale: undefined }));
    expect(taken.status).toBe(201);
    expect(taken.headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(await taken.json()).toMatchObject({ warnings: [{ code: "RATIONALE_MISSING" }] });
    const refused = await post(row({ tenant: late.key, rationale: "short" }));
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: "VALIDATION_ERROR",
      errors: [{ pointer: "/rationale" }],
    });
  });

  test("comes from a gateway", async () => {
    expect((await post(row(), { authorization: `Bearer ${token}` })).status).toBe(403);
    expect((await PUT(new Request("http://localhost/api/v1/audit", { method: "PUT" }))).status).toBe(405);
  });
});

describe("a batch", () => {
  test("over its limit of bytes is refused as a whole, by its announced size or by what arrives, and told the limit", async () => {
    const session_id = unique("large");
    const rows = Array.from({ length: 900 }, (_, at) =>
      row({ id: `${session_id}-${at}`, session_id, arguments: { text: "x".repeat(6_000) } }),
    );
    const body = JSON.stringify({ rows });
    const sizes: Record<string, string>[] = [{}, { "content-length": String(body.length) }];
    for (const headers of sizes) {
      const answer = await post(body, headers);
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({
        code: "PAYLOAD_TOO_LARGE",
        detail: "The body is larger than 5242880 bytes (5 MiB). Nothing was stored; send less at a time.",
      });
    }
    const stored = async () => {
      const { data } = (await (await get(`session_id=${session_id}&limit=200`)).json()) as {
        data: unknown[];
      };
      return data.length;
    };
    expect(await stored()).toBe(0);
    // Two requests insert all the rows.
    for (const half of [rows.slice(0, 450), rows.slice(450)])
      expect(await (await post({ rows: half })).json()).toMatchObject({ accepted: 450, rejected: [] });
    expect(await stored()).toBe(200);
  });

  test("of a thousand rows with many values keeps the order, and takes the good whatever the bad are", async () => {
    const values = JSON.stringify(Array.from({ length: 300 }, (_, at) => at));
    const texts = Array.from({ length: 1_000 }, (_, at) => {
      const own = at % 10 === 3 ? { outcome: "fine" } : at % 10 === 7 ? { tenant: "somebody-else" } : {};
      const text = JSON.stringify(row({ id: `many-${at}`, ...own }));
      return `${text.slice(0, -1)},"arguments":{"at":${at}.0,"values":${values}}}`;
    });
    const body = `{"rows":[${texts.join(",")}]}`;
    type Told = {
      accepted: number;
      duplicates: number;
      rejected: { index: number; errors: { pointer: string }[] }[];
    };
    const told = (await (await post(body)).json()) as Told;
    expect([told.accepted, told.duplicates]).toEqual([800, 0]);
    const bad = Array.from({ length: 1_000 }, (_, at) => at).filter((at) => at % 10 === 3 || at % 10 === 7);
    expect(told.rejected.map(({ index, errors }) => [index, errors[0]?.pointer])).toEqual(
      bad.map((at) => [at, `/rows/${at}/${at % 10 === 3 ? "outcome" : "tenant"}`]),
    );
    expect(((await (await post(body)).json()) as Told).duplicates).toBe(800);
    const newest = await (await get("limit=1")).text();
    expect(newest).toContain(`"arguments":{"at":999.0,"values":${values}}`);
  });

  test("says of a row that is larger than a request of one row may be that it is", async () => {
    const wide = row({ validation: [{ path: "/", message: "m", received: "x".repeat(BODY_BYTES_MAX) }] });
    const answer = await post({ rows: [row(), wide, row()] });
    expect(await answer.json()).toMatchObject({
      accepted: 2,
      rejected: [{ index: 1, errors: [{ pointer: "/rows/1", code: "too_large" }] }],
    });
  });

  test("in which everything is wrong says of each row what is, and stays small", async () => {
    const wrong = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`m${at}`, at]));
    const answer = await post({ rows: Array.from({ length: 1_000 }, () => wrong) });
    const { rejected } = (await answer.json()) as { rejected: { errors: unknown[] }[] };
    expect(rejected).toHaveLength(1_000);
    const errors = rejected.map(({ errors }) => errors.length);
    expect(errors[0]).toBeGreaterThan(90);
    expect(errors.at(-1)).toBe(1);
    expect(errors.reduce((sum, one) => sum + one, 0)).toBeLessThan(3_200);
  });

  test("answers row by row", async () => {
    await post(row({ id: "before" }));
    const deep = `${"[".repeat(70)}${"]".repeat(70)}`;
    const rows = [
      JSON.stringify(row({ rationale: undefined })),
      JSON.stringify(row({ outcome: "fine" })),
      JSON.stringify(row({ id: "before" })),
      JSON.stringify(row({ id: "before", outcome: "denied" })),
      JSON.stringify(row({ tenant: "somebody-else" })),
      JSON.stringify(row({ tenant: late.key, rationale: "short" })),
      `{"arguments":{"many":[${Array.from({ length: 25_000 }, () => 1).join(",")}]},${JSON.stringify(row()).slice(1)}`,
      "7",
    ];
    const answer = await post(`{"rows":[${rows.join(",")}]}`);
    expect(answer.status).toBe(207);
    expect(answer.headers.get("deprecation")).toMatch(/^@\d+$/);
    const body = (await answer.json()) as { rejected: { index: number; errors: { pointer: string }[] }[] };
    expect(body).toMatchObject({
      accepted: 1,
      duplicates: 1,
      warnings: [{ code: "RATIONALE_MISSING", rows: [0] }],
    });
    expect(body.rejected.map(({ index, errors }) => [index, errors[0]?.pointer])).toEqual([
      [1, "/rows/1/outcome"],
      [3, "/rows/3/id"],
      [4, "/rows/4/tenant"],
      [5, "/rows/5/rationale"],
      [6, "/rows/6"],
      [7, "/rows/7"],
    ]);
    expect((await post(`{"rows":[{"arguments":${deep}}]}`)).status).toBe(400);
  });

  test("without ids is recognised by its Idempotency-Key, row by row", async () => {
    const headers = { "idempotency-key": "batch-1" };
    const rows = [row(), row({ tool: "u" })];
    expect(await (await post({ rows }, headers)).json()).toMatchObject({ accepted: 2 });
    expect(await (await post({ rows }, headers)).json()).toMatchObject({ accepted: 0, duplicates: 2 });
  });

  test("has at most 1,000 rows", async () => {
    const answer = await post({ rows: Array.from({ length: 1_001 }, () => 1) });
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: "/rows" }] });
  });
});

describe("reading", () => {
  test("a list, NDJSON and CSV of one filter are the same rows", async () => {
    const text = '{ "n": 9007199254740993,\n "f": "=1+1" }';
    const rows = Array.from({ length: 3 }, (_, i) =>
      JSON.stringify(row({ tool: "export", rationale: `=cmd|'/c calc'!A${i} "quoted"` })).replace(
        /^\{/,
        `{"arguments":${text},`,
      ),
    );
    await post(`{"rows":[${rows.join(",")}]}`);
    const list = await (await get("tool=export")).text();
    const lines = (await (await get("tool=export&format=ndjson")).text()).trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(JSON.parse(`[${lines.join(",")}]`)).toEqual((JSON.parse(list) as { data: unknown }).data);
    expect(list).toContain(text);
    const csv = await get("tool=export", { accept: "text/csv" });
    expect(csv.headers.get("content-type")).toMatch(/^text\/csv/);
    expect(csv.headers.get("content-disposition")).toMatch(/filename="calls-all-tenants-[\d-]+\.csv"/);
    const cells = await csv.text();
    expect(cells).toContain(`"'=cmd|'/c calc'!A0 ""quoted"""`);
    expect(cells).toContain(`"${text.replaceAll('"', '""')}"`);
  });

  test("an export without rows is a header", async () => {
    expect(await (await get("tool=none&format=csv")).text()).toMatch(
      /^id,external_id,.*arguments_sha256,ran_on,rated_risk\r\n$/,
    );
    expect(await (await get("tool=none&format=ndjson")).text()).toBe("");
  });

  test.each(["outcome=fine", "limit=0", "cursor=zzz", "cursor=zzz&format=csv", "since=yesterday", "more=1"])(
    "is refused before it starts: %s",
    async (query) => {
      const answer = await get(query);
      expect(answer.status).toBe(422);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
    },
  );

  describe("by time", () => {
    const tools = async (query: string) => {
      const answer = await get(`agent=by-time&${query}`);
      expect(answer.status, query).toBe(200);
      return ((await answer.json()) as { data: { tool: string }[] }).data.map(({ tool }) => tool);
    };

    beforeAll(async () => {
      const at = {
        before: "2026-03-01T23:59:59.999Z",
        first: "2026-03-02T00:00:00Z",
        last: "2026-03-02T23:59:59.999Z",
        after: "2026-03-03T00:00:00Z",
        fresh: new Date(Date.now() - 60_000).toISOString(),
      };
      const rows = Object.entries(at).map(([tool, occurred_at]) =>
        row({ agent: "by-time", tool, occurred_at }),
      );
      expect((await post({ rows })).status).toBe(207);
    });

    test.each([
      ["since=2026-03-02&until=2026-03-02", ["last", "first"]],
      ["since=2026-03-02T00:00:00Z&until=2026-03-03T00:00:00Z", ["last", "first"]],
      ["until=2026-03-01", ["before"]],
      ["since=2026-03-03&until=2026-04-01", ["after"]],
      ["since=2h", ["fresh"]],
      ["since=1w", ["fresh"]],
      ["since=0m", []],
      ["since=2026-03-01&until=7d", ["after", "last", "first", "before"]],
      ["until=9999-12-31", ["fresh", "after", "last", "first", "before"]],
    ])("%s", async (query, expected) => {
      expect(await tools(query)).toEqual(expected);
    });

    test.each(["2026-02-30", "2026-02-30T10:00:00Z", "7", "7y", "last week", "2026-11-21T10:00:00"])(
      "%s is none, and it is said what is",
      async (sent) => {
        const answer = await get(`since=${encodeURIComponent(sent)}`);
        expect(answer.status).toBe(422);
        const { errors } = (await answer.json()) as { errors: { pointer: string; hint: string }[] };
        expect(errors).toEqual([expect.objectContaining({ pointer: "/since", received: `"${sent}"` })]);
        for (const form of ["2026-11-21", "2026-11-21T10:00:00Z", "7d"])
          expect(errors[0]?.hint).toContain(form);
      },
    );
  });
});
