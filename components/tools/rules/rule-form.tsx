"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { useLeaving } from "@/components/ui/draft/leaving";
import { dropping, useDraft } from "@/components/ui/draft/use-draft";
import { SelectField, TextareaField, TextField } from "@/components/ui/field";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { CLAIM_WORDS } from "@/components/words/rules";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import { CLAIMS, type RatingRule, RULE_NAME_MAX } from "@/lib/tools/by-rule/types";

type Props = {
  rule: RatingRule;
  taken: readonly string[];
  onDone: (rule: RatingRule) => void;
  onRemove: () => void;
  onCancel: () => void;
};

const FIELDS = [
  ["first", "First word of the name, one of", "Without what a server puts before every name"],
  ["last", "Last word, one of", undefined],
  ["any", "Any word, one of", undefined],
  ["members", "A parameter named", "At any depth; one word of its name is enough"],
  ["providers", "Provider, one of", undefined],
] as const;

type RuleText = Record<(typeof FIELDS)[number][0], string> & {
  name: string;
  claim: string;
  risk: RiskWord;
  waits: boolean;
};

const textOf = ({ name, match, risk, requiresConfirmation: waits }: RatingRule): RuleText => ({
  name,
  first: match.first.join(", "),
  last: match.last.join(", "),
  any: match.any.join(", "),
  members: match.members.join(", "),
  providers: match.providers.join(", "),
  claim: match.claim ?? "",
  risk,
  waits,
});

const listed = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** Provider names may contain spaces. */
const named = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

function ruleOf(text: RuleText, before: RatingRule): RatingRule {
  const words = (list: string) => [...new Set(listed(list).map((word) => word.toLowerCase()))];
  return {
    name: text.name.trim(),
    on: before.on,
    match: {
      first: words(text.first),
      last: words(text.last),
      any: words(text.any),
      members: listed(text.members),
      providers: named(text.providers),
      claim: CLAIMS.find((claim) => claim === text.claim) ?? null,
    },
    risk: text.risk,
    requiresConfirmation: text.waits,
  };
}

type Errors = Partial<Record<string, string>>;

/** Errors by field; the server validates everything again. */
function errorsOf({ name, match }: RatingRule, taken: readonly string[]): Errors {
  const odd = (words: readonly string[]) => words.find((word) => !/^[a-z0-9]+$/.test(word));
  const errors: Errors = {};
  if (name === "") errors.name = "Give the rule a name.";
  else if (taken.includes(name)) errors.name = "Another rule has this name.";
  for (const list of ["first", "last", "any"] as const) {
    const word = odd(match[list]);
    if (word) errors[list] = `“${word}” is not one word of plain letters and digits.`;
  }
  return errors;
}

/** Edits one rule. It becomes part of the draft; nothing is saved here. */
export function RuleForm({ rule, taken, onDone, onRemove, onCancel }: Props) {
  const [errors, setErrors] = useState<Errors>({});
  const [began] = useState(() => textOf(rule));
  const draft = useDraft(`rule ${rule.name}`, began);
  const text = draft.value;
  const { risk } = text;
  useLeaving(draft.dirty);
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const next = ruleOf(text, rule);
    const found = errorsOf(next, taken);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else {
      draft.settle();
      onDone(next);
    }
  };
  const waits = risk === "high" || risk === "critical";
  return (
    <form noValidate onSubmit={submitted} aria-label={`Rule ${rule.name}`} className="flex flex-col gap-3.5">
      <DraftNotice draft={draft} />
      <TextField
        name="name"
        label="Name"
        value={text.name}
        onChange={({ target }) => draft.set({ name: target.value })}
        maxLength={RULE_NAME_MAX}
        error={errors.name}
        autoFocus
      />
      <p className="text-xs text-fg-muted">
        A tool must match every field you fill in, and any one word in it. Separate words by commas or spaces.
        With nothing filled in, the rule fits every tool.
      </p>
      <Conditions text={text} errors={errors} onChange={draft.set} />
      <Checkbox
        name="waits"
        label={waits ? "Waits for a person (high and critical always do)" : "Waits for a person"}
        checked={text.waits}
        onChange={({ target }) => draft.set({ waits: target.checked })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Keep this rule
        </Button>
        <Button onClick={dropping(draft, onCancel)}>Cancel</Button>
        <Button onClick={dropping(draft, onRemove)} className="sm:ml-auto">
          Remove the rule
        </Button>
      </div>
    </form>
  );
}

function Conditions({
  text,
  errors,
  onChange,
}: {
  text: RuleText;
  errors: Errors;
  onChange: (part: Partial<RuleText>) => void;
}) {
  const { risk } = text;
  return (
    <div className="grid gap-3.5 sm:grid-cols-2">
      {FIELDS.map(([name, label, hint]) => (
        <TextareaField
          key={name}
          name={name}
          label={label}
          hint={hint}
          rows={2}
          value={text[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
          error={errors[name]}
          spellCheck={false}
          autoCapitalize="off"
        />
      ))}
      <SelectField
        name="claim"
        label="What its server claims"
        value={text.claim}
        onChange={({ target }) => onChange({ claim: target.value })}
      >
        <option value="">anything</option>
        {CLAIMS.map((claim) => (
          <option key={claim} value={claim}>
            {CLAIM_WORDS[claim]}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="risk"
        label="Risk"
        value={risk}
        onChange={({ target }) => onChange({ risk: RISKS.find((one) => one === target.value) ?? risk })}
      >
        {RISKS.map((one) => (
          <option key={one} value={one}>
            {RISK_WORDS[one]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
