import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  journalUpstream,
  startFake,
  startGateway,
  temporaryDirectory,
} from "../testing/harness";
import type { GatewayConfig } from "./config";

const BLOCK = "<known_tools>\n## files\n### note (low risk, healthy)\n> Appends.\n</known_tools>";

async function gatewayWith(as: GatewayConfig["knownTools"]["as"]) {
  const fake = await startFake();
  fake.knownTools = BLOCK;
  const upstream = journalUpstream(`${temporaryDirectory()}/journal`);
  const gateway = await startGateway(configFor(fake, upstream, { knownTools: { as, budget: 900 } }));
  return { fake, gateway };
}

const URI = "mcp://files/known-tools";

test("instructions end with what is known of the tools, within the budget, for the gateway's tenant", async () => {
  const { fake, gateway } = await gatewayWith("instructions");
  const { client } = await connectAgent(gateway);
  expect(client.getInstructions()).toMatch(/wait for a person.*\n\n<known_tools>.*<\/known_tools>$/s);
  const asked = fake.calls.find(({ path }) => path === "/api/v1/tools/known");
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    tenant: "acme",
    provider: "files",
    budget: "900",
  });
  await connectAgent(gateway);
  expect(fake.countCalls("GET", /known/)).toBe(1);
});

test("the first session of a new server waits until its tools are published", async () => {
  const fake = await startFake();
  fake.knownTools = (registered) => (registered.length > 0 ? BLOCK : "<known_tools>\n</known_tools>");
  // The first publication meets an outage.
  fake.interruptions.push({ path: "/api/v1/tools", text: "inputSchema", answer: { status: 503 } });
  const upstream = journalUpstream(`${temporaryDirectory()}/journal`);
  const knownTools = { as: "instructions", budget: 900 } as const;
  const gateway = await startGateway(configFor(fake, upstream, { knownTools }));
  expect((await connectAgent(gateway)).client.getInstructions()).toContain("### note (low risk, healthy)");
});

test("as a resource it is read anew each time, and only sent again when it changed", async () => {
  const { fake, gateway } = await gatewayWith("resource");
  const { client } = await connectAgent(gateway);
  expect(client.getInstructions()).not.toContain("known_tools");
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([URI]);
  const read = async () => (await client.readResource({ uri: URI })).contents[0];
  expect(await read()).toEqual({ uri: URI, mimeType: "text/plain", text: BLOCK });
  await read();
  expect(fake.calls.filter(({ headers }) => headers["if-none-match"])).toHaveLength(1);
  fake.knownTools = BLOCK.replace("healthy", "degraded");
  expect(await read()).toMatchObject({ text: expect.stringContaining("degraded") });
});

test("off, agents are told nothing of it", async () => {
  const { fake, gateway } = await gatewayWith("off");
  const { client } = await connectAgent(gateway);
  expect((await client.listResources()).resources).toEqual([]);
  await expect(client.readResource({ uri: URI })).rejects.toThrow("There is no resource");
  expect(fake.countCalls("GET", /known/)).toBe(0);
});

test("a session begins without the block while Countersign is away, and with none that is empty", async () => {
  const { fake, gateway } = await gatewayWith("instructions");
  await fake.stop();
  expect((await connectAgent(gateway)).client.getInstructions()).not.toContain("known_tools");
  const empty = await gatewayWith("instructions");
  empty.fake.knownTools = "<known_tools>\n</known_tools>";
  expect((await connectAgent(empty.gateway)).client.getInstructions()).not.toContain("known_tools");
});
