import { afterAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { createGateway } from "@/lib/gateways/commands";
import { createKey } from "@/lib/gateways/keys";
import { aTenant, unique } from "@/lib/testing/factories";
import { cheatsheets } from "./cheatsheets";

afterAll(closeDatabase);

const system = systemScope("tests");

test("a text is published over the one that If-Match names, and over no other", async () => {
  const tenant = await aTenant();
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [tenant.key] });
  const { key } = await createKey(system, gateway.id, [tenant.key]);
  const provider = unique("crm");
  const url = `http://localhost/api/v1/cheatsheets/${provider}`;
  const send = async (method: "GET" | "PUT", markdown?: string, ifMatch?: string) => {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
    };
    const body = markdown === undefined ? undefined : JSON.stringify({ markdown });
    const response = await cheatsheets[method]?.(new Request(url, { method, headers, body }), {
      params: Promise.resolve({ provider }),
    });
    if (!response) throw new Error(`no answer to ${method}`);
    return response;
  };
  const text = async () => (await send("GET")).text();

  // Nothing exists yet that could match.
  expect((await send("PUT", "# None", "*")).status).toBe(412);
  const first = await send("PUT", "# One");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  const second = await send("PUT", "# Two", `"other", ${etag}`);
  expect(second.status).toBe(200);
  const refused = await send("PUT", "# Three", etag);
  expect([refused.status, (await refused.json()).code]).toEqual([412, "PRECONDITION_FAILED"]);
  expect(await text()).toBe("# Two");
  // A retry after a lost answer: the text is already stored.
  expect((await send("PUT", "# Two", etag)).status).toBe(200);
  expect((await send("PUT", "# Four", "*")).status).toBe(200);
  expect((await send("PUT", "# Five")).status).toBe(200);
  expect(await text()).toBe("# Five");
});
