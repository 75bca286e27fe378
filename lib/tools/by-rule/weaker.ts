import { RISKS, type RiskWord } from "@/lib/core/risk";
import { lowersUnrated } from "./rules";
import type { RatingRule, RuleMatch, RuleSet } from "./types";

// Tools in no catalogue have no names to list, but the rules that raise their calls do.

function forNames({ rules, active }: RuleSet): RatingRule[] {
  const asksForMore = ({ members, claim }: RuleMatch) => members.length > 0 || claim !== null;
  return active ? rules.filter(({ on, match }) => on && !asksForMore(match)) : [];
}

const rank = (risk: RiskWord) => RISKS.indexOf(risk);

function raises({ risk, requiresConfirmation }: RatingRule): boolean {
  return requiresConfirmation || rank(risk) >= rank("high");
}

function holdsAsMuch(one: RatingRule, other: RatingRule): boolean {
  return rank(one.risk) >= rank(other.risk) && (one.requiresConfirmation || !other.requiresConfirmation);
}

/** Whether every name that matches `narrow` matches `wide`. An empty list matches everything. */
function covers(wide: RatingRule, narrow: RatingRule): boolean {
  const lists = ["first", "last", "any", "providers"] as const;
  return (
    lists.every((list) => {
      const [all, some] = [wide.match[list], narrow.match[list]];
      return all.length === 0 || (some.length > 0 && some.every((word) => all.includes(word)));
    }) &&
    // Names with foreign letters match no rule that lowers protection.
    (!lowersUnrated(wide) || lowersUnrated(narrow))
  );
}

/**
 * Earlier rules for names that may raise fewer calls or less under the new ones: removed, disabled,
 * milder, narrower, or after a milder rule that now comes first.
 */
export function weakerForNames(before: RuleSet | null, after: RuleSet): string[] {
  const was = before ? forNames(before) : [];
  const will = forNames(after);
  const weakened = was.filter((rule, at) => {
    if (!raises(rule)) return false;
    const kept = will.findIndex((other) => covers(other, rule) && holdsAsMuch(other, rule));
    const cameFirst = (one: RatingRule) => was.slice(0, at).some((earlier) => covers(earlier, one));
    return kept < 0 || !will.slice(0, kept).every((one) => holdsAsMuch(one, rule) || cameFirst(one));
  });
  return weakened.map(({ name }) => name);
}
