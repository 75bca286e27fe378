import { beforeAll, describe, expect, test } from "vitest";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestGateway } from "@/lib/testing/factories";
import { GET as getKnown } from "./known/route";
import { GET, PUT } from "./route";

let gateway: TestGateway;
let key: string;
let token: string;

beforeAll(async () => {
  const tenant = await aTenant();
  gateway = await aGateway([tenant]);
  ({ key } = await createKey(systemScope("tests"), gateway.id, [tenant.key]));
  ({ token } = await createOwnToken(await aPerson([tenant], "viewer")));
});

function put(body: unknown, credential = key): Promise<Response> {
  const headers = { authorization: `Bearer ${credential}`, "content-type": "application/json" };
  return PUT(
    new Request("http://localhost/api/v1/tools", { method: "PUT", headers, body: JSON.stringify(body) }),
  );
}

const known = (query: string, credential = key, headers: Record<string, string> = {}) =>
  getKnown(
    new Request(`http://localhost/api/v1/tools/known?${query}`, {
      headers: { authorization: `Bearer ${credential}`, ...headers },
    }),
  );

const send = {
  name: "send",
  title: "Send",
  description: "Sends a mail to one address.",
  inputSchema: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
  risk: "dangerous",
  execution: { taskSupport: "optional" },
};

describe("PUT /api/v1/tools", () => {
  test("answers what became of each tool, in the order sent", async () => {
    const answer = await put({ provider: "mail", tools: [send, { ...send, name: "draft", risk: "low" }] });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      tools: [
        {
          name: "send",
          provider: "mail",
          version: 1,
          risk: "high",
          requires_confirmation: true,
          changed: "created",
          changes: [],
          findings: [
            { code: "undescribed_parameter", severity: "warning", pointer: "/inputSchema/properties/to" },
            { code: "missing_hints", severity: "info", pointer: "/annotations" },
          ],
        },
        { name: "draft", risk: "low", requires_confirmation: false },
      ],
    });
    const again = await put({ provider: "mail", tools: [{ ...send, description: "Sends one mail." }] });
    expect(await again.json()).toMatchObject({
      tools: [{ version: 2, changed: "updated", changes: ["description"] }],
    });
  });

  test.each([
    [{ tools: [] }, "/provider"],
    [{ provider: "p", tools: [], more: 1 }, "/more"],
    [{ provider: "p", tools: [{ name: "a" }] }, "/tools/0/inputSchema"],
    [{ provider: "p", tools: [send, send] }, "/tools/1/name"],
    [{ provider: "p", tools: [{ ...send, risk: "huge" }] }, "/tools/0/risk"],
    [{ provider: "p", tools: [{ ...send, name: "x".repeat(201) }] }, "/tools/0/name"],
    [{ provider: "p", tools: Array.from({ length: 1_001 }, () => send) }, "/tools"],
  ])("refuses with a pointer", async (body, pointer) => {
    const answer = await put(body);
    expect(answer.status).toBe(422);
    const { errors } = (await answer.json()) as { errors: { pointer: string }[] };
    expect(errors.map((error) => error.pointer)).toContain(pointer);
  });

  test("refuses a schema of too many values, and stores nothing", async () => {
    const many = { type: "object", enum: Array.from({ length: 25_000 }, () => 1) };
    const answer = await put({ provider: "p", tools: [send, { ...send, name: "b", inputSchema: many }] });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "MALFORMED_JSON" });
    expect(await (await known("provider=p&format=json")).json()).toMatchObject({ tools: [] });
  });

  test("is for gateways, and there is no list here", async () => {
    expect((await put({ provider: "p", tools: [] }, token)).status).toBe(403);
    expect((await GET(new Request("http://localhost/api/v1/tools"))).status).toBe(405);
  });
});

describe("GET /api/v1/tools/known", () => {
  test("is a block for a prompt, or the same as JSON", async () => {
    await put({ provider: "files", tools: [{ ...send, name: "move" }] });
    const text = await known("provider=files");
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await text.text()).toContain("### move (high risk, waits for a person)");
    const json = await known("provider=files&format=json");
    expect(await json.json()).toMatchObject({ tools: [{ provider: "files", name: "move" }], omitted: 0 });
  });

  test("is not sent again to whoever has it, and has another tag once it says something else", async () => {
    const first = await known("provider=files");
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, max-age=60");
    const again = await known("provider=files", undefined, { "if-none-match": etag });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    await put({ provider: "files", tools: [{ ...send, name: "copy" }] });
    expect((await known("provider=files", undefined, { "if-none-match": etag })).status).toBe(200);
  });

  test("serves people, for the gateways they may see", async () => {
    expect(await (await known(`gateway=${gateway.name}`, token)).text()).toContain("### move");
    expect((await known("gateway=none", token)).status).toBe(404);
    expect((await known("budget=10")).status).toBe(422);
  });
});
