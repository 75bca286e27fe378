import { join } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  journalUpstream,
  sideBySide,
  startFake,
  startGateway,
  temporaryDirectory,
  textOf,
  WHY,
} from "../testing/harness";

sideBySide();

test.concurrent.each(["callback", "reissue"] as const)(
  "in %s mode a question ends the wait, the agent replies, and the call goes on waiting",
  async (mode) => {
    const journal = join(temporaryDirectory(), "journal.txt");
    const fake = await startFake();
    const gateway = await startGateway(
      configFor(fake, journalUpstream(journal), { provider: "journal", mode, waitSeconds: 60 }),
    );
    const agent = await connectAgent(gateway);
    const call = (name: string, args: object) =>
      agent.client.callTool({ name, arguments: { ...args } }) as Promise<CallToolResult>;
    const first = call("note", { rationale: WHY });
    const approval = await fake.pending();
    approval.ask("Which segment?");
    const told = textOf(await first);
    expect(told).toContain("A person asks: Which segment?");
    expect(told).toContain(`To reply, call reply_to_question with approval_id ${approval.id}.`);
    const replied = await call("reply_to_question", { approval_id: approval.id, reply: "All customers." });
    expect(replied.isError).toBeFalsy();
    expect(approval.question).toEqual({ text: "Which segment?", reply: "All customers." });
    expect(approval.decision).toBe("pending");
    const waiting = call("check_approval", { approval_id: approval.id });
    approval.ask("Sure?");
    expect(textOf(await waiting)).toContain("A person asks: Sure?");
    // A question that was passed on does not interrupt again.
    const again = call("check_approval", { approval_id: approval.id });
    fake.decide(approval, "rejected", { reason: "Too many" });
    expect(textOf(await again)).toContain("Too many");
  },
);

test.concurrent("a reply to nothing says so, and a malformed one what is wrong", async () => {
  const fake = await startFake();
  const gateway = await startGateway(configFor(fake, journalUpstream(join(temporaryDirectory(), "j.txt"))));
  const agent = await connectAgent(gateway);
  const call = (args: object) =>
    agent.client.callTool({ name: "reply_to_question", arguments: { ...args } }) as Promise<CallToolResult>;
  const gone = await call({ approval_id: "01999999-0000-7000-8000-000000000000", reply: "All." });
  expect(gone.isError).toBe(true);
  expect(textOf(gone)).toContain("No such approval.");
  expect(textOf(await call({ reply: "All." }))).toContain("approval_id");
});
