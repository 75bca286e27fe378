import type { ContractCheck } from "@/lib/arguments/types";
import type { RiskWord } from "@/lib/core/risk";
import type { ExceededBudget } from "@/lib/policies/budgets/types";
import type { PolicyOfCall, ReasonedVerdict, Refusal } from "@/lib/policies/types";
import type { DefinitionChange } from "@/lib/tools/types";
import type { Precedent } from "../precedent/types";
import type { AssignmentView } from "../queue/types";
import type { Receipt } from "../receipts";
import type { RuleBeside } from "../remembered/types";
import type { Bypass, Review } from "../reviews/types";
import type { Preview } from "../schema";
import type { Acknowledged } from "../triage/types";
import type { DecisionWord, ExecutionWord, Names, StatusWord } from "../types";

export type HeadlinePart = { text: string; risky: boolean };

/** One of the five facts. `claim` is what the gateway said, null when it said nothing; `note` is what we computed. */
export type FactView = { claim: string | null; note: string | null; unusual: boolean };

export type Verb =
  | "undo"
  | "approve"
  | "remember"
  | "edit"
  | "reject"
  | "request_changes"
  | "revoke"
  | "extend"
  | "cancel"
  | "break_glass";

/** How approving is confirmed, growing with risk. */
export type Confirmation =
  | { kind: "click" }
  | { kind: "enter" }
  | { kind: "two_step" }
  | { kind: "type"; expected: string; what: "count" | "target" };

export type TimelineItem = {
  at: Date;
  kind:
    | "requested"
    | "notified"
    | "viewed"
    | "assigned"
    | "edited"
    | "vote"
    | "dispatched"
    | "decided"
    | "extended"
    | "told"
    | "delivery"
    | "started"
    | "finished"
    | "note";
  title: string;
  by: string | null;
  detail: string | null;
  /** What it set an end to. */
  until: Date | null;
  /** Links to nothing yet when null. */
  href: string | null;
};

export type DeliveryView = {
  id: string;
  state: "waiting" | "sending" | "delivered" | "dead";
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date | null;
  href: string;
  /** The viewer may have it sent once more, and it has ended. */
  mayReplay: boolean;
  log: { attempt: number; at: Date; status: number | null; error: string | null }[];
};

