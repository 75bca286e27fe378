import { beforeAll, describe, expect, test } from "vitest";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { inZone } from "@/lib/testing/one-day";
import { GET, POST } from "./route";

let tenant: TestTenant;
let key: string;
let token: string;

beforeAll(async () => {
  tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  ({ key } = await createKey(systemScope("tests"), gateway.id, [tenant.key]));
  ({ token } = await createOwnToken(await aPerson([tenant], "viewer")));
});

const body = (over: object = {}) => ({
  tenant: tenant.key,
  tool: "hubspot_crm",
  utterance: "No, the Bellweather in Lisbon.",
  session_id: "ses_1",
  call_id: "toolu_1",
  ...over,
});

function post(sent: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const all = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
  const init = { method: "POST", headers: all, body: JSON.stringify(sent) };
  return POST(new Request("http://localhost/api/v1/corrections", init));
}

const stored = () =>
  read(systemScope("tests"), (tx) =>
    tx.correction.findMany({ where: { tenantId: tenant.id }, orderBy: { id: "asc" } }),
  );

describe("a correction", () => {
  test("is stored, then recognised, then defended", async () => {
    const [before, at] = [(await stored()).length, new Date()];
    const first = await post(body({ id: "one", occurred_at: inZone(at, 1, "+01:00") }));
    expect(first.status).toBe(201);
    const { id } = (await first.json()) as { id: string };
    const again = await post(body({ id: "one" }));
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.json()).toEqual({ id });
    const other = await post(body({ id: "one", utterance: "Something else." }));
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    const rows = await stored();
    expect(rows).toHaveLength(before + 1);
    expect(rows.at(-1)).toMatchObject({
      id,
      externalId: "one",
      tool: "hubspot_crm",
      utterance: "No, the Bellweather in Lisbon.",
      occurredAt: at,
    });
  });

  test("is recognised by its Idempotency-Key as well; of many at once one is stored", async () => {
    const before = (await stored()).length;
    const headers = { "idempotency-key": "k-1" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(body(), headers)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await stored()).toHaveLength(before + 1);
  });

  test.each([
    [{ tool: undefined }, 422, "/tool"],
    [{ utterance: "" }, 422, "/utterance"],
    [{ utterance: "x".repeat(10_001) }, 422, "/utterance"],
    [{ surprise: 1 }, 422, "/surprise"],
    [{ occurred_at: "2999-01-01T00:00:00Z" }, 422, "/occurred_at"],
    [{ tenant: "somebody-else" }, 403, undefined],
  ])("is refused with a pointer: %j", async (over, status, pointer) => {
    const before = (await stored()).length;
    const answer = await post(body(over));
    expect(answer.status).toBe(status);
    if (pointer)
      expect(await answer.json()).toMatchObject({ errors: [expect.objectContaining({ pointer })] });
    expect(await stored()).toHaveLength(before);
  });

  test("comes from a gateway, and is not read here", async () => {
    expect((await post(body(), { authorization: `Bearer ${token}` })).status).toBe(403);
    expect((await GET(new Request("http://localhost/api/v1/corrections"))).status).toBe(405);
  });
});
