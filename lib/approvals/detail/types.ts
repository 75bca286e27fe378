import type { ContractCheck } from "@/lib/arguments/types";
import type { RiskWord } from "@/lib/core/risk";
import type { ExceededBudget } from "@/lib/policies/budgets/types";
import type { PolicyOfCall, ReasonedVerdict, Refusal } from "@/lib/policies/types";
import type { DefinitionChange } from "@/lib/tools/types";
import type { SeatView } from "../deciders/types";
import type { Note } from "../notes/types";
import type { Precedent } from "../precedent/types";
import type { AssignmentView } from "../queue/types";
import type { SignatureState } from "../receipt-keys/types";
import type { Receipt } from "../receipts";
import type { RuleBeside } from "../remembered/types";
import type { Bypass, Review } from "../reviews/types";
import type { Preview } from "../schema";
import type { Acknowledged } from "../triage/types";
import type { DecisionWord, ExecutionWord, KnownOutcome, Names, StatusWord } from "../types";

export type HeadlinePart = { text: string; risky: boolean };

/** `claim`: the gateway's claim, null if it made none; `note`: computed by Countersign. */
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
    | "comment"
    | "question"
    | "reply"
    | "note";
  title: string;
  by: string | null;
  detail: string | null;
  /** The deadline that this event set. */
  until: Date | null;
  href: string | null;
  /** The id of the comment, question or reply whose text belongs here. */
  note: string | null;
};

export type DeliveryView = {
  id: string;
  state: "waiting" | "sending" | "delivered" | "dead";
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date | null;
  href: string;
  /** The delivery has ended and the viewer may resend it. */
  mayReplay: boolean;
  log: { attempt: number; at: Date; status: number | null; error: string | null }[];
};

export type Attempt = {
  id: string;
  status: StatusWord;
  at: Date;
  /** Who turned it down and why; null if no one did. */
  by: string | null;
  reason: string | null;
};

