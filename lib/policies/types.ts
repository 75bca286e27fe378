import type { NamedChanges } from "@/lib/core/named-changes";
import type { RiskWord } from "@/lib/core/risk";
import type { Saved } from "@/lib/core/versions";
import type { Budget, BudgetOfCall } from "./budgets/types";
import type { PolicyMatch } from "./conditions/types";

export const POLICY_ACTIONS = ["allow", "deny", "require"] as const;

export type PolicyAction = (typeof POLICY_ACTIONS)[number];

export const DECIDER_ROLES = ["approver", "admin"] as const;

export type DeciderRole = (typeof DECIDER_ROLES)[number];

export const REASONED_VERDICTS = ["approve", "reject"] as const;

export type ReasonedVerdict = (typeof REASONED_VERDICTS)[number];

export type Deciders = {
  roles: readonly DeciderRole[];
  people: readonly string[];
  groups: readonly string[];
};

/** How many of these people have to approve, next to those of the other seats. */
export type PolicySeat = Deciders & { approvals: number };

/** Who else may decide once a call has waited this long, counted from its request. */
export type Escalation = Deciders & { afterSeconds: number };

/** Who may decide a pending call, how many must approve, until when, and what they must give. */
export type Requirement = {
  /** How many different people must approve the same arguments; one rejection ends it. */
  approvals: number;
  /** Any of these roles, people (by address) or groups' members; all empty: any approver. */
  deciders: Deciders;
  /**
   * Several groups of approvers: each approval fills one seat. Then `approvals` is their sum and
   * `deciders` their union.
   */
  seats?: readonly PolicySeat[] | undefined;
  /**
   * `requester`: the person it is made for may not decide; `owner`: nor the owner of the agent;
   * `editor`: an editor may not approve their arguments. Also for administrators.
   */
  separation: { requester: boolean; editor: boolean; owner?: true | undefined };
  decideWithinSeconds: number | null;
  useWithinSeconds: number | null;
  reasonRequired: readonly ReasonedVerdict[];
  /** An approval needs the approver's passkey signature. */
  passkey: boolean;
  /** Seconds for which an approved call is held, so that approvers can withdraw; null: none. */
  holdSeconds: number | null;
  /** Null: no escalation. */
  escalate: Escalation | null;
};

/** `budget`: it matches only while there is room (allow), or only without room (deny, require). */
type AnyPolicy = { name: string; on: boolean; match: PolicyMatch; budget?: Budget | undefined };

type AllowPolicy = AnyPolicy & { action: "allow" };
/** The agent reads `reason` word for word. */
type DenyPolicy = AnyPolicy & { action: "deny"; reason: string };
type RequirePolicy = AnyPolicy & { action: "require"; require: Requirement };

/** One policy; the first match in the list decides. Its name is unique. */
export type Policy = AllowPolicy | DenyPolicy | RequirePolicy;

export type PolicyVersion = Saved & {
  policies: readonly Policy[];
  /** Equal lists have equal digests. */
  digest: string;
};

/** Policies to save, and the version that they replace (null: none yet). */
export type SavePolicies = { policies: readonly Policy[]; seen: number | null };

/** A version without its policies: its author, and the changes from the previous one. */
export type PolicyHistory = Saved & {
  policies: number;
  /** Null for the oldest stored version, whose predecessor is unknown, unless it is the first. */
  changes: NamedChanges | null;
};

export type TextProblem = { line: number; message: string };

/** Policies read from a text; null with errors. `version`: the one in the text, if any. */
export type PastedPolicies = {
  policies: readonly Policy[] | null;
  version: number | null;
  problems: readonly TextProblem[];
};

/** The result of a save; without changes, `version` is the previous one. */
export type SavedPolicies = { version: number; unchanged: boolean } & NamedChanges;

/** A likely mistake, which does not prevent saving. `pointer`: its place within the policy. */
export type PolicyWarning = { pointer: string; message: string };

/** A policy in force that now refuses a call, and its list version. */
export type Refusal = { name: string; reason: string; version: number; savedAt: Date };

/** The policy that held, allowed or refused a call, as of then. Stored with the approval. */
export type PolicyOfCall = {
  name: string;
  version: number;
  action: PolicyAction;
  require: Requirement | null;
  budget?: BudgetOfCall;
  /** It asks for facts that the gateway states. */
  matchesFacts?: true;
};

export type Considered = {
  name: string;
  on: boolean;
  action: PolicyAction;
  fits: boolean;
  /** The first failed condition in words; null if all match. */
  failedOn: string | null;
};

export type TriedCall = {
  outcome: "allow" | "deny" | "wait";
  step: TriedStep;
  says: string;
  policy: string | null;
  /** The policy's requirements in words; empty unless the call waits. */
  demands: string[];
  risk: RiskWord;
  considered: Considered[];
  /** The checked budgets, and whether the call had room in them. */
  budgets: TriedBudget[];
};

export type TriedBudget = BudgetOfCall & { policy: string; hasRoom: boolean };

