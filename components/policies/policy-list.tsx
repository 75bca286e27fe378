"use client";

import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/field";
import { Card } from "@/components/ui/page";
import { counted, countOf } from "@/components/words/counted";
import { POLICIES_MAX } from "@/lib/policies/types";
import { type Draft, freeName, nextKey } from "./draft";
import type { Choices } from "./form/deciders-fields";
import { PolicyForm } from "./form/policy-form";
import { type Narrowing, narrowed, type Placed, SHOWN_STEP } from "./narrow";
import { PolicyItem, type UsedBudgets, usesOf } from "./policy-item";
import type { Policies } from "./use-policies";
import { useWarnings } from "./use-warnings";

/** What is open to be changed. */
export type Editing = { key: number; isExample?: boolean };

type Props = {
  policies: Policies;
  choices: Choices;
  editing: Editing | null;
  onEdit: (editing: Editing | null) => void;
  uses: UsedBudgets;
};

/** The policies in their order, each to be moved, changed, switched off, copied or removed. */
export function PolicyList(props: Props) {
  const { draft } = props.policies;
  const [by, setBy] = useState<Narrowing>({ text: "", tool: "" });
  const [steps, setSteps] = useState(1);
  const found = narrowed(draft, useDeferredValue(by), props.editing?.key);
  const open = found.findIndex(({ key }) => key === props.editing?.key);
  const shown = found.slice(0, Math.max(steps * SHOWN_STEP, open + 1));
  return (
    <Card flush>
      {draft.length > 5 && <Narrow by={by} onChange={setBy} found={found.length} of={draft.length} />}
      {found.length === 0 && (
        <EmptyState icon="search" title="No policy fits">
          Take away a word, or the tool.
        </EmptyState>
      )}
      <Rows {...props} shown={shown} />
      {found.length > shown.length && (
        <div className="flex flex-wrap items-center gap-3 border-t border-border px-3.5 py-2.5 text-sm text-fg-muted">
          {`The first ${shown.length.toLocaleString("en")} of ${found.length.toLocaleString("en")}`}
          <Button size="sm" onClick={() => setSteps(steps + 1)}>
            {`Show ${Math.min(SHOWN_STEP, found.length - shown.length).toLocaleString("en")} more`}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Narrow({
  by,
  onChange,
  found,
  of,
}: {
  by: Narrowing;
  onChange: (by: Narrowing) => void;
  found: number;
  of: number;
}) {
  return (
    <search className="flex flex-wrap items-center gap-2 border-b border-border px-3.5 py-2.5">
      <span className="min-w-48 flex-1">
        <Input
          type="search"
          aria-label="Find policies by words"
          placeholder="Words of a name or sentence"
          data-key="search"
          value={by.text}
          onChange={(event) => onChange({ ...by, text: event.target.value })}
        />
      </span>
      <span className="min-w-48 flex-1">
        <Input
          type="search"
          aria-label="Find policies that could decide calls of a tool"
          placeholder="Name of a tool"
          value={by.tool}
          onChange={(event) => onChange({ ...by, tool: event.target.value })}
        />
      </span>
      <span role="status" className="text-xs text-fg-muted">
        {found === of
          ? counted(of, "policy", "policies")
          : `${found.toLocaleString("en")} of ${counted(of, "policy", "policies")}`}
      </span>
    </search>
  );
}

/** Where a policy goes: past its neighbour on the page, which with a narrowed list may be far away. */
function placeOf(shown: readonly Placed[], index: number, where: string, of: number): number {
  if (where === "first") return 0;
  if (where === "last") return of - 1;
  const own = shown[index]?.at ?? 0;
  const by = where === "up" ? -1 : 1;
  return shown[index + by]?.at ?? own + by;
}

function Rows({ policies, choices, editing, onEdit, uses, shown }: Props & { shown: readonly Placed[] }) {
  const { draft, change, previewed } = policies;
  const [said, setSaid] = useState("");
  const warningsOf = useWarnings(policies.policies);
  const move = (index: number, where: string) => {
    const one = shown[index];
    if (!one) return;
    const at = placeOf(shown, index, where, draft.length);
    change({ kind: "place", key: one.key, at });
    setSaid(`${one.policy.name} is now policy ${at + 1} of ${draft.length}.`);
  };
  const duplicate = ({ policy, at }: Placed) => {
    if (draft.length >= POLICIES_MAX) return;
    const copy = { ...policy, name: freeName(draft, policy.name) };
    change({ kind: "add", policy: copy, before: draft[at + 1]?.key });
    onEdit({ key: nextKey(draft) });
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
            {editing?.key === one.key ? (
              <PolicyForm
                policy={one.policy}
                isExample={editing.isExample}
                isNew={one.isNew ?? false}
                choices={choices}
                taken={takenBut(draft, one.key)}
                onDone={(policy) => {
                  change({ kind: "change", key: one.key, policy });
                  onEdit(null);
                }}
                onCancel={() => {
                  if (one.isNew) change({ kind: "remove", key: one.key });
                  onEdit(null);
                }}
              />
            ) : (
              <PolicyItem
                policy={one.policy}
                place={one.at + 1}
                of={draft.length}
                warnings={warningsOf(one.policy)}
                uses={usesOf(one.policy, uses)}
                decides={previewed && countOf(previewed.byPolicy, one.policy.name)}
                acts={{
                  toggle: (on) => change({ kind: "toggle", key: one.key, on }),
                  move: (where) => move(index, where),
                  // Whatever is typed into the one that is open would be lost.
                  edit: editing ? null : () => onEdit({ key: one.key }),
                  duplicate: editing ? null : () => duplicate(one),
                  remove: () => change({ kind: "remove", key: one.key }),
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

const takenBut = (draft: Draft, key: number) =>
  draft.flatMap((other) => (other.key === key ? [] : [other.policy.name]));
