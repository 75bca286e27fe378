import { currentExecution, statusOf } from "./rules";
import type { DecisionWord, ExecutionWord, WholeApproval } from "./types";

/** The message for the agent, from the row's own state. */
export function messageOf(approval: WholeApproval): string {
  const execution = currentExecution(approval);
  return agentMessage({
    ...approval,
    edited: approval.argumentsSha256 !== approval.requestedSha256,
    resultText: execution?.resultText ?? null,
    errorMessage: execution?.errorMessage ?? null,
  });
}

/** The same for people, who have the arguments before them with their secrets masked. */
export function messageForPeople(approval: WholeApproval): string {
  return messageOf({ ...approval, argumentsText: "[the approved arguments]" });
}

// What the model reads. One fixed sentence per state and per way it came about, so that prompts and tests can rely on the words.

/** How much of a result the model is shown; the whole is in `outcome`. */
const RESULT_HEAD_CHARS = 500;

/** Longer arguments do not stand in a sentence; half of them would be of no use. */
const ARGUMENTS_CHARS_MAX = 16_000;

type MessageFacts = {
  decision: DecisionWord;
  execution: ExecutionWord;
  mode: string;
  /** Why a person was asked, or why none was. */
  heldBecause: string;
  tool: string;
  edited: boolean;
  argumentsText: string;
  reason: string | null;
  useBy: Date | null;
  resultText: string | null;
  errorMessage: string | null;
};

const DENIED = "Tool execution denied by user.";
const REFUSED =
  "Tool execution denied by a policy: the call must not run, not even where it was approved earlier. Do not try another way.";

/** The message for the agent in the approval's current state. */
export function agentMessage(facts: MessageFacts): string {
  const because = facts.reason ? ` Reason: ${facts.reason}` : "";
  const { allowed } = waysOf(facts);
  switch (statusOf(facts)) {
    case "pending":
      return "This call waits for a person to decide and has not run. Do not try another way meanwhile.";
    case "rejected":
      return facts.heldBecause === "policy_denied" ? `${REFUSED}${because}` : `${DENIED}${because}`;
    case "changes_requested":
      return `${DENIED} Changes were requested before this can be approved.${because}`;
    case "revoked":
      return `${DENIED} The approval was revoked: the call must not run any more.${because}`;
    case "expired":
      return "No one answered in time: the call has not run. This is not an approval and not a system error; do not try another way.";
    case "cancelled":
      return `The request was cancelled before anyone decided, and the call has not run.${because}`;
    case "awaiting":
      return awaitingMessage(facts);
    case "executing":
      return `${allowed} It is running now. Do not repeat it; its result will follow.`;
    case "succeeded":
      return `${ranAs(facts, "succeeded")}.${head(facts.resultText)} Do not run it again.`;
    case "failed":
      return `${ranAs(facts, "failed")}: ${(facts.errorMessage ?? "no error text was reported").replace(/\.$/, "")}. Do not repeat it without asking again.`;
    case "unknown":
      return `${allowed} It was started, but ${unknownBecause(facts)}: it may or may not have taken effect. Do not repeat it; check the state first or ask a person.`;
    case "lapsed":
      return "A person approved this call, but it was not run in time and can no longer run. Ask again if it is still needed.";
    default:
      return "This call has not run.";
  }
}

function unknownBecause({ errorMessage }: MessageFacts): string {
  if (errorMessage === null) return "its outcome was never reported";
  return `cut off before it had answered (${errorMessage.replace(/\.$/, "")})`;
}

/** Who or what let the call through: a person only where a person did. */
function waysOf({ heldBecause, edited }: MessageFacts): { allowed: string; called: string; aside: string } {
  if (heldBecause === "auto_approved")
    return {
      allowed: "This tenant lets calls of this risk run without a person.",
      called: "The call",
      aside: " without a person, as this tenant’s setting allows",
    };
  if (heldBecause === "confirmed")
    return {
      allowed: "The caller confirmed this call and the tenant accepts that; no person was asked.",
      called: "The call",
      aside: " on the caller’s own confirmation, which this tenant accepts",
    };
  if (heldBecause === "policy")
    return {
      allowed: "A policy lets this call run without a person.",
      called: "The call",
      aside: " without a person, because a policy allows it,",
    };
  return {
    allowed: `${approvedBy(edited)}.`,
    called: "The approved call",
    aside: edited ? CHANGED : "",
  };
}

const CHANGED = " with arguments that a person had changed";

function approvedBy(edited: boolean): string {
  return `A person approved this call${edited ? " with changed arguments" : ""}`;
}

function ranAs(facts: MessageFacts, how: "succeeded" | "failed"): string {
  const { decision, tool } = facts;
  const { called, aside } = waysOf(facts);
  if (decision === "revoked")
    return `The call to ${tool} ran${aside} and ${how} although its approval was revoked: it had begun before the gateway learned of that`;
  return `${called} to ${tool} ran${aside} and ${how}`;
}

function awaitingMessage({ mode, useBy, edited, argumentsText }: MessageFacts): string {
  if (mode === "callback")
    return `${approvedBy(edited)}; the gateway is about to run it. Do not repeat it; its result will follow.`;
  const repeat = useBy ? `Before ${useBy.toISOString()}, repeat it` : "Repeat it";
  const which =
    argumentsText.length > ARGUMENTS_CHARS_MAX
      ? "exactly the approved arguments. They are too long for this sentence: take them from arguments_text."
      : `exactly these arguments: ${argumentsText}`;
  return `${approvedBy(edited)}. ${repeat} once, with ${which}`;
}

function head(resultText: string | null): string {
  if (resultText === null) return "";
  const cut =
    resultText.length > RESULT_HEAD_CHARS ? `${resultText.slice(0, RESULT_HEAD_CHARS)}…` : resultText;
  return ` Result: ${cut.toWellFormed()}.`;
}

/** Why a call was let through at once, for the model and for logs. */
export const ALLOW_MESSAGES = {
  not_required: "This call needs no approval. Run it now.",
  grant: "A person approved this call. Run it now, once.",
  auto_approved:
    "This tenant lets calls of this risk run without a person. Run it now, once; it was recorded.",
  confirmed:
    "The caller confirmed this call and the tenant accepts that; no person was asked. Run it now, once; it was recorded.",
  policy: "A policy lets this call run without a person. Run it now, once; it was recorded.",
} as const;

export type AllowReason = keyof typeof ALLOW_MESSAGES;
