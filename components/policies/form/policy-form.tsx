"use client";

import { type FormEvent, useMemo, useRef, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { useLeaving } from "@/components/ui/draft/leaving";
import { dropping, useDraft } from "@/components/ui/draft/use-draft";
import { SelectField, TextareaField, TextField } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import { type ActProblem, useAct } from "@/components/ui/use-act";
import { ACTION_CHOICES } from "@/components/words/policies";
import { checkPolicy } from "@/lib/policies/actions";
import { policySentence } from "@/lib/policies/sentences";
import {
  POLICY_ACTIONS,
  POLICY_NAME_MAX,
  POLICY_REASON_MAX,
  type Policy,
  type PolicyWarning,
} from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";
import { useWarnings } from "../use-warnings";
import { Warnings } from "../warnings";
import { BudgetPart } from "./budget-part";
import { CallsPart } from "./calls-part";
import type { Choices } from "./deciders-fields";
import { type Errors, inSentences, type PartProps } from "./fields";
import { RequirementPart } from "./requirement-part";
import { type PolicyText, policyOf, sayablePolicyOf, textOf } from "./texts";
import { useOffers } from "./use-offers";

type Props = {
  policy: Policy;
  /** Not in the list until kept. */
  isNew: boolean;
  isExample?: boolean;
  choices: Choices;
  /** Names of other policies. */
  taken: readonly string[];
  onDone: (policy: Policy) => void;
  onCancel: () => void;
};

/**
 * Edits one policy. It becomes part of the draft once the server finds no errors; nothing is saved
 * here.
 */
export function PolicyForm({ policy, isNew, isExample, choices, taken, onDone, onCancel }: Props) {
  const draft = usePolicyDraft(policy, isNew);
  const text = draft.value;
  const [named, setNamed] = useState<string | null>(null);
  const check = useAct(checkPolicy);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<PolicyText>) => draft.set(part);
  const next = useMemo(() => policyOf(text), [text]);
  const warnings = useWarnings(useMemo(() => [next], [next]))(next);
  const offers = useOffers(next);
  const errors: Errors = {
    ...inSentences(check.problem?.fields ?? {}),
    ...(named === null ? {} : { name: named }),
  };
  const part: PartProps = { text, onChange: change, errors };
  const submitted = async (event: FormEvent) => {
    event.preventDefault();
    const isTaken = taken.includes(next.name);
    setNamed(isTaken ? "Another policy has this name." : null);
    if (isTaken) return form.current?.querySelector<HTMLElement>("[name=name]")?.focus();
    const result = await check.run(writtenPolicy(next));
    if (result?.ok) {
      draft.settle();
      return onDone(next);
    }
    // After this render the fields show their errors.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submitted(event)}
      aria-label={`Policy ${policy.name}`}
      className="flex flex-col gap-4"
    >
      <Sentence policy={sayablePolicyOf(text)} isExample={isExample} />
      <DraftNotice draft={draft} />
      <NameAndAction {...part} />
      <CallsPart {...part} offers={offers} />
      <WarningsPart of={warnings.filter(isOnCalls)} />
      <BudgetPart {...part} offers={offers} />
      {text.action === "require" && <RequirementPart {...part} {...choices} />}
      {text.action === "deny" && (
        <TextareaField
          name="reason"
          label="Message to the agent"
          hint="Word for word. Say what to do instead."
          rows={2}
          value={text.reason}
          onChange={(event) => change({ reason: event.target.value })}
          maxLength={POLICY_REASON_MAX}
          error={errors.reason}
        />
      )}
      <WarningsPart of={warnings.filter((warning) => !isOnCalls(warning))} />
      <Checkbox
        label="The policy is in use"
        checked={text.on}
        onChange={(event) => change({ on: event.target.checked })}
      />
      <Refused problem={check.problem} />
      <div className="sticky bottom-0 z-10 -mx-3.5 -mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-border bg-surface px-3.5 py-3 max-lg:bottom-(--toasts)">
        <Button type="submit" variant="primary" pending={check.pending} pendingLabel="Checking…">
          {isNew ? "Add to list" : "Update list"}
        </Button>
        <Button onClick={dropping(draft, onCancel)}>{isNew ? "Discard" : "Cancel"}</Button>
        <span className="min-w-0 flex-1 basis-52 text-xs text-fg-muted">
          Nothing applies yet. Preview and save the list next.
        </span>
      </div>
    </form>
  );
}

/** The typed policy. Bump the number when its form's shape changes. */
function usePolicyDraft(policy: Policy, isNew: boolean) {
  const [began] = useState(() => textOf(policy));
  const draft = useDraft(`policy 1 ${isNew ? "" : policy.name}`, began);
  useLeaving(draft.dirty);
  return draft;
}

/** The policy as a sentence; stays visible while the form scrolls. */
function Sentence({ policy, isExample }: { policy: Policy; isExample?: boolean }) {
  return (
    <div className="sticky top-0 z-10 -mx-3.5 -mt-3 border-b border-border bg-sunken px-3.5 py-2.5 max-lg:top-14">
      <p className="line-clamp-6 text-sm max-sm:line-clamp-3 font-medium wrap-anywhere">
        <Untrusted>{policySentence(policy)}</Untrusted>
      </p>
      {isExample && (
        <p className="mt-0.5 text-xs text-fg-muted">
          An example: put in your tools, limits and people. Some tools count money in cents.
        </p>
      )}
    </div>
  );
}

const isOnCalls = ({ pointer }: PolicyWarning) => pointer.startsWith("/match/");

function WarningsPart({ of }: { of: readonly PolicyWarning[] }) {
  return (
    <div role="status" className="flex flex-col empty:hidden">
      <Warnings of={of} />
    </div>
  );
}

function NameAndAction({ text, onChange, errors }: PartProps) {
  return (
    <div className="grid items-start gap-3.5 sm:grid-cols-2">
      <TextField
        name="name"
        label="Name"
        value={text.name}
        onChange={(event) => onChange({ name: event.target.value })}
        maxLength={POLICY_NAME_MAX}
        error={errors.name}
        autoFocus
      />
      <SelectField
        name="action"
        label="Action"
        value={text.action}
        onChange={({ target }) =>
          onChange({ action: POLICY_ACTIONS.find((one) => one === target.value) ?? text.action })
        }
        error={errors.action}
      >
        {POLICY_ACTIONS.toReversed().map((action) => (
          <option key={action} value={action}>
            {ACTION_CHOICES[action]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Why it cannot be kept: field errors are at their fields, the rest here. */
function Refused({ problem }: { problem: ActProblem | null }) {
  if (!problem || Object.keys(problem.fields).length === 0) return <ActNotice problem={problem} />;
  return (
    <Banner tone="problem" role="alert">
      This policy is not valid yet. Correct the marked fields.
    </Banner>
  );
}
