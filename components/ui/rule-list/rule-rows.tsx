"use client";

import { type Dispatch, type ReactNode, useState } from "react";
import type { Draft, DraftAct, DraftRule, RuleOf, RuleSet } from "./draft";
import { RuleRow } from "./rule-row";

/** A rule with its position in the whole list, from 0. */
export type Placed<R> = DraftRule<R> & { at: number };

/** Past its visible neighbour, or to an end of the list. */
type Move = (where: "up" | "down" | "first" | "last") => void;

/** The results of a form. `taken`: names of other rules. */
type Ends<R> = { taken: string[]; done: (rule: R) => void; remove: () => void; cancel: () => void };

type Props<S extends RuleSet> = {
  list: { draft: Draft<S>; change: Dispatch<DraftAct<S>> };
  /** The product's word for a rule of this list. */
  noun: string;
  /** The rules on the page. */
  shown: readonly Placed<RuleOf<S>>[];
  /** The key of the open rule. */
  editing: number | null;
  onEdit: (key: number | null) => void;
  /** Other rules cannot be opened. */
  isLocked?: boolean;
  item: (one: Placed<RuleOf<S>>) => ReactNode;
  more?: (one: Placed<RuleOf<S>>, acts: { move: Move; remove: () => void }) => ReactNode;
  form: (one: Placed<RuleOf<S>>, ends: Ends<RuleOf<S>>) => ReactNode;
};

export function placedAll<R>(rules: readonly DraftRule<R>[]): Placed<R>[] {
  return rules.map((one, at) => ({ ...one, at }));
}

/** The rules in order, with controls to move, edit, switch off or remove them. Announces moves. */
export function RuleRows<S extends RuleSet>({ list, noun, shown, editing, onEdit, ...parts }: Props<S>) {
  const { draft, change } = list;
  const [said, setSaid] = useState("");
  const of = draft.rules.length;
  const row = (one: Placed<RuleOf<S>>, index: number) => {
    const { key, rule } = one;
    const remove = () => change({ kind: "remove", key });
    const move: Move = (where) => {
      const at = placeOf(shown, index, where, of);
      change({ kind: "place", key, at });
      setSaid(`${rule.name} is now ${noun} ${at + 1} of ${of}.`);
    };
    const closing = (act?: () => void) => () => {
      act?.();
      onEdit(null);
    };
    if (editing === key)
      return parts.form(one, {
        taken: draft.rules.flatMap((other) => (other.key === key ? [] : [other.rule.name])),
        done: (changed) => closing(() => change({ kind: "change", key, rule: changed }))(),
        remove: closing(remove),
        cancel: closing(one.isNew ? remove : undefined),
      });
    const toggle = (on: boolean) => change({ kind: "toggle", key, on });
    const edit = parts.isLocked ? null : () => onEdit(key);
    return (
      <RuleRow
        rule={rule}
        noun={noun}
        at={one.at}
        of={of}
        acts={{ toggle, move, edit }}
        more={parts.more?.(one, { move, remove })}
      >
        {parts.item(one)}
      </RuleRow>
    );
  };
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol>
        {shown.map((one, index) => (
          <li
            key={one.key}
            data-row
            className="border-border px-3.5 py-3 not-first:border-t [content-visibility:auto] [contain-intrinsic-size:auto_76px]"
          >
            {row(one, index)}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The new position of a rule: past its visible neighbour, which may be far away in the list. */
function placeOf(shown: readonly { at: number }[], index: number, where: string, of: number): number {
  if (where === "first") return 0;
  if (where === "last") return of - 1;
  const by = where === "up" ? -1 : 1;
  return shown[index + by]?.at ?? (shown[index]?.at ?? 0) + by;
}
