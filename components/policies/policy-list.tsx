"use client";

import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/field";
import { Menu } from "@/components/ui/menu";
import { Card } from "@/components/ui/page";
import { freeName, nextKey } from "@/components/ui/rule-list/draft";
import { type Placed, RuleRows } from "@/components/ui/rule-list/rule-rows";
import { counted, countOf } from "@/components/words/counts";
import { revealedText } from "@/lib/core/text/reveal";
import { POLICIES_MAX, type Policy } from "@/lib/policies/types";
import type { Choices } from "./form/deciders-fields";
import { PolicyForm } from "./form/policy-form";
import { type Narrowing, narrowed, SHOWN_STEP } from "./narrow";
import { PolicyItem, type UsedBudgets, usesOf } from "./policy-item";
import type { Policies } from "./use-policies";
import { useWarnings } from "./use-warnings";

/** The policy that is open for editing. */
export type Editing = { key: number; isExample?: boolean };

type Props = {
  policies: Policies;
  choices: Choices;
  editing: Editing | null;
  onEdit: (editing: Editing | null) => void;
  uses: UsedBudgets;
};

/** The policies in order, with controls to move, edit, switch off, copy or remove them. */
export function PolicyList(props: Props) {
  const { draft } = props.policies;
  const [by, setBy] = useState<Narrowing>({ text: "", tool: "" });
  const [steps, setSteps] = useState(1);
  const found = narrowed(draft, useDeferredValue(by), props.editing?.key);
  const open = found.findIndex(({ key }) => key === props.editing?.key);
  const shown = found.slice(0, Math.max(steps * SHOWN_STEP, open + 1));
  return (
    <Card flush>
      {draft.rules.length > 5 && (
        <Narrow by={by} onChange={setBy} found={found.length} of={draft.rules.length} />
      )}
      {found.length === 0 && (
        <EmptyState icon="search" title="No policy fits">
          Remove a word or the tool.
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

function Rows({
  policies,
  choices,
  editing,
  onEdit,
  uses,
  shown,
}: Props & { shown: readonly Placed<Policy>[] }) {
  const { draft, change, previewed } = policies;
  const of = draft.rules.length;
  const warningsOf = useWarnings(policies.set.rules);
  const duplicate = ({ rule, at }: Placed<Policy>) => {
    if (of >= POLICIES_MAX) return;
    const copy = { ...rule, name: freeName(draft, rule.name) };
    change({ kind: "add", rule: copy, before: draft.rules[at + 1]?.key, isNew: true });
    onEdit({ key: nextKey(draft) });
  };
  return (
    <RuleRows
      list={policies}
      noun="policy"
      shown={shown}
      editing={editing?.key ?? null}
      onEdit={(key) => onEdit(key === null ? null : { key })}
      // Opening another one would lose the text typed into the open one.
      isLocked={editing !== null}
      item={({ rule }) => (
        <PolicyItem
          policy={rule}
          warnings={warningsOf(rule)}
          uses={usesOf(rule, uses)}
          decides={previewed && countOf(previewed.byPolicy, rule.name)}
        />
      )}
      more={(one, { move, remove }) => (
        <Menu
          icon="more"
          label={`More for ${revealedText(one.rule.name)}`}
          align="end"
          variant="ghost"
          items={[
            ...(editing
              ? []
              : [{ label: "Duplicate", icon: "copy" as const, onSelect: () => duplicate(one) }]),
            {
              label: "Move to the top",
              icon: "arrow-up",
              disabled: one.at === 0,
              onSelect: () => move("first"),
            },
            {
              label: "Move to the end",
              icon: "arrow-down",
              disabled: one.at === of - 1,
              onSelect: () => move("last"),
            },
            { label: "Delete", icon: "trash", separated: true, onSelect: remove },
          ]}
        />
      )}
      form={(one, { taken, done, cancel }) => (
        <PolicyForm
          policy={one.rule}
          isExample={editing?.isExample}
          isNew={one.isNew ?? false}
          choices={choices}
          taken={taken}
          onDone={done}
          onCancel={cancel}
        />
      )}
    />
  );
}
