import type { Claim, RulePreview, WORD_LISTS } from "@/lib/tools/by-rule/types";
import { counted } from "./counts";

type WordList = (typeof WORD_LISTS)[number];

/** The condition of each list of a rule, before its words. */
export const LIST_WORDS: Record<WordList | "providers" | "members", string> = {
  first: "name begins with",
  last: "name ends with",
  any: "name has",
  providers: "provider is",
  members: "takes a parameter",
};

export const CLAIM_WORDS: Record<Claim, string> = {
  says_destructive: "its server says it may destroy",
  says_read_only: "its server says it only reads",
  no_objection: "its server does not say that it changes or destroys anything",
};

const number = (count: number) => count.toLocaleString("en");

/** "51 unrated tools: 38 low, 9 medium, 4 high". */
export function previewHeadline({ unrated, byRisk, none }: RulePreview): string {
  if (unrated === 0) return "No tool is unrated: these rules would apply to tools that come later.";
  const parts = [
    ...(["low", "medium", "high", "critical"] as const)
      .filter((risk) => byRisk[risk] > 0)
      .map((risk) => `${number(byRisk[risk])} ${risk}`),
    ...(none > 0 ? [`${number(none)} that no rule fits: medium, and a person decides`] : []),
  ];
  return `${counted(unrated, "unrated tool")}: ${parts.join(", ")}`;
}

/** The effect of switching rules off, in the same place. */
export function offHeadline({ unrated }: RulePreview): string {
  return unrated === 0
    ? "Switched off, and no tool is unrated."
    : `Switched off: ${counted(unrated, "unrated tool")}, all medium, and a person decides`;
}

/** Shown before saving: what loses and gains protection; null if nothing does. */
export function guardSentence({ less, more, freed, weaker }: RulePreview): {
  less: string | null;
  /** Tools outside the catalogue, which cannot be counted. */
  unlisted: string | null;
  more: string | null;
} {
  const milder = less - freed;
  const parts = [
    ...(freed > 0
      ? [`calls of ${counted(freed, "tool")} wait for a person today and will run without one`]
      : []),
    ...(milder > 0 ? [`${counted(milder, "tool")} at a lower risk`] : []),
  ];
  return {
    less: parts.length > 0 ? `Less guarded than now: ${parts.join("; ")}.` : null,
    unlisted: weaker.length > 0 ? unlistedSentence(weaker) : null,
    more: more > 0 ? `More guarded than now: ${counted(more, "tool")}.` : null,
  };
}

// The bar is always visible, so it names only a few.
const NAMED_MAX = 3;

function unlistedSentence(weaker: readonly string[]): string {
  const named = weaker.slice(0, NAMED_MAX).map((name) => `“${name}”`);
  const others = weaker.length - named.length;
  const rules = [...named, ...(others > 0 ? [counted(others, "other rule")] : [])].join(", ");
  return `Calls of tools that are in no catalogue may be guarded less: by these rules, ${rules} would raise fewer of them, or less.`;
}

/** What was saved, and the effect. */
export function savedWords(version: number, active: boolean): string {
  return active
    ? `Version ${number(version)} of the rules is saved. It applies to new calls.`
    : `Version ${number(version)} is saved, and the rules are switched off.`;
}
