import type { NamedChanges } from "@/lib/core/named-changes";
import type { RiskWord } from "@/lib/core/risk";
import type { Saved } from "@/lib/core/versions";
import type { Budget, BudgetOfCall } from "./budgets/types";
import type { PolicyMatch } from "./conditions/types";

export const POLICY_ACTIONS = ["allow", "deny", "require"] as const;

export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** Roles of those who may decide at all. */
export const DECIDER_ROLES = ["approver", "admin"] as const;

export type DeciderRole = (typeof DECIDER_ROLES)[number];

export const REASONED_VERDICTS = ["approve", "reject"] as const;

export type ReasonedVerdict = (typeof REASONED_VERDICTS)[number];

/** Whom a policy leaves calls to. */
export type Deciders = {
  roles: readonly DeciderRole[];
  people: readonly string[];
  groups: readonly string[];
};

/** Who may decide as well once a call has waited so long, counted from when it was asked about. */
export type Escalation = Deciders & { afterSeconds: number };

/** Who may decide a call that waits, how many have to agree, until when, and what they have to say. */
export type Requirement = {
  /** How many different people have to approve the same arguments; one no ends it. */
  approvals: number;
  /** Any of these roles, of these people by their address, or of the members of these groups; all empty: everybody who may decide. */
  deciders: Deciders;
  /**
   * `requester`: the person on whose behalf the call is made may not decide it; `owner`: nor may who owns the agent that makes it;
   * `editor`: whoever edited the arguments may not approve them. Administrators included.
   */
  separation: { requester: boolean; editor: boolean; owner?: true | undefined };
  decideWithinSeconds: number | null;
  useWithinSeconds: number | null;
  reasonRequired: readonly ReasonedVerdict[];
  /** A yes is signed with a passkey of the person who gives it. */
  passkey: boolean;
  /** How long a call stays held after enough people approved it, so that they can take that back; null: not at all. */
  holdSeconds: number | null;
  /** Null: nobody joins those who decide. */
  escalate: Escalation | null;
};

/** `budget`: it fits only as long as there is room (allow), or only once there is none (deny, require). */
type AnyPolicy = { name: string; on: boolean; match: PolicyMatch; budget?: Budget | undefined };

type AllowPolicy = AnyPolicy & { action: "allow" };
/** `reason` is told to the agent, word for word. */
type DenyPolicy = AnyPolicy & { action: "deny"; reason: string };
type RequirePolicy = AnyPolicy & { action: "require"; require: Requirement };

/** One policy; the first in the list that fits a call decides. Its name is how people know it, and unlike any other's. */
export type Policy = AllowPolicy | DenyPolicy | RequirePolicy;

/** All policies in their order, as one version of them. */
export type PolicyVersion = Saved & {
  policies: readonly Policy[];
  /** Stands for the policies: equal lists have equal digests. */
  digest: string;
};

/** Policies to save, over which version (null: none yet). */
export type SavePolicies = { policies: readonly Policy[]; seen: number | null };

/** A version of the policies without them: who saved it, and what differed from the one before. */
export type PolicyHistory = Saved & {
  policies: number;
  /** Null for the oldest that is kept, unless it was the first of all: nobody knows what was before. */
  changes: NamedChanges | null;
};

/** What is wrong with a pasted text, on which line of it, from 1. */
export type TextProblem = { line: number; message: string };

/** Policies read from a text; null where something is wrong with it. `version`: what they were made from, where the text says so. */
export type PastedPolicies = {
  policies: readonly Policy[] | null;
  version: number | null;
  problems: readonly TextProblem[];
};

/** What saving did; `version` stays the one before where nothing differs. */
export type SavedPolicies = { version: number; unchanged: boolean } & NamedChanges;

/** Something in a policy that most likely is not as it was meant; it is saved all the same. `pointer`: where, within the policy. */
export type PolicyWarning = { pointer: string; message: string };

/** A policy in force that refuses a call by now, of the version that was saved then. */
export type Refusal = { name: string; reason: string; version: number; savedAt: Date };

/** The policy by which a call was held, let through or refused, as it was then. Kept with the approval. */
export type PolicyOfCall = {
  name: string;
  version: number;
  action: PolicyAction;
  require: Requirement | null;
  /** Its budget as it was then. */
  budget?: BudgetOfCall;
};

