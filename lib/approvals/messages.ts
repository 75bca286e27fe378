import type { PolicyOfCall } from "@/lib/policies/types";
import { demandsOf } from "./deciders/rules";
import { hasSeveralSeats } from "./deciders/tally";
import { knownOutcomeOf } from "./execution/rules";
import { askedMessage } from "./notes/rules";
import { currentExecution, statusOf } from "./rules";
import type { DecisionWord, ExecutionWord, KnownOutcome, WholeApproval } from "./types";

/** The message for the agent, from the row's own state. */
export function messageOf(approval: WholeApproval): string {
  const execution = currentExecution(approval);
  return agentMessage({
    ...approval,
    edited: approval.argumentsSha256 !== approval.requestedSha256,
    knownOutcome: knownOutcomeOf(approval),
    resultText: execution?.resultText ?? null,
    errorMessage: execution?.errorMessage ?? null,
  });
}

/** The same message for people, who see the arguments with masked secrets. */
export function messageForPeople(approval: WholeApproval): string {
  return messageOf({ ...approval, argumentsText: "[the approved arguments]" });
}

// What the model reads. One fixed sentence per state and cause, so that prompts and tests can rely
// on the words.

/** Characters of a result that the model sees; `outcome` has the whole. */
const RESULT_HEAD_CHARS = 500;

/** Longer arguments are left out of the sentence; a part of them would be of no use. */
const ARGUMENTS_CHARS_MAX = 16_000;

type MessageFacts = {
  decision: DecisionWord;
  execution: ExecutionWord;
  mode: string;
  heldBecause: string;
  /** The policy that decided or holds it, as stored with the call. */
  policy?: unknown;
  approvalsRequired: number;
  /** The demands on those who decide, as stored with the call. */
  seats?: unknown;
  brokeGlass: boolean;
  revokedByPolicy: boolean;
  tool: string;
  edited: boolean;
  argumentsText: string;
  reason: string | null;
  /** When a held call is released; until then its approvers can withdraw. */
  releaseAt: Date | null;
  useBy: Date | null;
  resultText: string | null;
  errorMessage: string | null;
  /** What a person found out about an unknown outcome. */
  knownOutcome: KnownOutcome | null;
  /** The newest question to the agent without a reply. */
  openQuestion?: string | null;
};

const DENIED = "Tool execution denied by user.";
const REFUSED =
  "Tool execution denied by a policy: the call must not run, not even where it was approved earlier. Do not try another way.";
const REVOKED_BY_POLICY =
  "Tool execution denied by a policy, which revoked the approval before the call ran: the call must not run any more. Do not try another way.";

/** The message for the agent in the approval's current state. */
export function agentMessage(facts: MessageFacts): string {
  const because = facts.reason ? ` Reason: ${facts.reason}` : "";
  const { allowed } = waysOf(facts);
  switch (statusOf(facts)) {
    case "pending":
      if (facts.releaseAt) return `${heldMessage(facts, facts.releaseAt)}${askedMessage(facts.openQuestion)}`;
      return `This call ${awaiting(facts)}${beyondBudget(facts)}${afterUnknown(facts)} and has not run. Do not try another way meanwhile.${askedMessage(facts.openQuestion)}`;
    case "rejected":
      return facts.heldBecause === "policy_denied" ? `${refused(facts)}${because}` : `${DENIED}${because}`;
    case "changes_requested":
      return `${DENIED} Changes were requested before this can be approved: change the call as the reason says, then make it again.${because}`;
    case "revoked":
      return facts.revokedByPolicy
        ? `${REVOKED_BY_POLICY}${because}`
        : `${DENIED} The approval was revoked: the call must not run any more.${because}`;
    case "expired":
      return `${missed(facts)} answered in time: the call has not run. This is not an approval and not a system error; do not try another way.`;
    case "cancelled":
      return `The request was cancelled before ${undecided(facts)} decided, and the call has not run.${because}`;
    case "awaiting":
      return awaitingMessage(facts);
    case "executing":
      return `${allowed} It is running now. Do not repeat it; its result will follow.`;
    case "succeeded":
      return `${ranAs(facts, "succeeded")}.${head(facts.resultText)} Do not run it again.`;
    case "failed":
      return `${ranAs(facts, "failed")}: ${(facts.errorMessage ?? "no error text was reported").replace(/\.$/, "")}. Do not repeat it without asking again.`;
    case "unknown":
      if (facts.knownOutcome) return `${allowed} ${knownNow(facts.knownOutcome)}`;
      return `${allowed} It was started, but ${unknownBecause(facts)}: it may or may not have taken effect. Do not repeat it; check the state first or ask a person.`;
    case "lapsed":
      return `${approvedBy({ ...facts, edited: false })}, but it was not run in time and can no longer run. Ask again if it is still needed.`;
    default:
      return "This call has not run.";
  }
}

/** A person found out what the gateway could not report. */
function knownNow({ ran, note }: KnownOutcome): string {
  const then = ran ? "Do not run it again." : "Ask again if it is still needed.";
  return `It was started, its outcome was not reported, and a person found out that it ${ran ? "ran" : "did not run"}: ${note.replace(/\.$/, "")}. ${then}`;
}

function unknownBecause({ errorMessage }: MessageFacts): string {
  if (errorMessage === null) return "its outcome was never reported";
  return `cut off before it had answered (${errorMessage.replace(/\.$/, "")})`;
}

