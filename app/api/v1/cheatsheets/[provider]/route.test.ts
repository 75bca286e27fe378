import { beforeAll, describe, expect, test } from "vitest";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestGateway } from "@/lib/testing/factories";
import { GET, PUT } from "./route";

let gateway: TestGateway;
let key: string;
let token: string;

beforeAll(async () => {
  const tenant = await aTenant();
  gateway = await aGateway([tenant]);
  ({ key } = await createKey(systemScope("tests"), gateway.id, [tenant.key]));
  ({ token } = await createOwnToken(await aPerson([tenant], "admin")));
});

function call(method: "GET" | "PUT", path: string, headers: Record<string, string> = {}, markdown?: string) {
  const request = new Request(`http://localhost/api/v1/cheatsheets/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: markdown === undefined ? undefined : JSON.stringify({ markdown }),
  });
  return method === "GET" ? GET(request) : PUT(request);
}

describe("a cheatsheet", () => {
  test("is published, read and revalidated", async () => {
    const text = "# Mail & more\n\n`é` \u202e 😀\n";
    const published = await call("PUT", "mail%20%2F%20100%25", {}, text);
    expect(published.status).toBe(200);
    expect(await published.json()).toMatchObject({ provider: "mail / 100%", gateway: gateway.name });
    const read = await call("GET", "mail%20%2F%20100%25");
    expect(read.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(read.headers.get("cache-control")).toBe("private, max-age=3600");
    const etag = read.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(await read.text()).toBe(text);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const same = await call("GET", "mail%20%2F%20100%25", { "if-none-match": known });
      expect(same.status).toBe(304);
      expect(same.headers.get("etag")).toBe(etag);
      expect(await same.text()).toBe("");
    }
    expect((await call("GET", "mail%20%2F%20100%25", { "if-none-match": '"x"' })).status).toBe(200);
  });

  test("is published over the one that was read, and over no other", async () => {
    const first = await call("PUT", "guarded", { "if-match": '"none-yet"' }, "# One");
    expect(first.status).toBe(412);
    expect((await call("PUT", "guarded", { "if-match": "*" }, "# One")).status).toBe(412);
    expect((await call("GET", "guarded")).status).toBe(404);
    const etag = (await call("PUT", "guarded", {}, "# One")).headers.get("etag") ?? "";
    const second = await call("PUT", "guarded", { "if-match": `"x", ${etag}` }, "# Two");
    expect(second.status).toBe(200);
    const stale = await call("PUT", "guarded", { "if-match": etag }, "# Three");
    expect(stale.status).toBe(412);
    expect(await stale.json()).toMatchObject({ code: "PRECONDITION_FAILED", retryable: false });
    // A weak tag says nothing about the bytes (RFC 9110 §13.1.1).
    const weak = `W/${second.headers.get("etag")}`;
    expect((await call("PUT", "guarded", { "if-match": weak }, "# Three")).status).toBe(412);
    expect(await (await call("GET", "guarded")).text()).toBe("# Two");
    expect((await call("PUT", "guarded", { "if-match": "*" }, "# Three")).status).toBe(200);
    // Without the header, publishing overwrites the current text.
    expect((await call("PUT", "guarded", {}, "# Four")).status).toBe(200);
  });

  test("is refused when it is empty, too large or somebody else's", async () => {
    expect((await call("PUT", "mail", {}, "")).status).toBe(422);
    expect((await call("PUT", "mail", {}, "é".repeat(128 * 1024))).status).toBe(200);
    expect((await call("PUT", "mail", {}, `${"é".repeat(128 * 1024)}x`)).status).toBe(422);
    expect((await call("PUT", "mail?gateway=other", {}, "#")).status).toBe(403);
    const person = { authorization: `Bearer ${token}` };
    expect((await call("PUT", "mail", person, "#")).status).toBe(403);
    expect((await call("GET", `mail?gateway=${gateway.name}`, person)).status).toBe(200);
    expect((await call("GET", "mail?gateway=none", person)).status).toBe(404);
    expect((await call("GET", "nothing")).status).toBe(404);
    expect((await call("GET", "%E0%A4%A")).status).toBe(404);
  });
});
