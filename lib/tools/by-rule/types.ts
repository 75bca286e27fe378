import type { RiskWord } from "@/lib/core/risk";
import type { Saved } from "@/lib/core/versions";

/**
 * What a rule may ask of the server's claims. `no_objection`: the server says neither that the tool destroys nor that it changes
 * anything, which a silent server does not either.
 */
export const CLAIMS = ["says_destructive", "says_read_only", "no_objection"] as const;

export type Claim = (typeof CLAIMS)[number];

/** What a tool must be like: everything that is given, and of each list any one. Nothing given: every tool. */
export type RuleMatch = {
  /** The name's first word, behind the provider's own; its last word; any of its words. */
  first: readonly string[];
  last: readonly string[];
  any: readonly string[];
  providers: readonly string[];
  /** Members of its input schema, at any depth: a whole name, or one word of it. */
  members: readonly string[];
  claim: Claim | null;
};

export const WORD_LISTS = ["first", "last", "any"] as const;

/** What a rule says of a tool that neither people nor its gateway rated. */
export type RuleRating = { risk: RiskWord; requiresConfirmation: boolean };

export type NamedRuleRating = RuleRating & { name: string };

/** One rule; the first in the list that fits a tool rates it. Its name is how people know it, and unlike any other's. */
export type RatingRule = RuleRating & { name: string; on: boolean; match: RuleMatch };

/** All rules, as one version of them; switched off as a whole they rate nothing. */
export type RuleSet = { rules: readonly RatingRule[]; active: boolean };

/** More than anybody reads before they trust it. */
export const RULES_MAX = 60;
export const RULE_NAME_MAX = 80;
export const RULE_WORDS_MAX = 60;
export const RULE_WORD_MAX = 60;

/** Tools that a preview names one by one; its counts are of all. */
export const PREVIEWED_MAX = 500;

/** What rules that are not saved yet would do with one tool. */
export type PreviewedTool = {
  id: string;
  gateway: string;
  provider: string;
  name: string;
  /** The rule that fits; null when none does. */
  rule: string | null;
  risk: RiskWord;
  requiresConfirmation: boolean;
  /** How its calls are guarded compared with now. */
  guard: "less" | "same" | "more";
  /** Whether calls of it wait for a person now and would run, at the least those that claim a low risk. */
  freed: boolean;
};

/** What rules would do, before they are saved. Tools that people or gateways rated are not touched and only counted. */
export type RulePreview = {
  /** Tools that nobody rated, and what becomes of them by risk; `none` fits no rule. */
  unrated: number;
  byRisk: Record<RiskWord, number>;
  none: number;
  /** Tools that people or their gateways rated. */
  rated: number;
  /** Tools guarded less, and more, than now; and those of which calls wait now and would run. */
  less: number;
  more: number;
  freed: number;
  /** Rules in force that raise calls of tools in no catalogue and would raise fewer of them, or less. */
  weaker: string[];
  /** Stands for every tool guarded less, with what will hold for it, and for the weaker rules. */
  lowered: string;
  /** How many tools each rule rates, by its name. */
  byRule: Record<string, number>;
  tools: PreviewedTool[];
};

/** One version of the rules, as history. */
export type RuleVersion = RuleSet & Saved;

/** Rules to save: over which version (null: none yet), and what the person was shown to be guarded less than now. */
export type SaveRules = RuleSet & { seen: number | null; lowered: string; undo?: boolean };

/** What saving did: the version, how many tools are guarded less and more than before, and what taking it back would lower. */
export type SavedRules = { version: number; less: number; more: number; undoLowers: string };
