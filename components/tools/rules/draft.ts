import type { RatingRule, RuleSet } from "@/lib/tools/by-rule/types";

/** A rule under edit: its name may change, so it has a key of its own. */
export type DraftRule = RatingRule & { key: number };

type Draft = { rules: readonly DraftRule[]; active: boolean };

type DraftAct =
  | { kind: "switch"; active: boolean }
  | { kind: "toggle"; key: number; on: boolean }
  | { kind: "move"; key: number; by: -1 | 1 }
  | { kind: "change"; key: number; rule: RatingRule }
  | { kind: "remove"; key: number }
  | { kind: "add"; key: number; rule: RatingRule }
  | { kind: "replace"; set: RuleSet };

/** The set as it came, ready to be changed; the keys of its rules begin with the one that is given. */
export function draftOf({ rules, active }: RuleSet, first = 0): Draft {
  return { rules: rules.map((rule, at) => ({ ...rule, key: first + at })), active };
}

/** The key that a rule added now has. */
export function nextKey({ rules }: Draft): number {
  return rules.reduce((most, { key }) => Math.max(most, key), -1) + 1;
}

/** The set as it is sent and compared. */
export function setOf({ rules, active }: Draft): { rules: RatingRule[]; active: boolean } {
  return { rules: rules.map(({ key: _, ...rule }) => rule), active };
}

/** One change of the draft. */
export function changed(draft: Draft, act: DraftAct): Draft {
  switch (act.kind) {
    case "switch":
      return { ...draft, active: act.active };
    case "toggle":
      return each(draft, act.key, (rule) => ({ ...rule, on: act.on }));
    case "change":
      return each(draft, act.key, ({ key }) => ({ ...act.rule, key }));
    case "remove":
      return { ...draft, rules: draft.rules.filter(({ key }) => key !== act.key) };
    case "add":
      return { ...draft, rules: [{ ...act.rule, key: act.key }, ...draft.rules] };
    case "move":
      return { ...draft, rules: moved(draft.rules, act.key, act.by) };
    case "replace":
      // None has the key of one that is being changed: what is open belongs to a set that is gone.
      return draftOf(act.set, nextKey(draft));
  }
}

function each(draft: Draft, key: number, change: (rule: DraftRule) => DraftRule): Draft {
  return { ...draft, rules: draft.rules.map((rule) => (rule.key === key ? change(rule) : rule)) };
}

function moved(rules: readonly DraftRule[], key: number, by: -1 | 1): DraftRule[] {
  const from = rules.findIndex((rule) => rule.key === key);
  const rule = rules[from];
  const to = from + by;
  if (!rule || to < 0 || to >= rules.length) return [...rules];
  return rules.toSpliced(from, 1).toSpliced(to, 0, rule);
}