/** What let the call through: names a person only if one did. */
function waysOf(facts: MessageFacts): { allowed: string; called: string; aside: string } {
  const { heldBecause, edited, brokeGlass } = facts;
  if (heldBecause === "auto_approved")
    return {
      allowed: "This tenant lets calls of this risk run without a person.",
      called: "The call",
      aside: " without a person, as this tenant’s setting allows,",
    };
  if (heldBecause === "confirmed")
    return {
      allowed: "The caller confirmed this call and the tenant accepts that; no person was asked.",
      called: "The call",
      aside: " on the caller’s own confirmation, which this tenant accepts,",
    };
  if (heldBecause === "policy")
    return {
      allowed: "A policy lets this call run without a person.",
      called: "The call",
      aside: " without a person, because a policy allows it,",
    };
  if (heldBecause === "remembered")
    return {
      allowed: "A rule that a person made earlier lets this call run; no person looked at this one.",
      called: "The call",
      aside: " without a person, because a rule that a person made earlier allows it,",
    };
  if (brokeGlass)
    return {
      allowed: `${approvedBy(facts)}.`,
      called: "The call",
      aside: `${edited ? `${CHANGED},` : ""} on the approval of one person alone, by break-glass,`,
    };
  return {
    allowed: `${approvedBy(facts)}.`,
    called: "The approved call",
    aside: edited ? CHANGED : "",
  };
}

const CHANGED = " with arguments that a person had changed";

type Approved = Pick<MessageFacts, "approvalsRequired" | "edited" | "brokeGlass">;

/** The message of an `allow` that uses up an approval; names its approver. */
export function grantMessage(approved: Approved): string {
  return `${approvedBy(approved)}. Run it now, once.`;
}

function approvedBy({ approvalsRequired, edited, brokeGlass }: Approved): string {
  if (brokeGlass)
    return `One person approved this call alone, by break-glass${edited ? ", with changed arguments" : ""}`;
  const who = approvalsRequired > 1 ? `${approvalsRequired} people` : "A person";
  return `${who} approved this call${edited ? " with changed arguments" : ""}`;
}

function heldMessage(facts: MessageFacts, releaseAt: Date): string {
  return `${approvedBy(facts)}, but it is held until ${releaseAt.toISOString()}, in case that is taken back, and has not run. Do not repeat it or try another way meanwhile.`;
}

const budgetOf = ({ policy }: MessageFacts) => (policy as PolicyOfCall | null)?.budget;

/** Added if only the budget holds the call, with the budget at the time of the request. */
function beyondBudget(facts: MessageFacts): string {
  const isBeyond = facts.heldBecause === "policy_required" && budgetOf(facts) !== undefined;
  return isBeyond ? ", because it was beyond the budget of a policy," : "";
}

function afterUnknown({ heldBecause }: MessageFacts): string {
  return heldBecause === "outcome_unknown"
    ? ", because it is not known whether the same call, made before, took effect,"
    : "";
}

/** A refusal by a budget ends when the budget has room, and does not block approved calls. */
function refused(facts: MessageFacts): string {
  const budget = budgetOf(facts);
  if (!budget) return REFUSED;
  const again = budget.freesAt
    ? `Do not repeat it before ${budget.freesAt}: there is room for it from then on, if nothing else uses it up.`
    : "It will not fit into the budget later either.";
  return `Tool execution denied by a policy: its budget has no room for this call, which has not run. Do not try another way. ${again}`;
}

/** True for any number of approvals given so far. */
function awaiting({ approvalsRequired, seats }: MessageFacts): string {
  const demands = demandsOf({ seats });
  const groups = demands[0]?.seats.length ?? 0;
  if (demands.length > 1)
    return `waits until the approvers that each of its ${demands.length} policies asks for have approved it`;
  if (groups > 1)
    return `waits until ${approvalsRequired} people from ${groups} groups of approvers have approved it`;
  return approvalsRequired > 1
    ? `waits until ${approvalsRequired} people have approved it`
    : "waits for a person to decide";
}

/** With several required, one person may have answered, so "no one" would be wrong. */
const missed = (facts: MessageFacts) => (needsSeveral(facts) ? "Too few people" : "No one");

const undecided = (facts: MessageFacts) => (needsSeveral(facts) ? "it was" : "anyone");

const needsSeveral = ({ approvalsRequired, seats }: MessageFacts) =>
  approvalsRequired > 1 || hasSeveralSeats(demandsOf({ seats }));

function ranAs(facts: MessageFacts, how: "succeeded" | "failed"): string {
  const { decision, tool } = facts;
  const { called, aside } = waysOf(facts);
  if (decision === "revoked")
    return `The call to ${tool} ran${aside} and ${how} although its approval was revoked: it started before the gateway received the revocation`;
  return `${called} to ${tool} ran${aside} and ${how}`;
}

function awaitingMessage(facts: MessageFacts): string {
  const { mode, useBy, argumentsText } = facts;
  if (mode === "callback")
    return `${approvedBy(facts)}; the gateway is about to run it. Do not repeat it; its result will follow.`;
  const repeat = useBy ? `Before ${useBy.toISOString()}, repeat it` : "Repeat it";
  const which =
    argumentsText.length > ARGUMENTS_CHARS_MAX
      ? "exactly the approved arguments. They are too long for this sentence: take them from arguments_text."
      : `exactly these arguments: ${argumentsText}`;
  return `${approvedBy(facts)}. ${repeat} once, with ${which}`;
}

function head(resultText: string | null): string {
  if (resultText === null) return "";
  const cut =
    resultText.length > RESULT_HEAD_CHARS ? `${resultText.slice(0, RESULT_HEAD_CHARS)}…` : resultText;
  return ` Result: ${cut.toWellFormed()}.`;
}
