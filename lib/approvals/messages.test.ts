import { describe, expect, test } from "vitest";
import { agentMessage } from "./messages";

const FACTS: Parameters<typeof agentMessage>[0] = {
  decision: "approved",
  execution: "succeeded",
  mode: "callback",
  heldBecause: "risk",
  tool: "write_file",
  edited: true,
  argumentsText: '{"n":1}',
  reason: null,
  useBy: null,
  resultText: '"done"',
  errorMessage: null,
};

describe("a person is named only where one decided", () => {
  const ways = ["auto_approved", "confirmed", "policy", "policy_denied"];
  const executions = ["blocked", "executing", "succeeded", "failed", "unknown"] as const;
  test.each(ways.flatMap((heldBecause) => executions.map((execution) => [heldBecause, execution] as const)))(
    "%s, %s",
    (heldBecause, execution) => {
      const decision = execution === "blocked" ? "rejected" : "approved";
      if ((heldBecause === "policy_denied") !== (decision === "rejected")) return;
      const said = agentMessage({
        ...FACTS,
        edited: false,
        heldBecause,
        decision,
        execution,
        reason: "Why.",
      });
      expect(said).not.toMatch(/person approved|denied by user|approved call/);
    },
  );

  test("a call that a policy holds is approved by a person, and refused by one", () => {
    const held = { ...FACTS, edited: false, heldBecause: "policy_required" };
    expect(agentMessage({ ...held, execution: "executing" })).toMatch(/^A person approved this call\./);
    expect(agentMessage({ ...held, decision: "rejected", execution: "blocked" })).toMatch(
      /^Tool execution denied by user\./,
    );
  });

  test("a policy's no and a policy's yes are said as what they are", () => {
    const denied = { decision: "rejected", execution: "blocked", heldBecause: "policy_denied" } as const;
    expect(agentMessage({ ...FACTS, ...denied, reason: "Use the sandbox." })).toBe(
      "Tool execution denied by a policy: the call must not run, not even where it was approved earlier. Do not try another way. Reason: Use the sandbox.",
    );
    expect(agentMessage({ ...FACTS, edited: false, heldBecause: "policy" })).toBe(
      'The call to write_file ran without a person, because a policy allows it, and succeeded. Result: "done". Do not run it again.',
    );
  });
});

describe("an agent whose arguments a person changed is told so", () => {
  const changed = "with arguments that a person had changed";
  test.each([
    [
      {},
      `The approved call to write_file ran ${changed} and succeeded. Result: "done". Do not run it again.`,
    ],
    [
      { execution: "failed", errorMessage: "No room." },
      `The approved call to write_file ran ${changed} and failed: No room. Do not repeat it without asking again.`,
    ],
    [
      { decision: "revoked" },
      `The call to write_file ran ${changed} and succeeded although its approval was revoked`,
    ],
    [{ execution: "unknown" }, "A person approved this call with changed arguments. It was started, but"],
    [{ execution: "executing" }, "A person approved this call with changed arguments. It is running now."],
    [
      { execution: "awaiting" },
      "A person approved this call with changed arguments; the gateway is about to run it.",
    ],
  ] as const)("%j", (facts, sentence) => {
    expect(agentMessage({ ...FACTS, ...facts })).toContain(sentence);
    expect(agentMessage({ ...FACTS, ...facts, edited: false })).not.toContain("changed");
  });
});
