/** A rule of an ordered list. Names are unique in the list. */
type Rule = { name: string; on: boolean };

/** A list as saved: its rules in order, and settings of the list. */
export type RuleSet = { rules: readonly Rule[] };

export type RuleOf<S extends RuleSet> = S["rules"][number];

/** A rule under edit. `isNew`: not part of the list until kept. */
export type DraftRule<R> = { key: number; rule: R; isNew?: boolean | undefined };

/** A list under edit. `set` holds the original rules. */
export type Draft<S extends RuleSet> = { rules: readonly DraftRule<RuleOf<S>>[]; set: S };

export type DraftAct<S extends RuleSet> =
  | { kind: "toggle"; key: number; on: boolean }
  | { kind: "change"; key: number; rule: RuleOf<S> }
  | { kind: "remove"; key: number }
  /** Above the rule with the key `before`; at the end without one. */
  | { kind: "add"; rule: RuleOf<S>; before?: number | undefined; isNew?: boolean }
  /** To another position, from 0. */
  | { kind: "place"; key: number; at: number }
  /** Replaces the whole list. */
  | { kind: "replace"; set: S }
  /** New settings for the same rules. */
  | { kind: "set"; set: S };

/** A draft of a list. The keys of its rules start at `first`. */
export function draftOf<S extends RuleSet>(set: S, first = 0): Draft<S> {
  return { rules: set.rules.map((rule: RuleOf<S>, at) => ({ rule, key: first + at })), set };
}

/** The list to send and compare: without new rules that are not kept. */
export function setOf<S extends RuleSet>({ rules, set }: Draft<S>): S {
  return { ...set, rules: rules.flatMap(({ rule, isNew }) => (isNew ? [] : [rule])) };
}

/** Applies one change to the draft. */
export function changed<S extends RuleSet>(draft: Draft<S>, act: DraftAct<S>): Draft<S> {
  const { rules, set } = draft;
  const at = "key" in act ? rules.findIndex(({ key }) => key === act.key) : -1;
  const one = rules[at];
  const put = (...instead: DraftRule<RuleOf<S>>[]) => ({ set, rules: rules.toSpliced(at, 1, ...instead) });
  switch (act.kind) {
    case "replace":
      // New keys, because an open form belongs to the replaced list.
      return draftOf(act.set, nextKey(draft));
    case "set":
      return { rules, set: act.set };
    case "add": {
      const before = rules.findIndex(({ key }) => key === act.before);
      const added = { rule: act.rule, key: nextKey(draft), isNew: act.isNew };
      return { set, rules: rules.toSpliced(before === -1 ? rules.length : before, 0, added) };
    }
    case "toggle":
      return one ? put({ key: act.key, rule: { ...one.rule, on: act.on } }) : draft;
    case "change":
      return one ? put({ key: act.key, rule: act.rule }) : draft;
    case "remove":
      return one ? put() : draft;
    case "place":
      return one ? { set, rules: put().rules.toSpliced(Math.max(0, act.at), 0, one) } : draft;
  }
}

export function nextKey({ rules }: Draft<RuleSet>): number {
  return rules.reduce((most, { key }) => Math.max(most, key), -1) + 1;
}

/** An unused name: "Refunds", "Refunds (2)". */
export function freeName({ rules }: Draft<RuleSet>, wanted: string): string {
  const names = new Set(rules.map(({ rule }) => rule.name));
  const base = wanted.replace(/ \(\d+\)$/, "");
  let name = wanted;
  for (let number = 2; names.has(name); number += 1) name = `${base} (${number})`;
  return name;
}

/** Whether two lists have equal settings and equal rules in the same order. */
export function sameSet(a: RuleSet, b: RuleSet): boolean {
  const differs = (one: unknown, other: unknown) =>
    one !== other && JSON.stringify(one) !== JSON.stringify(other);
  if (a.rules.length !== b.rules.length || differs({ ...a, rules: 0 }, { ...b, rules: 0 })) return false;
  return !a.rules.some((rule, at) => differs(rule, b.rules[at]));
}
