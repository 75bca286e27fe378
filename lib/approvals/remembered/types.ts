import type { JsonNode } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import type { ArgumentValue, Threshold } from "@/lib/policies/conditions/types";

/** What an argument is, as JSON has it; a rule never lets one kind stand for another. */
type PartKind = JsonNode["kind"];

/** The limits of an argument that may vary; all that are given hold. Numbers are texts, compared digit by digit. */
export type Bounds = {
  atLeast: string | null;
  atMost: string | null;
  /** Characters of a text, items of a list. */
  maxLength: number | null;
  /** Each in canonical JSON. */
  oneOf: readonly string[] | null;
};

/** One argument of a rule, by its JSON pointer. Lists, texts, numbers and constants are arguments; objects are walked into. */
export type Part = {
  path: string;
  kind: PartKind;
  /** What it was in the call that the rule was made from, for people to read: its head, without secrets. */
  shown: string;
} & ({ is: "fixed"; sha256: string } | { is: "free" } | ({ is: "bounded" } & Bounds));

/** What a person says of one argument. Those that nobody speaks of are fixed. */
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

/** The rule that a person wants to be made with an approval. */
export type Remember = {
  expiresInSeconds: number;
  uses: number;
  anyAgent: boolean;
  arguments: readonly PartChoice[];
};

/** A rule as the gate reads it for one call: open, in time, with uses left, of somebody who may still decide. */
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

/** Why a rule lets nothing through at the moment, though nobody ended it. */
export const PAUSES = ["definition", "rating", "maker"] as const;

export type Pause = (typeof PAUSES)[number];

/** A rule as people see it. */
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
  /** Each argument in words. */
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
  /** The viewer may revoke it. */
  mayRevoke: boolean;
  /** The viewer revoked it a moment ago and may take that back. */
  mayRestore: boolean;
};

/** A rule in one line beside a call: the one that let it through, or that was made from it. */
export type RuleBeside = { id: string; madeBy: string; madeAt: string; approvalId: string; isOpen: boolean };

/** What a rule would let through, before it is made. */
export type RememberPreview = {
  parts: {
    path: string;
    label: string;
    kind: PartKind;
    shown: string;
    length: number | null;
    is: Part["is"];
  }[];
  /** The rule in words, argument by argument. */
  words: string[];
  /** A call that would pass, and the nearest one that would wait. */
  passes: string;
  waits: string;
  backtest: {
    days: number;
    /** Calls of the tool that were looked at. */
    calls: number;
    passed: number;
    /** Of those that would have passed: how many people refused. */
    refused: number;
    /** Whether all calls of these days were looked at; else only the newest were. */
    complete: boolean;
  };
};

export const EXPIRES_SECONDS = { min: 60, max: 90 * 86_400, usual: 7 * 86_400 };
export const USES = { min: 1, max: 1_000, usual: 20 };

/** Arguments of a rule; more than that nobody reads. */
export const PARTS_MAX = 60;

/** Rules of one tool of a tenant that are open at once: every call of the tool asks for them. */
export const OPEN_MAX = 20;

/** How far back a preview looks, and at how many calls. */
export const BACKTEST_DAYS = 30;
export const BACKTEST_CALLS_MAX = 500;

/** How long a revocation can be taken back by whoever revoked. */
export const RESTORE_SECONDS = 120;
