import type { Tx } from "@/lib/core/db";
import { holdVersions } from "@/lib/core/versions";
import { hintsOf } from "../hints";
import { guardsLess, isSoOfSomeCall } from "../rating";
import type { GivenTool } from "../schema";
import { currentRules, RULE_LIST } from "./queries";
import { asksForMembers, memberWords, ruleFor, ruleForName } from "./rules";
import type { NamedRuleRating, RatingRule, RuleRating } from "./types";

/** The rules in force, which stay the same until the transaction ends: what is registered meanwhile is judged by them or by the next. */
export async function keepRules(tx: Tx): Promise<readonly RatingRule[]> {
  await holdVersions(tx, RULE_LIST);
  const current = await currentRules(tx);
  return current?.active ? current.rules : [];
}

/** What the rules say of a tool by its definition, and what they say of its name alone. */
export type Ruled = { rule: NamedRuleRating | null; byName: RuleRating | null };

/**
 * What the rules say of a tool that is registered. A definition is its server's word: one that changes may raise what a rule
 * says of the tool, never lower it; that takes a person who saves the rules again.
 * @param before what they said of it so far; undefined for a new tool
 */
export function ruledAtRegistration(
  rules: readonly RatingRule[],
  provider: string,
  { name, inputSchema, annotations }: GivenTool,
  before: NamedRuleRating | null | undefined,
): Ruled {
  const found = ruleFor(rules, {
    provider,
    name,
    members: asksForMembers(rules) ? memberWords(inputSchema.node) : new Set(),
    hints: hintsOf(annotations?.text ?? null),
  });
  const rule = found && {
    name: found.name,
    risk: found.risk,
    requiresConfirmation: found.requiresConfirmation,
  };
  const kept = before !== undefined && isMilder(rule, before) ? before : rule;
  return { rule: kept, byName: ruleForName(rules, provider, name) };
}

/** Whether the one guards a tool that nobody rated less than the other; none is not rating it. */
function isMilder(then: RuleRating | null, now: RuleRating | null): boolean {
  const held = (rule: RuleRating | null) => ({
    catalogue: { risk: null, requiresConfirmation: null },
    override: null,
    tenantOverride: null,
    rule,
  });
  return isSoOfSomeCall(held(then), held(now), guardsLess);
}
