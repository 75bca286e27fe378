import { beforeAll, describe, expect, test } from "vitest";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { RESOURCES } from "./contract";
import { jsonSchema } from "./json-schema";
import { countRequest } from "./limits";
import { nothingHere } from "./nothing-here";
import type { Method, Resource } from "./resource";

// Requirements for every route, tested on each.

const ORIGIN = "http://localhost";
const UUID = /^[0-9a-f-]{36}$/;
let own: TestTenant;
let foreign: TestTenant;
let key: string;
let token: string;

beforeAll(async () => {
  [own, foreign] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([own, foreign]);
  ({ key } = await createKey(systemScope("tests"), gateway.id, [own.key]));
  ({ token } = await createOwnToken(await aPerson([own], "admin")));
});

type Asked = { method: Method; query?: string; credential?: string; headers?: object; body?: unknown };

function ask({ path, ...handlers }: Resource, { method, query = "", credential, headers, body }: Asked) {
  const id = "01999999-0000-7000-8000-000000000000";
  const place = path.replace("{id}", id).replace("{provider}", "mail").replace("{name}", "ops");
  const request = new Request(`${ORIGIN}${place}${query}`, {
    method,
    headers: {
      ...(credential ? { authorization: `Bearer ${credential}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return handlers[method](request, { params: Promise.resolve({ id, provider: "mail" }) });
}

const named = (path: string) => RESOURCES.find((one) => one.path === path) as Resource;

const queryNames = (resource: Resource, method: Method) => {
  const query = resource.operations[method]?.query;
  return query
    ? Object.keys((jsonSchema(query) as { properties?: Record<string, unknown> }).properties ?? {})
    : [];
};

describe("every answer names its request", () => {
  const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
  const methodsOf = ({ operations }: Resource) => METHODS.filter((method) => operations[method]).join(", ");

  test.each(RESOURCES.map((resource) => [resource.path, resource] as const))(
    "%s, whatever the method",
    async (_, resource) => {
      for (const method of METHODS) {
        if (resource.operations[method]) continue;
        const answer = await ask(resource, { method });
        expect(answer.status, method).toBe(405);
        const { request_id } = (await answer.json()) as { request_id: string };
        expect(request_id).toMatch(UUID);
        expect(answer.headers.get("x-request-id"), method).toBe(request_id);
        expect(answer.headers.get("allow")).toBe(methodsOf(resource));
      }
    },
  );

  test("the one that asks which methods there are, too", async () => {
    for (const resource of RESOURCES) {
      const request = new Request(`${ORIGIN}${resource.path}`, { method: "OPTIONS" });
      const answer = await resource.OPTIONS(request);
      expect([answer.status, answer.headers.get("allow")]).toEqual([204, methodsOf(resource)]);
      expect(answer.headers.get("x-request-id")).toMatch(UUID);
    }
  });

  test("and where there is nothing", async () => {
    for (const method of [...METHODS, "OPTIONS"] as const) {
      const answer = await nothingHere[method](new Request(`${ORIGIN}/api/v1/none`, { method }));
      expect([answer.status, answer.headers.get("x-request-id")]).toEqual([404, expect.stringMatching(UUID)]);
    }
  });
});

// For administrators of all tenants, who have no foreign tenant.
const OF_ALL_TENANTS = ["/api/v1/agents"];

describe("a tenant that is not the caller's", () => {
  const reads = RESOURCES.filter(({ path }) => !OF_ALL_TENANTS.includes(path)).flatMap((resource) =>
    (Object.keys(resource.operations) as Method[])
      .filter((method) => queryNames(resource, method).includes("tenant"))
      .map((method) => [`${method} ${resource.path}`, resource, method] as const),
  );

  test("is named by several routes", () => {
    expect(reads.map(([name]) => name).toSorted()).toEqual([
      "GET /admin/feedback",
      "GET /api/v1/approvals",
      "GET /api/v1/approvals/expired",
      "GET /api/v1/audit",
      "GET /api/v1/feedback",
      "GET /api/v1/feedback/digest",
      "GET /api/v1/insights",
      "GET /api/v1/intents",
      "GET /api/v1/intents/weekly",
      "GET /api/v1/issues",
      "GET /api/v1/notifications",
      "GET /api/v1/offenders",
      "GET /api/v1/policy",
      "GET /api/v1/remembered",
      "GET /api/v1/reviews",
      "GET /api/v1/tools/findings",
      "GET /api/v1/tools/health",
      "GET /api/v1/tools/known",
      "GET /api/v1/tools/suggestions",
    ]);
  });

  test.each(reads)("%s: 403, whether it exists or not", async (_, resource, method) => {
    const { access } = resource.operations[method] ?? {};
    const credentials = access === "any" ? [key, token] : [access === "person" ? token : key];
    for (const credential of credentials) {
      const texts = await Promise.all(
        [foreign.key, "no-such-tenant"].map(async (tenant) => {
          const answer = await ask(resource, { method, query: `?tenant=${tenant}`, credential });
          expect(answer.status, tenant).toBe(403);
          const problem = (await answer.json()) as { code: string; detail: string };
          expect(problem.code).toBe("FORBIDDEN");
          return problem.detail.replace(tenant, "…");
        }),
      );
      expect(new Set(texts).size).toBe(1);
      const answer = await ask(resource, { method, query: `?tenant=${own.key}`, credential });
      expect(answer.status, "its own").toBe(200);
    }
  });
});

describe("an Idempotency-Key", () => {
  const keyed = RESOURCES.flatMap((resource) =>
    Object.entries(resource.operations)
      .filter(([, operation]) => operation.idempotent)
      .map(([method]) => [`${method} ${resource.path}`, resource, method as Method] as const),
  );

  test.each(keyed)(
    "%s: of more than 200 characters is refused, also beside an id",
    async (_, resource, method) => {
      for (const sent of ["k".repeat(201), "\u00e9", " ", ""]) {
        const headers = { "idempotency-key": sent };
        for (const body of [{}, { id: "one" }]) {
          const answer = await ask(resource, { method, credential: key, headers, body });
          expect(answer.status).toBe(422);
          const { errors } = (await answer.json()) as { errors: { pointer: string }[] };
          expect(errors.map(({ pointer }) => pointer)).toContain("/Idempotency-Key");
        }
      }
    },
  );
});

test("a refusal for too many requests tells the limit as every other answer does", async () => {
  const gateway = await aGateway([own]);
  const { key: spent, id } = await createKey(systemScope("tests"), gateway.id, [own.key]);
  const actor = { kind: "gateway", id: gateway.id, name: gateway.name, keyId: id } as const;
  const issues = named("/api/v1/issues");
  let answer: Response;
  // The limit's window is short; on a busy machine it may restart between filling it and the
  // request.
  do {
    for (let count = 0; count < 25_000; count += 1) if ((await countRequest(actor)).refusal) break;
    answer = await ask(issues, { method: "GET", credential: spent });
  } while (answer.status !== 429);
  expect(answer.headers.get("ratelimit-policy")).toMatch(/^"credential";q=\d+;w=\d+$/);
  expect(answer.headers.get("ratelimit")).toMatch(/^"credential";r=0;t=\d+$/);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("Deprecation says since when, Sunset until when", async () => {
  const tenant = await aTenant({ rationaleGraceDays: 14 });
  const gateway = await aGateway([tenant]);
  const { key: fresh } = await createKey(systemScope("tests"), gateway.id, [tenant.key]);
  const row = { tenant: tenant.key, tool: "send", outcome: "ok", occurred_at: new Date().toISOString() };
  const before = Math.floor(Date.now() / 1_000) - 1;
  const answers = [
    await ask(named("/api/v1/audit"), { method: "POST", credential: fresh, body: row }),
    await ask(named("/api/v1/audit"), { method: "POST", credential: fresh, body: { rows: [row] } }),
    await ask(named("/api/v1/authorize"), {
      method: "POST",
      credential: fresh,
      body: { tenant: tenant.key, tool: "send", arguments: {} },
    }),
    await ask(named("/api/v1/feedback"), {
      method: "POST",
      credential: fresh,
      body: {
        tenant: tenant.key,
        attempted_action: "a",
        expected_outcome: "b",
        actual_outcome: "c",
        severity: "low",
      },
    }),
  ];
  for (const { headers } of answers) {
    // RFC 9745: a structured date of the start of deprecation, set by the tenant's first row.
    const [, seconds] = /^@(\d+)$/.exec(headers.get("deprecation") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(before);
    expect(Number(seconds)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 1);
    const sunset = Date.parse(headers.get("sunset") ?? "") / 1_000;
    expect(sunset - Number(seconds)).toBe(14 * 24 * 3600);
  }
});
