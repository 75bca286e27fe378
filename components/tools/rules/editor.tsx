"use client";

import { type ReactNode, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Section } from "@/components/ui/page";
import { countOf } from "@/components/words/counted";
import { type RatingRule, RULES_MAX, type RulePreview, type RuleSet } from "@/lib/tools/by-rule/types";
import { type DraftRule, nextKey, setOf } from "./draft";
import { PreviewTools, PreviewWords } from "./preview";
import { RuleForm } from "./rule-form";
import { RuleItem } from "./rule-item";
import { type InForce, useRules } from "./use-rules";

type Props = {
  inForce: InForce;
  /** What the editor begins with: the rules in force, an earlier version, or the built-in list. */
  start: RuleSet;
  builtIn: readonly RatingRule[];
  firstPreview: RulePreview;
  /** What stands below the tools, above the bar that stays. */
  versions: ReactNode;
};

const NEW_RULE: Omit<RatingRule, "name"> = {
  on: true,
  match: { first: [], last: [], any: [], providers: [], members: [], claim: null },
  risk: "high",
  requiresConfirmation: true,
};

/** The list of rules to change, what it would do, and saving exactly what was previewed. */
export function RulesEditor({ inForce, start, builtIn, firstPreview, versions }: Props) {
  const rules = useRules(inForce, start, firstPreview);
  const { draft, change } = rules;
  const [editing, setEditing] = useState<number | null>(null);
  const add = () => {
    const names = new Set(draft.rules.map(({ name }) => name));
    let number = draft.rules.length + 1;
    while (names.has(`Rule ${number}`)) number += 1;
    const key = nextKey(draft);
    change({ kind: "add", key, rule: { ...NEW_RULE, name: `Rule ${number}` } });
    setEditing(key);
  };
  return (
    <>
      <Section
        id="list"
        title="Rules"
        description="The first rule that fits a tool rates it. People’s ratings and the gateway’s always come before."
        actions={
          <>
            <Button
              onClick={() => change({ kind: "replace", set: { rules: builtIn, active: draft.active } })}
            >
              Begin with the built-in list
            </Button>
            <Button icon="plus" onClick={add} disabled={draft.rules.length >= RULES_MAX}>
              Add a rule
            </Button>
          </>
        }
      >
        <RuleList rules={rules} editing={editing} onEdit={setEditing} />
      </Section>
      {rules.previewed && (
        <Section
          id="effect"
          title="Unrated tools with these rules"
          description="Nothing applies before it is saved. Each saved version is kept and can be loaded again."
        >
          <PreviewTools preview={rules.shown.preview} />
        </Section>
      )}
      {versions}
      <SaveBar rules={rules} />
    </>
  );
}

type Rules = ReturnType<typeof useRules>;

function RuleList({
  rules: { draft, change, previewed, shown },
  editing,
  onEdit,
}: {
  rules: Rules;
  editing: number | null;
  onEdit: (key: number | null) => void;
}) {
  const [said, setSaid] = useState("");
  const move = (rule: DraftRule, at: number, by: -1 | 1) => {
    change({ kind: "move", key: rule.key, by });
    setSaid(`${rule.name} is now rule ${at + by + 1} of ${draft.rules.length}.`);
  };
  return (
    <Card flush>
      <p role="status" className="sr-only">
        {said}
      </p>
      {draft.rules.length === 0 && (
        <EmptyState icon="filter" title="No rules">
          Without a rule, a tool that nobody rated is medium and a person decides. Add one, or begin with the
          built-in list.
        </EmptyState>
      )}
      <ol>
        {draft.rules.map((rule, at) => (
          <li key={rule.key} className="border-border px-3.5 py-3 not-first:border-t">
            {editing === rule.key ? (
              <RuleForm
                rule={rule}
                taken={draft.rules.flatMap((other) => (other.key === rule.key ? [] : [other.name]))}
                onDone={(next) => {
                  change({ kind: "change", key: rule.key, rule: next });
                  onEdit(null);
                }}
                onRemove={() => {
                  change({ kind: "remove", key: rule.key });
                  onEdit(null);
                }}
                onCancel={() => onEdit(null)}
              />
            ) : (
              <RuleItem
                rule={rule}
                at={at}
                of={draft.rules.length}
                rates={previewed ? countOf(shown.preview.byRule, rule.name) : null}
                change={{
                  toggle: (on) => change({ kind: "toggle", key: rule.key, on }),
                  move: (by) => move(rule, at, by),
                  edit: () => onEdit(rule.key),
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Stays at the bottom: what the draft does, and the way to put it in force. Nothing is saved that was not previewed. */
function SaveBar({ rules }: { rules: Rules }) {
  const { draft, change, base, previewed, isNew, shown, preview, save } = rules;
  const works = isNew || shown.preview.less + shown.preview.more + shown.preview.weaker.length > 0;
  return (
    <section
      aria-label="Save the rules"
      className="sticky bottom-0 z-20 -mx-4 flex flex-col gap-2 border-t border-border bg-surface px-4 py-3 max-lg:bottom-(--toasts) sm:-mx-7 sm:px-7"
    >
      <ActNotice problem={preview.problem ?? save.problem} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 flex-1 basis-80">
          {previewed ? (
            <PreviewWords preview={shown.preview} active={shown.set.active} />
          ) : (
            <p className="text-sm text-fg-muted">
              The rules changed since the last preview. Preview first, then save.
            </p>
          )}
        </div>
        <Checkbox
          label="The rules are switched on"
          className="max-sm:basis-full"
          checked={draft.active}
          onChange={(event) => change({ kind: "switch", active: event.target.checked })}
        />
        <Button
          variant={previewed ? "outline" : "primary"}
          onClick={() => void rules.show(setOf(draft))}
          pending={preview.pending}
          pendingLabel="Trying…"
        >
          Preview
        </Button>
        <Button
          variant={previewed ? "primary" : "outline"}
          onClick={() => void rules.store()}
          disabled={!previewed || !works}
          pending={save.pending}
          pendingLabel="Saving…"
        >
          {saveLabel(base.version !== null && base.active, draft.active)}
        </Button>
      </div>
    </section>
  );
}

function saveLabel(was: boolean, active: boolean): string {
  if (active) return was ? "Save the rules" : "Save and switch on";
  return was ? "Save and switch off" : "Save, switched off";
}