/** Everything the approval page shows. */
export type ApprovalView = {
  id: string;
  externalId: string | null;
  tenant: Names;
  gateway: { id: string; name: string };
  provider: string | null;
  tool: string;
  /** Who starts it once it is approved: the gateway (callback) or the agent, by repeating it (reissue). */
  mode: string;
  revision: number;
  argumentsText: string;
  argumentsSha256: string;
  status: StatusWord;
  decision: DecisionWord;
  execution: ExecutionWord;
  undelivered: boolean;
  risk: RiskWord;
  /** Why the risk is what it is, in words. */
  riskWhy: string;
  /** Why a person is asked, in words. */
  heldWhy: string;
  /** Budgets that had no room for it, so that their policies did not let it run. */
  exceeded: ExceededBudget[];
  headline: HeadlinePart[];
  /** True when the headline was made by us because the gateway sent no summary. */
  headlineIsOurs: boolean;
  lead: string;
  facts: { what: FactView; toWhom: FactView; howMany: FactView; undo: FactView };
  impact: string | null;
  preview: Preview | null;
  rationale: string | null;
  agent: string | null;
  agentVersion: string | null;
  /** Where a policy keeps the agent's owner from deciding: who that is. Null where none does. */
  agentOwner: { is: { name: string; isOff: boolean } | null } | null;
  onBehalfOf: string | null;
  sessionId: string | null;
  callId: string | null;
  correlationText: string | null;
  precondition: string | null;
  /** Other calls of the same session, and of the same agent in the last 30 days. */
  sessionRecord: { calls: number; rejected: number } | null;
  trackRecord: { approved: number; rejected: number } | null;
  /** The last approved call of the same tool, tenant and agent (else of the same tool and tenant). */
  lastApproved: { id: string; at: Date; by: string | null; argumentsText: string; sameAgent: boolean } | null;
  /** What the record says of it, while it waits. */
  precedent: Precedent | null;
  /** The agent's attempt before, which people refused, and which attempt this one is. */
  earlierAttempt: {
    number: number;
    /** It may be a later one: no more calls than so many before it are looked at. */
    orLater: boolean;
    id: string;
    decision: DecisionWord;
    at: Date;
    by: string | null;
    reason: string | null;
    argumentsText: string;
  } | null;
  /** The agent's next attempt, after this one was refused. */
  nextAttempt: { id: string; status: StatusWord; at: Date } | null;
  /** Set when the arguments were edited by a person. */
  requestedArgumentsText: string | null;
  /** Who put the present arguments there. */
  editedBy: string | null;
  /** Whether the arguments fit the tool's definition; null without one. */
  contract: ContractCheck | null;
  server: {
    known: boolean;
    /** Id in the catalogue. */
    toolId: string | null;
    description: string | null;
    inputSchemaText: string | null;
    annotations: Record<string, unknown> | null;
    catalogueRisk: RiskWord | null;
    overrideRisk: RiskWord | null;
    /** The rule that rates it, where neither people nor the gateway did. */
    byRule: { risk: RiskWord; name: string } | null;
    version: number | null;
    /** What of the tool's definition changed since the last approved call of it; null when nothing did, or nobody can tell. */
    changedSinceLastApproval: {
      toolId: string;
      from: number;
      changes: DefinitionChange[];
    } | null;
  };
  createdAt: Date;
  decideBy: Date;
  /** While enough people have approved it and may take that back: when it is released. */
  releaseAt: Date | null;
  /** Who may decide it as well from some time on, until it is decided. */
  escalations: { to: string; at: Date; came: boolean }[];
  useBy: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** `counts` is false where the arguments were edited since (`earlier`), or the person may not decide the call any more. */
  votes: {
    by: string;
    /** In whose place, who was out. */
    deputyFor: string | null;
    verdict: string;
    reason: string | null;
    at: Date;
    counts: boolean;
    earlier: boolean;
    /** With a passkey. */
    signed: boolean;
    /** It counts no more because the passkey is gone, or one is asked for since. */
    unsigned: boolean;
  }[];
  approvalsRequired: number;
  /** How many of them are given, as far as they count. */
  approvalsGiven: number;
  /** While it waits: how many more people have to approve, and how many who may decide have not yet. */
  missing: {
    needed: number;
    /** Who may, at some hour. */
    undecided: number;
    /** Of those, who may at this one. */
    onDuty: number;
    /** Who could as well if they had a passkey. */
    withoutPasskey: number;
    /** Who they are, by name, the viewer first; nobody where there are more than a sentence holds. */
    who: { name: string; isViewer: boolean }[];
  } | null;
  /** Why a yes has to be signed with a passkey, and whether the viewer has one and browsers make any here; null where none is needed. */
  passkey: { because: string; has: boolean; possible: boolean } | null;
  /** Of those who may decide a call that waits: who is out, until when, and who decides for them. */
  out: { name: string; until: Date; deputy: string }[];
  /** The policy leaves it to others to approve what somebody edits. */
  editsApart: boolean;
  /** The viewer's own vote on the arguments as they are. */
  hasVoted: boolean;
  /** Why the viewer may not approve the arguments as they were edited, though they may decide the call. */
  cannotApprove: string | null;
  /** The policy in force that refuses the call by now, though it waits or was approved; null when none does. */
  refusedBy: Refusal | null;
  outcome: {
    state: "executing" | "succeeded" | "failed" | "unknown";
    resultText: string | null;
    truncated: boolean;
    error: { code: string | null; message: string } | null;
    durationMs: number | null;
  } | null;
  /** Since when nobody has asked about a call that somebody still has to run; null while somebody does. */
  unaskedSince: Date | null;
  agentMessage: string;
  /** What happens once it is approved, in words. */
  startsHow: string;
  deliveries: DeliveryView[];
  /** The proof of each decision, oldest first. */
  receipts: Receipt[];
  timeline: TimelineItem[];
  /** One person approved it alone, past what was asked of the approval. */
  brokeGlass: boolean;
  /** The remembered rule that let it through, and the one that was made from it. */
  remembered: { by: RuleBeside | null; made: RuleBeside | null };
  /** What people look at afterwards. */
  review: Review | null;
  /** What the viewer would go past by break-glass, and what they have to type; null where they may not, or an ordinary yes would do. */
  breakGlass: { bypassed: Bypass[]; confirmation: Confirmation; startsHow: string } | null;
  /** What the viewer may do now; a verb they may not is absent. */
  verbs: Verb[];
  /** The call is made on behalf of the viewer, or of who is out and in whose place they may decide, and its tenant lets nobody approve their own. */
  ownCall: boolean;
  /** The policy that held, let through or refused the call, as it was then, with what it demands in clauses; null without one. */
  policy: (PolicyOfCall & { clauses: string[] }) | null;
  /** The policies that were asked for what people edited, with what each demands in clauses. */
  editPolicies: (PolicyOfCall & { clauses: string[] })[];
  /** Why the viewer may not decide the call under its policy, in a sentence; null where it is not the policy that keeps them from it. */
  ineligible: string | null;
  /** The people who are out and in whose place the viewer may decide it; nobody's where they may by themself. */
  inPlaceOf: { name: string; until: Date }[];
  /** Verdicts for which the policy asks for a reason. */
  reasonRequired: readonly ReasonedVerdict[];
  /** The viewer gave a vote, more time or the decision: something of theirs is recorded. */
  viewerActed: boolean;
  /** What went wrong needs attention, or was acknowledged; null when nothing is wrong. */
  attention: "needed" | Acknowledged | null;
  /** When it last changed: what a person saw. */
  changedAt: Date;
  assignment: AssignmentView | null;
  snoozedUntil: Date | null;
  viewerId: string;
  confirmation: Confirmation;
  /** The act in the button's words, for example "Approve and send". */
  approveLabel: string;
  asOf: Date;
};

/** A version of a tool's definition, texts as stored. */
export type StoredDefinition = {
  description: string;
  inputSchema: string;
  outputSchema: string | null;
  annotations: string | null;
};
