import type { Tx } from "@/lib/core/db";
import { holdVersions } from "@/lib/core/versions";
import { hintsOf } from "../hints";
import { guardsLess, isSoOfSomeCall } from "../rating";
import type { GivenTool } from "../schema";
import { currentRules, RULE_LIST } from "./queries";
import { asksForMembers, memberWords, ruleFor, ruleForName } from "./rules";
import type { NamedRuleRating, RatingRule, RuleRating } from "./types";

/**
 * Locks the active rules until the transaction ends, so that registrations use these or the next
 * ones.
 */
export async function keepRules(tx: Tx): Promise<readonly RatingRule[]> {
  await holdVersions(tx, RULE_LIST);
  const current = await currentRules(tx);
  return current?.active ? current.rules : [];
}

/** The rules' result for a tool's definition, and for its name alone. */
export type Ruled = { rule: NamedRuleRating | null; byName: RuleRating | null };

/**
 * The rules' result for a registered tool. Servers write their definitions, so a changed definition
 * can raise the result but not lower it. Lowering needs a person who saves the rules again.
 * @param before their previous result; undefined for a new tool
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

/** Whether `then` protects an unrated tool less than `now`; null leaves it unrated. */
function isMilder(then: RuleRating | null, now: RuleRating | null): boolean {
  const held = (rule: RuleRating | null) => ({
    catalogue: { risk: null, requiresConfirmation: null },
    override: null,
    tenantOverride: null,
    rule,
  });
  return isSoOfSomeCall(held(then), held(now), guardsLess);
}
