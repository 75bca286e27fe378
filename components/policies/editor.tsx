"use client";

import { useState } from "react";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { useLeaving } from "@/components/ui/draft/leaving";
import { useDraft } from "@/components/ui/draft/use-draft";
import { openedPart } from "@/components/ui/lazy-part";
import { Section } from "@/components/ui/page";
import type { InForce } from "@/components/ui/rule-list/use-rule-list";
import { Segmented } from "@/components/ui/segmented";
import type { Choices } from "./form/deciders-fields";
import { ListView } from "./list-view";
import type { UsedBudgets } from "./policy-item";
import type { Editing } from "./policy-list";
import { PreviewTools } from "./preview/preview-tools";
import { PoliciesBar } from "./save-bar";
import { type Tried, TryView } from "./try/try-view";
import { type PolicySet, usePolicies } from "./use-policies";

// Loaded on demand: the YAML writer is large and rarely used.
const YamlView = openedPart(() => import("./yaml-view").then((part) => part.YamlView));

type Props = {
  inForce: InForce<PolicySet>;
  /** The initial policies: those in force, or an earlier version. */
  start: PolicySet;
  /** The use of their budgets, by key. */
  uses: UsedBudgets;
  /** The people and groups that a policy can name. */
  choices: Choices;
  /** A call to try, as its gateway would send it; empty without one. */
  call: string;
  /** Opens on the Try view. */
  isTrying: boolean;
};

const VIEWS = [
  { value: "list", label: "List", title: "Policies in their order" },
  { value: "yaml", label: "YAML", title: "The whole list as YAML" },
  { value: "try", label: "Try", title: "Try a call" },
] as const;

type View = (typeof VIEWS)[number]["value"];

/** Edits policies, previews their effect, and saves exactly what was previewed. */
export function PoliciesEditor({ inForce, start, uses, choices, call, isTrying }: Props) {
  const policies = usePolicies(inForce, start);
  const { base, previewed } = policies;
  const [view, setView] = useState<View>(isTrying ? "try" : "list");
  const [opened, setEditing] = useState<Editing | null>(null);
  const yaml = useDraft("policies as yaml", { typed: null as string | null });
  const { typed } = yaml.value;
  useLeaving(typed !== null);
  const [tried, setTried] = useState<Tried>({ text: call, result: null });
  // YAML or undo may have replaced the list.
  const editing = policies.draft.rules.some(({ key }) => key === opened?.key) ? opened : null;
  const newer = (inForce.version ?? 0) > (base.version ?? 0) ? inForce.version : null;
  const unkept =
    editing !== null
      ? "Add or discard the open policy before previewing."
      : typed !== null
        ? "Apply or discard your YAML before previewing."
        : null;
  return (
    <>
      <Section
        id="list"
        title={VIEWS.find(({ value }) => value === view)?.title}
        description="The first policy from the top that fits a call decides it. If none fits, the tool’s rating and the tenant’s settings decide."
        actions={<Segmented legend="Show" name="view" value={view} onChange={setView} options={VIEWS} />}
      >
        <DraftNotice draft={yaml} />
        {view === "yaml" && (
          <YamlView policies={policies} typed={typed} onType={(text) => yaml.set({ typed: text })} />
        )}
        {view === "try" && <TryView policies={policies} tried={tried} onTry={setTried} />}
        {view === "list" && (
          <ListView
            policies={policies}
            choices={choices}
            editing={editing}
            onEdit={setEditing}
            locked={typed !== null}
            uses={uses}
          />
        )}
      </Section>
      {view !== "try" && previewed && (
        <Section
          id="effect"
          title="The last 7 days with these policies"
          description="How the stored calls ended, and how they would have ended. Nothing applies until you save. Calls that wait keep the requirement they were held with."
        >
          <PreviewTools preview={previewed} />
        </Section>
      )}
      {!(view === "list" && editing) &&
        (policies.isChanged || typed !== null || (view !== "try" && policies.draft.rules.length > 0)) && (
          <PoliciesBar policies={policies} unkept={unkept} newer={newer} />
        )}
    </>
  );
}
