import type { RiskWord } from "@/lib/core/risk";
import type { Saved } from "@/lib/core/versions";

/**
 * Conditions on a server's claims. `no_objection`: it claims neither destruction nor changes; a
 * silent server does not match either.
 */
export const CLAIMS = ["says_destructive", "says_read_only", "no_objection"] as const;

export type Claim = (typeof CLAIMS)[number];

/** Conditions of a rule. All given lists have to match, each by any entry. Empty: every tool. */
export type RuleMatch = {
  /** First word after the provider's prefix; last word; any word. */
  first: readonly string[];
  last: readonly string[];
  any: readonly string[];
  providers: readonly string[];
  /** Members of the input schema at any depth: a name or one of its words. */
  members: readonly string[];
  claim: Claim | null;
};

export const WORD_LISTS = ["first", "last", "any"] as const;

export type RuleRating = { risk: RiskWord; requiresConfirmation: boolean };

export type NamedRuleRating = RuleRating & { name: string };

export type RatingRule = RuleRating & { name: string; on: boolean; match: RuleMatch };

export type RuleSet = { rules: readonly RatingRule[]; active: boolean };

/** More rules than anyone reviews. */
export const RULES_MAX = 60;
export const RULE_NAME_MAX = 80;
export const RULE_WORDS_MAX = 60;
export const RULE_WORD_MAX = 60;

/** Tools listed in a preview; counts cover all. */
export const PREVIEWED_MAX = 500;

export type PreviewedTool = {
  id: string;
  gateway: string;
  provider: string;
  name: string;
  /** The matching rule; null if none matches. */
  rule: string | null;
  risk: RiskWord;
  requiresConfirmation: boolean;
  /** Protection compared with now. */
  guard: "less" | "same" | "more";
  /** Whether calls that wait now would run, at least those that claim low risk. */
  freed: boolean;
};

/** Effect of unsaved rules. Tools rated by people or gateways only count. */
export type RulePreview = {
  /** Unrated tools, and their new risk; `none` matches no rule. */
  unrated: number;
  byRisk: Record<RiskWord, number>;
  none: number;
  /** Tools rated by people or gateways. */
  rated: number;
  /** Tools with less and more protection, and tools whose waiting calls would run. */
  less: number;
  more: number;
  freed: number;
  /**
   * Active rules that raise calls of tools in no catalogue and would raise fewer of them, or less.
   */
  weaker: string[];
  /** Fingerprint of all tools with less protection and of the weaker rules. */
  lowered: string;
  byRule: Record<string, number>;
  tools: PreviewedTool[];
};

export type RuleVersion = RuleSet & Saved;

/**
 * Rules to save: the version they are based on (null: none), and the lowered protection the person
 * was shown.
 */
export type SaveRules = RuleSet & { seen: number | null; lowered: string; undo?: boolean };

export type SavedRules = { version: number; less: number; more: number; undoLowers: string };
