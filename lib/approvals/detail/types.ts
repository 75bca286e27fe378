import type { ContractCheck } from "@/lib/arguments/types";
import type { RiskWord } from "@/lib/core/risk";
import type { DefinitionChange } from "@/lib/tools/types";
import type { PolicyOfCall, ReasonedVerdict } from "../policies/types";
import type { AssignmentView } from "../queue/types";
import type { Preview } from "../schema";
import type { Acknowledged } from "../triage/types";
import type { DecisionWord, ExecutionWord, Names, StatusWord } from "../types";

export type HeadlinePart = { text: string; risky: boolean };

/** One of the five facts. `claim` is what the gateway said, null when it said nothing; `note` is what we computed. */
export type FactView = { claim: string | null; note: string | null; unusual: boolean };

export type Verb = "approve" | "edit" | "reject" | "request_changes" | "revoke" | "extend" | "cancel";

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
  /** Set when the arguments were edited by a person. */
  requestedArgumentsText: string | null;
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
  useBy: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  votes: { by: string; verdict: string; reason: string | null; at: Date }[];
  approvalsRequired: number;
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
  timeline: TimelineItem[];
  /** What the viewer may do now; a verb they may not is absent. */
  verbs: Verb[];
  /** The call is made on the viewer's behalf, and its tenant lets nobody approve their own. */
  ownCall: boolean;
  /** The policy that held, let through or refused the call, as it was then, with what it demands in clauses; null without one. */
  policy: (PolicyOfCall & { clauses: string[] }) | null;
  /** Why the viewer may not decide the call under its policy, in a sentence; null where it is not the policy that keeps them from it. */
  ineligible: string | null;
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
