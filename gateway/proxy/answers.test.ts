import { expect, test } from "vitest";
import { answerOfDenial } from "./answers";

const mismatch = {
  decision: "deny",
  code: "ARGUMENTS_MISMATCH",
  approvalId: "0198f3c2-0000-7000-8000-000000000000",
  agentMessage: "These are not the approved arguments.",
  argumentsText: '{"n":9007199254740993}',
  differences: [{ path: "/n", approved: 2, received: 1 }],
} as const;

test("approved arguments are structured content, or beside it where the tool declares its own", () => {
  const denial = { ...mismatch, differences: [...mismatch.differences] };
  const shown = { approved_arguments_text: mismatch.argumentsText, differences: mismatch.differences };
  const free = answerOfDenial(denial);
  expect(free.result).toMatchObject({ isError: true, structuredContent: shown });
  const bound = answerOfDenial(denial, true);
  expect(bound.result.structuredContent).toBeUndefined();
  expect(bound.result._meta).toMatchObject({ "countersign/approved": shown });
});

test("a call that has run is told as what came of it, not as an error", () => {
  const { result, outcome } = answerOfDenial({
    decision: "deny",
    code: "GRANT_USED",
    approvalId: "01999999-0000-7000-8000-000000000000",
    agentMessage: "The approved call ran and succeeded.",
    status: "succeeded",
    outcome: { status: "succeeded", result: { content: [{ type: "text", text: "sent" }] } },
  });
  expect(result).toMatchObject({ content: [{ text: "sent" }] });
  expect([result.isError ?? false, outcome]).toEqual([false, "ok"]);
});