export type ApprovalView = {
  id: string;
  externalId: string | null;
  tenant: Names;
  gateway: { id: string; name: string };
  provider: string | null;
  tool: string;
  /** Who starts it: the gateway (callback), or the agent by repeating the call (reissue). */
  mode: string;
  revision: number;
  argumentsText: string;
  argumentsSha256: string;
  status: StatusWord;
  decision: DecisionWord;
  execution: ExecutionWord;
  undelivered: boolean;
  risk: RiskWord;
  riskWhy: string;
  heldWhy: string;
  /** Budgets without room for it, so that their policies did not let it run. */
  exceeded: ExceededBudget[];
  headline: HeadlinePart[];
  /** True if Countersign wrote the headline because the gateway sent no summary. */
  headlineIsOurs: boolean;
  lead: string;
  facts: { what: FactView; toWhom: FactView; howMany: FactView; undo: FactView };
  impact: string | null;
  preview: Preview | null;
  rationale: string | null;
  agent: string | null;
  agentVersion: string | null;
  /** The agent's owner, if a policy keeps the owner from deciding; null if none does. */
  agentOwner: { is: { name: string; isOff: boolean } | null } | null;
  onBehalfOf: string | null;
  sessionId: string | null;
  callId: string | null;
  correlationText: string | null;
  precondition: string | null;
  /** Other calls of the same session; decided calls of the same agent in the last 30 days. */
  sessionRecord: { calls: number; rejected: number } | null;
  trackRecord: { approved: number; rejected: number } | null;
  /** The last approved call of the same tool and tenant, and of the same agent if possible. */
  lastApproved: { id: string; at: Date; by: string | null; argumentsText: string; sameAgent: boolean } | null;
  precedent: Precedent | null;
  /** The agent's previous, rejected attempt, and the number of this one. */
  earlierAttempt: {
    number: number;
    /** The number may be higher: only a limited number of earlier calls is read. */
    orLater: boolean;
    id: string;
    decision: DecisionWord;
    at: Date;
    by: string | null;
    reason: string | null;
    argumentsText: string;
  } | null;
  /** The agent's next attempt after the rejection of this one. */
  nextAttempt: { id: string; status: StatusWord; at: Date } | null;
  /** All attempts at the same thing, in their order; empty for a single one. */
  attempts: Attempt[];
  requestedArgumentsText: string | null;
  editedBy: string | null;
  /** Whether the arguments match the tool's definition; null without one. */
  contract: ContractCheck | null;
  server: {
    known: boolean;
    toolId: string | null;
    description: string | null;
    inputSchemaText: string | null;
    annotations: Record<string, unknown> | null;
    catalogueRisk: RiskWord | null;
    overrideRisk: RiskWord | null;
    /** The rule that rates it, if neither people nor the gateway did. */
    byRule: { risk: RiskWord; name: string } | null;
    version: number | null;
    /** Changes in the tool's definition since its last approved call; null if none or unknown. */
    changedSinceLastApproval: {
      toolId: string;
      from: number;
      changes: DefinitionChange[];
    } | null;
  };
  createdAt: Date;
  decideBy: Date;
  /** When a held call is released; until then its approvers can withdraw. */
  releaseAt: Date | null;
  /** Who else may decide it after some time, until it is decided. */
  escalations: { to: string; at: Date; came: boolean }[];
  useBy: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** `counts` is false if the arguments were edited (`earlier`) or the voter may not decide now. */
  votes: {
    by: string;
    /** The absent person that the vote was given for. */
    deputyFor: string | null;
    verdict: string;
    reason: string | null;
    at: Date;
    counts: boolean;
    earlier: boolean;
    signed: boolean;
    /** The vote no longer counts: its passkey was removed, or one is now required. */
    unsigned: boolean;
  }[];
  approvalsRequired: number;
  approvalsGiven: number;
  /** While pending: of several seats, who fills each; empty where the number of people decides. */
  seats: SeatView[];
  /** While pending: how many more approvals are required, and who can still give them. */
  missing: {
    needed: number;
    /** At any hour. */
    undecided: number;
    onDuty: number;
    /** How many more could if they had a passkey. */
    withoutPasskey: number;
    /** Their names, the viewer first; empty if too many for a sentence. */
    who: { name: string; isViewer: boolean }[];
    /** Of several seats, those that the remaining people cannot fill. */
    noOneFor: string[];
  } | null;
  /** Why an approval needs a passkey, whether the viewer has or can add one; null if not. */
  passkey: { because: string; has: boolean; possible: boolean } | null;
  out: { name: string; until: Date; deputy: string }[];
  /** A policy requires another person to approve an edit. */
  editsApart: boolean;
  hasVoted: boolean;
  /** Why the viewer may not approve the edited arguments, though they may decide the call. */
  cannotApprove: string | null;
  /** The current policy that refuses the call despite its state; null if none does. */
  refusedBy: Refusal | null;
  outcome: {
    state: "executing" | "succeeded" | "failed" | "unknown";
    resultText: string | null;
    truncated: boolean;
    error: { code: string | null; message: string } | null;
    durationMs: number | null;
  } | null;
  /** What a person found out where the gateway does not know. */
  knownOutcome: KnownOutcome | null;
  /** Whether the same call waits for a person as long as the outcome of this one is unknown. */
  holdsNext: boolean;
  /** The same call, made before, whose unknown outcome holds this one. */
  unknownBefore: { id: string; at: Date; known: KnownOutcome | null; isUnknown: boolean } | null;
  /** Since when no client has polled for a call that still has to run; null while one does. */
  unaskedSince: Date | null;
  agentMessage: string;
  startsHow: string;
  deliveries: DeliveryView[];
  /** Receipts of all decisions, oldest first. */
  receipts: Receipt[];
  /** By the number of a receipt's row; without the receipts that are not signed. */
  signatures: Readonly<Record<string, SignatureState>>;
  /** Comments, questions to the agent and its replies, in writing order. */
  notes: Note[];
  timeline: TimelineItem[];
  /** One person approved it alone and bypassed the approval rules. */
  brokeGlass: boolean;
  /** The remembered rule that let it through, and the one that was made from it. */
  remembered: { by: RuleBeside | null; made: RuleBeside | null };
  review: Review | null;
  /** The rules that break-glass would bypass, and the text to type; null if not available. */
  breakGlass: { bypassed: Bypass[]; confirmation: Confirmation; startsHow: string } | null;
  verbs: Verb[];
  /** The call is on behalf of the viewer or their absent person, and the tenant forbids that. */
  ownCall: boolean;
  /** The policy of the call as of then, with its demands as clauses; null without one. */
  policy: (PolicyOfCall & { clauses: string[] }) | null;
  /** The policies that applied to edits, with the demands of each as clauses. */
  editPolicies: (PolicyOfCall & { clauses: string[] })[];
  /** Why the call's policy does not let the viewer decide; null for another reason or none. */
  ineligible: string | null;
  /** The absent people that the viewer may decide for; empty if they may themselves. */
  inPlaceOf: { name: string; until: Date }[];
  reasonRequired: readonly ReasonedVerdict[];
  /** A vote, an extension or the decision is the viewer's. */
  viewerActed: boolean;
  /** Whether a failure needs attention, or its acknowledgement; null without a failure. */
  attention: "needed" | Acknowledged | null;
  changedAt: Date;
  assignment: AssignmentView | null;
  snoozedUntil: Date | null;
  viewerId: string;
  confirmation: Confirmation;
  /** The button's label, for example "Approve and send". */
  approveLabel: string;
  asOf: Date;
};

export type StoredDefinition = {
  description: string;
  inputSchema: string;
  outputSchema: string | null;
  annotations: string | null;
};
