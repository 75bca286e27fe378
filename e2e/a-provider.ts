import type { Page } from "@playwright/test";
import { Api, expect, token } from "./fixtures";
import { aGateway } from "./made";

// Tools registered by a spec's own gateway.

export type Given = { name: string } & Record<string, unknown>;

export const mail = (name: string, over: Record<string, unknown> = {}): Given => ({
  name,
  description: "Sends a mail to everybody on a list.",
  inputSchema: {
    type: "object",
    properties: { list: { type: "string", description: "Id of the list" }, subject: {} },
    required: ["list", "subject"],
  },
  ...over,
});

/** A provider of this test, with its own gateway and tools. */
export async function aProvider(url: string, tools: readonly Given[], tenants = "acme") {
  const gateway = await aGateway(tenants);
  const api = new Api(url, gateway.key);
  const provider = `mail-${token()}`;
  const register = (given: readonly Given[]) => api.send("PUT", "/api/v1/tools", { provider, tools: given });
  const answer = await register(tools);
  expect(answer.status).toBe(200);
  const ids = Object.fromEntries(
    (answer.json.tools as { name: string; id: string }[]).map(({ name, id }) => [name, id]),
  );
  return { gateway, api, provider, register, id: (name: string) => ids[name] ?? "" };
}

export const live = (page: Page) => page.waitForLoadState("networkidle").catch(() => undefined);
