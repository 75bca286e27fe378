"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField, TextareaField, TextField } from "@/components/ui/field";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { CLAIM_WORDS } from "@/components/words/rules";
import { RISKS } from "@/lib/core/risk";
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

const listed = (data: FormData, name: string) =>
  String(data.get(name) ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);

/** Provider names may contain spaces. */
const named = (data: FormData, name: string) =>
  String(data.get(name) ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

function ruleIn(form: HTMLFormElement, before: RatingRule): RatingRule {
  const data = new FormData(form);
  const words = (name: string) => [...new Set(listed(data, name).map((word) => word.toLowerCase()))];
  return {
    name: String(data.get("name") ?? "").trim(),
    on: before.on,
    match: {
      first: words("first"),
      last: words("last"),
      any: words("any"),
      members: listed(data, "members"),
      providers: named(data, "providers"),
      claim: CLAIMS.find((claim) => claim === data.get("claim")) ?? null,
    },
    risk: RISKS.find((risk) => risk === data.get("risk")) ?? before.risk,
    requiresConfirmation: data.get("waits") === "on",
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
  const [risk, setRisk] = useState(rule.risk);
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const next = ruleIn(form, rule);
    const found = errorsOf(next, taken);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else onDone(next);
  };
  const waits = risk === "high" || risk === "critical";
  return (
    <form noValidate onSubmit={submitted} aria-label={`Rule ${rule.name}`} className="flex flex-col gap-3.5">
      <TextField
        name="name"
        label="Name"
        defaultValue={rule.name}
        maxLength={RULE_NAME_MAX}
        error={errors.name}
        autoFocus
      />
      <p className="text-xs text-fg-muted">
        A tool must match every field you fill in, and any one word in it. Separate words by commas or spaces.
        With nothing filled in, the rule fits every tool.
      </p>
      <div className="grid gap-3.5 sm:grid-cols-2">
        {FIELDS.map(([name, label, hint]) => (
          <TextareaField
            key={name}
            name={name}
            label={label}
            hint={hint}
            rows={2}
            defaultValue={rule.match[name].join(", ")}
            error={errors[name]}
            spellCheck={false}
            autoCapitalize="off"
          />
        ))}
        <SelectField name="claim" label="What its server claims" defaultValue={rule.match.claim ?? ""}>
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
          onChange={(event) => setRisk(RISKS.find((one) => one === event.target.value) ?? risk)}
        >
          {RISKS.map((one) => (
            <option key={one} value={one}>
              {RISK_WORDS[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <Checkbox
        name="waits"
        label={waits ? "Waits for a person (high and critical always do)" : "Waits for a person"}
        defaultChecked={rule.requiresConfirmation}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Keep this rule
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        <Button onClick={onRemove} className="sm:ml-auto">
          Remove the rule
        </Button>
      </div>
    </form>
  );
}
