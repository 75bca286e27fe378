import type { Policy } from "@/lib/policies/types";

/** A policy under edit: its name may change, so it has a key of its own. A new one is no part of the list before it is kept. */
export type DraftPolicy = { key: number; policy: Policy; isNew?: boolean };

export type Draft = readonly DraftPolicy[];

type DraftAct =
  | { kind: "toggle"; key: number; on: boolean }
  | { kind: "change"; key: number; policy: Policy }
  | { kind: "remove"; key: number }
  /** A new one, to be kept by a change: above the policy with the key `before`, without one at the end. */
  | { kind: "add"; policy: Policy; before?: number }
  /** To another place, counted from 0. */
  | { kind: "place"; key: number; at: number }
  | { kind: "replace"; policies: readonly Policy[] };

/** The policies as they came, ready to be changed; their keys begin with the one that is given. */
export function draftOf(policies: readonly Policy[], first = 0): Draft {
  return policies.map((policy, at) => ({ policy, key: first + at }));
}

/** One change of the draft. */
export function changed(draft: Draft, act: DraftAct): Draft {
  switch (act.kind) {
    case "toggle":
      return each(draft, act.key, (policy) => ({ ...policy, on: act.on }));
    case "change":
      return each(draft, act.key, () => act.policy);
    case "remove":
      return draft.filter(({ key }) => key !== act.key);
    case "add": {
      const at = draft.findIndex(({ key }) => key === act.before);
      const added = { policy: act.policy, key: nextKey(draft), isNew: true };
      return draft.toSpliced(at === -1 ? draft.length : at, 0, added);
    }
    case "place":
      return placed(draft, act.key, act.at);
    case "replace":
      // None has the key of one that is being changed: what is open belongs to a list that is gone.
      return draftOf(act.policies, nextKey(draft));
  }
}

/** The policies that are in the list: all but one that was begun and is not kept. */
export function keptIn(draft: Draft): Policy[] {
  return draft.flatMap(({ policy, isNew }) => (isNew ? [] : [policy]));
}

/** The key that a policy added now has. */
export function nextKey(draft: Draft): number {
  return draft.reduce((most, { key }) => Math.max(most, key), -1) + 1;
}

function each(draft: Draft, key: number, change: (policy: Policy) => Policy): Draft {
  return draft.map((one) => (one.key === key ? { key, policy: change(one.policy) } : one));
}

function placed(draft: Draft, key: number, at: number): Draft {
  const from = draft.findIndex((one) => one.key === key);
  const one = draft[from];
  return one ? draft.toSpliced(from, 1).toSpliced(Math.max(0, at), 0, one) : draft;
}

/** A name that no policy has: "Refunds", "Refunds (2)". */
export function freeName(draft: Draft, wanted: string): string {
  const names = new Set(draft.map(({ policy }) => policy.name));
  const base = wanted.replace(/ \(\d+\)$/, "");
  let name = wanted;
  for (let number = 2; names.has(name); number += 1) name = `${base} (${number})`;
  return name;
}

/** Whether two lists are the same policies in the same order. */
export function samePolicies(a: readonly Policy[], b: readonly Policy[]): boolean {
  return (
    a.length === b.length &&
    a.every((policy, at) => policy === b[at] || JSON.stringify(policy) === JSON.stringify(b[at]))
  );
}
