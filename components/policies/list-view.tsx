"use client";

import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Card } from "@/components/ui/page";
import { freeName, nextKey } from "@/components/ui/rule-list/draft";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { ANY_DECIDER, EVERY_CALL, POLICIES_MAX, type Policy } from "@/lib/policies/types";
import type { Choices } from "./form/deciders-fields";
import type { UsedBudgets } from "./policy-item";
import { type Editing, PolicyList } from "./policy-list";
import { type Template, TemplateList, templatesIn } from "./template-list";
import type { Policies } from "./use-policies";

const NEW_POLICY: Policy = {
  name: "New policy",
  on: true,
  action: "require",
  match: EVERY_CALL,
  require: ANY_DECIDER,
};

type Props = {
  policies: Policies;
  choices: Choices;
  editing: Editing | null;
  onEdit: (editing: Editing | null) => void;
  /** Unapplied YAML exists, which would replace changes made here. */
  locked: boolean;
  uses: UsedBudgets;
};

/** The list of policies, and the controls that add one. */
export function ListView({ policies, choices, editing, onEdit, locked, uses }: Props) {
  const { draft, change } = policies;
  const [picking, setPicking] = useState(false);
  const { zone } = useViewerClock();
  const begin = (policy: Policy, isExample: boolean) => {
    // The first match decides. New policies come first and can be moved down.
    const before = draft.rules[0]?.key;
    const rule = { ...policy, name: freeName(draft, policy.name) };
    change({ kind: "add", rule, before, isNew: true });
    onEdit({ key: nextKey(draft), isExample });
    setPicking(false);
  };
  const templates = templatesIn(zone);
  const add = () => begin(NEW_POLICY, false);
  const pick = (template: Template) => begin(template.policy, true);
  if (locked)
    return (
      <Banner title="You are editing the policies as YAML">
        Apply or discard your YAML before changing the policies here.
      </Banner>
    );
  if (draft.rules.length === 0) return <NoPolicies templates={templates} onPick={pick} onAdd={add} />;
  const full = draft.rules.length >= POLICIES_MAX || editing !== null;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon="plus" data-key="add-policy" onClick={add} disabled={full}>
          Add a policy
        </Button>
        <Button aria-expanded={picking} onClick={() => setPicking(!picking)} disabled={full}>
          From a template
        </Button>
      </div>
      {picking && <TemplateList templates={templates} onPick={pick} />}
      <PolicyList policies={policies} choices={choices} editing={editing} onEdit={onEdit} uses={uses} />
    </>
  );
}

function NoPolicies({
  templates,
  onPick,
  onAdd,
}: {
  templates: readonly Template[];
  onPick: (template: Template) => void;
  onAdd: () => void;
}) {
  return (
    <>
      <Card flush>
        <EmptyState
          icon="shield"
          title="No policy"
          action={
            <Button icon="plus" data-key="add-policy" onClick={onAdd}>
              Add a policy
            </Button>
          }
        >
          The rating of each tool and the settings of the tenant decide which calls wait. Start with one of
          the policies below, or with an empty one.
        </EmptyState>
      </Card>
      <TemplateList templates={templates} onPick={onPick} />
    </>
  );
}