/** A policy that was looked at for a call. */
export type Considered = {
  name: string;
  on: boolean;
  action: PolicyAction;
  fits: boolean;
  /** The first condition that did not fit, in words; null where all do. */
  failedOn: string | null;
};

/** What would come of one call, and which step said so. */
export type TriedCall = {
  outcome: "allow" | "deny" | "wait";
  /** Which step of the gate decided. */
  step: TriedStep;
  /** The same in words. */
  says: string;
  policy: string | null;
  /** What the policy demands of those who decide, each in words; nothing where it does not let the call wait. */
  demands: string[];
  risk: RiskWord;
  considered: Considered[];
  /** The budgets that were looked at, with whether the call had room in them. */
  budgets: TriedBudget[];
};

/** A budget that a call was held against. */
export type TriedBudget = BudgetOfCall & { policy: string; hasRoom: boolean };

export const TRIED_STEPS = [
  "policy",
  "grant",
  "pending",
  "cool_down",
  "auto_approval",
  "confirmation",
  "remembered",
  "requirement",
  "none",
] as const;

export type TriedStep = (typeof TRIED_STEPS)[number];

/** What came of a stored call, or would. */
export type CallOutcome = "pass" | "wait" | "deny";

/** One stored call under policies that are not saved yet. `after` unknown: it hangs on what was not stored. */
export type PreviewedCall = {
  id: string;
  kind: "approval" | "tool_call";
  at: Date;
  tenant: string;
  agent: string | null;
  before: CallOutcome;
  after: CallOutcome | "unknown";
  /** The policy that fits; null when none does, or it cannot be told which. */
  policy: string | null;
};

/** The stored calls of one tool. */
export type PreviewedTool = {
  gateway: string;
  provider: string | null;
  tool: string;
  calls: number;
  before: Record<CallOutcome, number>;
  after: Record<CallOutcome | "unknown", number>;
  /** Calls that another outcome than before would come of. */
  changed: number;
  /** How many calls each policy decides, by its name. */
  byPolicy: Record<string, number>;
  /** Some of the calls: those that change first, then those of which it cannot be told, then the newest. */
  examples: PreviewedCall[];
};

/** What policies would have done with the calls of the last days, before they are saved. */
export type PolicyPreview = {
  since: Date;
  until: Date;
  calls: number;
  /** Whether every stored call of these days was looked at; else only the newest were. */
  complete: boolean;
  before: Record<CallOutcome, number>;
  after: Record<CallOutcome | "unknown", number>;
  changed: number;
  /** What of the calls was not stored, so that conditions on it could not be judged: how many calls lack it. */
  notStored: { arguments: number };
  byPolicy: Record<string, number>;
  /** Those with most changes first. */
  tools: PreviewedTool[];
  /** Tools that are not listed. */
  otherTools: number;
  /** What saving would change of the list itself. */
  changes: NamedChanges;
};

/** How far back a preview looks, and how many calls, tools, and calls of one tool it tells of. */
export const PREVIEW_DAYS = 7;
export const PREVIEW_CALLS_MAX = 20_000;
export const PREVIEW_TOOLS_MAX = 100;
export const PREVIEW_EXAMPLES_MAX = 5;

/** More would cost the gate time, and nobody could follow them. */
export const POLICIES_MAX = 1_000;
export const POLICY_NAME_MAX = 80;
export const POLICY_REASON_MAX = 500;
/** Patterns in one list, people, groups, conditions, values of one condition. */
export const POLICY_LIST_MAX = 100;
export const POLICY_CONDITIONS_MAX = 20;
export const POLICY_PATTERN_MAX = 200;
export const POLICY_VALUE_MAX = 500;
/** Stars in one pattern. */
export const POLICY_STARS_MAX = 20;
export const POLICY_PATH_MAX = 300;
/** Arguments are nested no deeper. */
export const POLICY_PATH_DEPTH_MAX = 64;
/** People who have to approve one call. */
export const POLICY_APPROVALS_MAX = 10;
/** The whole list, as JSON. */
export const POLICIES_BYTES_MAX = 1024 * 1024;

/** Longer than a second thought takes nobody should wait, and gateways would have to; people who need longer have more time given. */
export const HOLD_SECONDS_MAX = 300;

/** A match that names nothing: every call. Its members are in the order of stored ones. */
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

/** A requirement that asks for nothing more than a person. */
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
