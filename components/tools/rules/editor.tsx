"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Section } from "@/components/ui/page";
import { nextKey } from "@/components/ui/rule-list/draft";
import { placedAll, RuleRows } from "@/components/ui/rule-list/rule-rows";
import { SaveBar } from "@/components/ui/rule-list/save-bar";
import type { InForce } from "@/components/ui/rule-list/use-rule-list";
import { countOf } from "@/components/words/counts";
import { type RatingRule, RULES_MAX, type RulePreview, type RuleSet } from "@/lib/tools/by-rule/types";
import { PreviewTools, PreviewWords } from "./preview";
import { RuleForm } from "./rule-form";
import { RuleItem } from "./rule-item";
import { type Rules, useRules } from "./use-rules";

type Props = {
  inForce: InForce<RuleSet>;
  /** The initial rules: those in force, an earlier version, or the built-in list. */
  start: RuleSet;
  builtIn: readonly RatingRule[];
  firstPreview: RulePreview;
  /** Shown below the tools and above the fixed bar. */
  versions: ReactNode;
};

const NEW_RULE: Omit<RatingRule, "name"> = {
  on: true,
  match: { first: [], last: [], any: [], providers: [], members: [], claim: null },
  risk: "high",
  requiresConfirmation: true,
};

/** Edits rules, previews their effect, and saves exactly what was previewed. */
export function RulesEditor({ inForce, start, builtIn, firstPreview, versions }: Props) {
  const rules = useRules(inForce, start, firstPreview);
  const { draft, set, change } = rules;
  const [editing, setEditing] = useState<number | null>(null);
  const add = () => {
    const names = new Set(set.rules.map(({ name }) => name));
    let number = set.rules.length + 1;
    while (names.has(`Rule ${number}`)) number += 1;
    const rule = { ...NEW_RULE, name: `Rule ${number}` };
    change({ kind: "add", rule, before: draft.rules[0]?.key });
    setEditing(nextKey(draft));
  };
  return (
    <>
      <Section
        id="list"
        title="Rules"
        description="The first rule that fits a tool rates it. People’s ratings and the gateway’s always come before."
        actions={
          <>
            <Button onClick={() => change({ kind: "replace", set: { ...set, rules: builtIn } })}>
              Begin with the built-in list
            </Button>
            <Button icon="plus" onClick={add} disabled={set.rules.length >= RULES_MAX}>
              Add a rule
            </Button>
          </>
        }
      >
        <RatingRules rules={rules} editing={editing} onEdit={setEditing} />
      </Section>
      {rules.previewed && (
        <Section
          id="effect"
          title="Unrated tools with these rules"
          description="Nothing applies before it is saved. Each saved version is kept and can be loaded again."
        >
          <PreviewTools preview={rules.previewed} />
        </Section>
      )}
      {versions}
      <RulesBar rules={rules} start={start} />
    </>
  );
}

function RatingRules({
  rules,
  editing,
  onEdit,
}: {
  rules: Rules;
  editing: number | null;
  onEdit: (key: number | null) => void;
}) {
  const { draft, previewed } = rules;
  return (
    <Card flush>
      {draft.rules.length === 0 && (
        <EmptyState icon="filter" title="No rules">
          Without a rule, an unrated tool is medium and a person decides. Add a rule, or begin with the
          built-in list.
        </EmptyState>
      )}
      <RuleRows
        list={rules}
        noun="rule"
        shown={placedAll(draft.rules)}
        editing={editing}
        onEdit={onEdit}
        item={({ rule }) => (
          <RuleItem rule={rule} rates={previewed && countOf(previewed.byRule, rule.name)} />
        )}
        form={({ rule }, { taken, done, remove, cancel }) => (
          <RuleForm
            key={rule.name}
            rule={rule}
            taken={taken}
            onDone={done}
            onRemove={remove}
            onCancel={cancel}
          />
        )}
      />
    </Card>
  );
}

/** The effect of the rules, and the controls that put them in force. */
function RulesBar({ rules, start }: { rules: Rules; start: RuleSet }) {
  const { set, change, base, previewed, isChanged } = rules;
  const isNew = base.version === null || isChanged;
  const works =
    previewed !== null && (isNew || previewed.less + previewed.more + previewed.weaker.length > 0);
  return (
    <SaveBar
      label="Save the rules"
      list={rules}
      note={
        <DraftNotice
          draft={{
            restored: rules.isRestored,
            discard: () => change({ kind: "replace", set: base.version === null ? start : base.set }),
          }}
        />
      }
      more={
        <Checkbox
          label="The rules are switched on"
          className="max-sm:basis-full"
          checked={set.active}
          onChange={(event) => change({ kind: "set", set: { ...set, active: event.target.checked } })}
        />
      }
      trying="Trying…"
      save={saveLabel(base.version !== null && base.set.active, set.active)}
      next={previewed ? "save" : "preview"}
      maySave={works}
    >
      {previewed ? (
        <PreviewWords preview={previewed} active={set.active} />
      ) : (
        <p className="text-sm text-fg-muted">
          The rules changed since the last preview. Preview first, then save.
        </p>
      )}
    </SaveBar>
  );
}

function saveLabel(was: boolean, active: boolean): string {
  if (active) return was ? "Save the rules" : "Save and switch on";
  return was ? "Save and switch off" : "Save, switched off";
}
