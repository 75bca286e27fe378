import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { faultOf } from "./log";

const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

async function late(): Promise<unknown> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "agent", version: "1" });
  const fault = new Promise((resolve) => {
    client.onerror = resolve;
  });
  void client.connect(ours).catch(() => undefined);
  await theirs.start();
  await theirs.send({ jsonrpc: "2.0", id: 77, result: { content: { password: "hunter2" } } });
  return fault;
}

test("what the log says of a message that cannot be read quotes nothing of it", async () => {
  expect(faultOf(await late())).toBe("Received a response for an unknown message ID");
  expect(faultOf(thrown(() => JSON.parse('hunter2 {"password"')))).toBe("Unexpected token");
  const odd = { jsonrpc: "2.0", id: {}, method: "hunter2" };
  expect(faultOf(thrown(() => JSONRPCMessageSchema.parse(odd)))).toBe("the message: Unrecognized key");
  expect(faultOf(new Error("The server's answer isn't JSON: 'hunter2's'"))).toBe(
    "The server's answer isn't JSON",
  );
  expect(faultOf(new Error('{"password":"hunter2"}'))).toBe("It is not MCP.");
});
