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