export const TRIED_STEPS = [
  "policy",
  "grant",
  "pending",
  "cool_down",
  "unknown_outcome",
  "auto_approval",
  "confirmation",
  "remembered",
  "requirement",
  "none",
] as const;

export type TriedStep = (typeof TRIED_STEPS)[number];

export type CallOutcome = "pass" | "wait" | "deny";

/** One stored call. `after` is unknown if it depends on data that is not stored. */
export type PreviewedCall = {
  id: string;
  kind: "approval" | "tool_call";
  at: Date;
  tenant: string;
  agent: string | null;
  before: CallOutcome;
  after: CallOutcome | "unknown";
  /** The matching policy; null if none matches or it is unknown. */
  policy: string | null;
};

export type PreviewedTool = {
  gateway: string;
  provider: string | null;
  tool: string;
  calls: number;
  before: Record<CallOutcome, number>;
  after: Record<CallOutcome | "unknown", number>;
  changed: number;
  byPolicy: Record<string, number>;
  /** Some of the calls: first those that change, then the unknown, then the newest. */
  examples: PreviewedCall[];
};

/** The effect of unsaved policies on the calls of the last days. */
export type PolicyPreview = {
  since: Date;
  until: Date;
  calls: number;
  /** False: only the newest stored calls of these days were read. */
  complete: boolean;
  before: Record<CallOutcome, number>;
  after: Record<CallOutcome | "unknown", number>;
  changed: number;
  /** How many calls lack data that conditions need, because it is not stored. */
  notStored: { arguments: number; facts: number };
  byPolicy: Record<string, number>;
  tools: PreviewedTool[];
  otherTools: number;
  changes: NamedChanges;
};

/** Limits of a preview: days, calls, listed tools, and examples per tool. */
export const PREVIEW_DAYS = 7;
export const PREVIEW_CALLS_MAX = 20_000;
export const PREVIEW_TOOLS_MAX = 100;
export const PREVIEW_EXAMPLES_MAX = 5;

/** More would slow the gate down, and people could not follow them. */
export const POLICIES_MAX = 1_000;
export const POLICY_NAME_MAX = 80;
export const POLICY_REASON_MAX = 500;
/** Patterns in one list, people, groups, conditions, values of one condition. */
export const POLICY_LIST_MAX = 100;
export const POLICY_CONDITIONS_MAX = 20;
export const POLICY_PATTERN_MAX = 200;
export const POLICY_VALUE_MAX = 500;
export const POLICY_STARS_MAX = 20;
export const POLICY_PATH_MAX = 300;
/** Arguments are nested no deeper. */
export const POLICY_PATH_DEPTH_MAX = 64;
export const POLICY_APPROVALS_MAX = 10;
export const POLICY_SEATS_MAX = 5;
/** The whole list, as JSON. */
export const POLICIES_BYTES_MAX = 1024 * 1024;

/** A longer hold only delays gateways; people can extend the deadline instead. */
export const HOLD_SECONDS_MAX = 300;

/** A match without conditions: every call. Members are in storage order. */
export const EVERY_CALL: PolicyMatch = {
  tenants: [],
  gateways: [],
  providers: [],
  tools: [],
  agents: [],
  models: [],
  risk: [],
  time: null,
  arguments: [],
  onBehalfOf: [],
};

export const ANY_DECIDER: Requirement = {
  approvals: 1,
  deciders: { roles: [], people: [], groups: [] },
  separation: { requester: false, editor: false },
  decideWithinSeconds: null,
  useWithinSeconds: null,
  reasonRequired: [],
  passkey: false,
  holdSeconds: null,
  escalate: null,
};

/** Everybody that some seat names, without repetition. */
export function unionOf(seats: readonly Deciders[]): Deciders {
  return {
    roles: DECIDER_ROLES.filter((role) => seats.some(({ roles }) => roles.includes(role))),
    people: [...new Set(seats.flatMap(({ people }) => people))],
    groups: [...new Set(seats.flatMap(({ groups }) => groups))],
  };
}

/** How many people fill all seats. */
export const sumOf = (seats: readonly PolicySeat[]): number =>
  seats.reduce((sum, { approvals }) => sum + approvals, 0);

/** The seats that a requirement asks for: its own, or the one of its deciders. */
export const seatsIn = ({
  approvals,
  deciders,
  seats,
}: Pick<Requirement, "approvals" | "deciders" | "seats">) => seats ?? [{ approvals, ...deciders }];

export const countNamed = ({ roles, people, groups }: Deciders): number =>
  roles.length + people.length + groups.length;

/** Everybody that a requirement names, each list with its place in the written form. */
export function namedLists({ deciders, seats, escalate }: Requirement): (Deciders & { list: string })[] {
  const from = seats
    ? seats.map((seat, at) => ({ ...seat, list: `seats/${at}` }))
    : [{ ...deciders, list: "deciders" }];
  return [...from, ...(escalate ? [{ ...escalate, list: "escalate" }] : [])];
}
