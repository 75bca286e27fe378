import type { JsonNode } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import type { ArgumentValue, Threshold } from "@/lib/policies/conditions/types";

/** The JSON kind of an argument; a rule never accepts one kind for another. */
type PartKind = JsonNode["kind"];

/** The limits of an argument; all given ones apply. Numbers are texts, compared by digit. */
export type Bounds = {
  atLeast: string | null;
  atMost: string | null;
  /** Characters of a text or items of a list. */
  maxLength: number | null;
  /** Each in canonical JSON. */
  oneOf: readonly string[] | null;
};

/** One argument, by its JSON pointer. Objects are traversed; all else is an argument. */
export type Part = {
  path: string;
  kind: PartKind;
  /** The start of the original value without secrets, for people to read. */
  shown: string;
} & ({ is: "fixed"; sha256: string } | { is: "free" } | ({ is: "bounded" } & Bounds));

/** A person's choice for one argument. Arguments without a choice are fixed. */
export type PartChoice =
  | { path: string; is: "free" }
  | {
      path: string;
      is: "bounded";
      atLeast?: Threshold;
      atMost?: Threshold;
      maxLength?: number;
      oneOf?: readonly ArgumentValue[];
    };

export type Remember = {
  expiresInSeconds: number;
  uses: number;
  anyAgent: boolean;
  arguments: readonly PartChoice[];
};

/** An open rule for one call: not expired, with uses left, of an author who may decide. */
export type RuleForCall = {
  id: string;
  toolId: string | null;
  toolVersion: number | null;
  risk: RiskWord;
  agent: string | null;
  anyAgent: boolean;
  onBehalfOf: string | null;
  policyName: string | null;
  parts: readonly Part[];
  approvalId: string;
  madeBy: string;
  madeByName: string;
  madeAt: string;
};

export const RULE_STATES = ["active", "ended"] as const;

export type RuleState = (typeof RULE_STATES)[number];

/** Why an open rule lets nothing through at the moment. */
export const PAUSES = ["definition", "rating", "maker"] as const;

export type Pause = (typeof PAUSES)[number];

export type RememberedRule = {
  id: string;
  tenant: { key: string; name: string };
  gateway: string;
  provider: string | null;
  tool: string;
  risk: RiskWord;
  agent: string | null;
  anyAgent: boolean;
  onBehalfOf: string | null;
  parts: { path: string; is: Part["is"]; words: string }[];
  approvalId: string;
  madeBy: string;
  madeAt: Date;
  expiresAt: Date;
  uses: number;
  usesMax: number;
  lastUsedAt: Date | null;
  revoked: { at: Date; by: string } | null;
  state: RuleState;
  /** Null while it lets calls through, and once it has ended. */
  paused: Pause | null;
  mayRevoke: boolean;
  /** The viewer revoked it a moment ago and may undo that. */
  mayRestore: boolean;
};

/** A rule as one line on a call's page: the one that let it through, or that was made from it. */
export type RuleBeside = { id: string; madeBy: string; madeAt: string; approvalId: string; isOpen: boolean };

export type RememberPreview = {
  parts: {
    path: string;
    label: string;
    kind: PartKind;
    shown: string;
    length: number | null;
    is: Part["is"];
  }[];
  words: string[];
  /** A call that would pass, and a similar one that would wait. */
  passes: string;
  waits: string;
  backtest: {
    days: number;
    calls: number;
    passed: number;
    /** Calls that people refused, of those that would have passed. */
    refused: number;
    /** False: only the newest calls of these days were read. */
    complete: boolean;
  };
};

export const EXPIRES_SECONDS = { min: 60, max: 90 * 86_400, usual: 7 * 86_400 };
export const USES = { min: 1, max: 1_000, usual: 20 };

/** Maximum arguments of a rule, so that people can read it. */
export const PARTS_MAX = 60;

/** Maximum open rules of one tool in a tenant: every call of the tool reads them. */
export const OPEN_MAX = 20;

export const BACKTEST_DAYS = 30;
export const BACKTEST_CALLS_MAX = 500;

/** Seconds in which the author of a revocation can undo it. */
export const RESTORE_SECONDS = 120;
