"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { describe, Field, Input, Select } from "@/components/ui/field";
import { UNITS } from "@/components/words/durations";
import { DECIDER_WORDS, REASONED_WORDS } from "@/components/words/policies";
import { DECIDER_ROLES, REASONED_VERDICTS } from "@/lib/approvals/policies/types";
import { errorIn, type PartProps } from "./fields";
import type { AmountText } from "./texts";

/** Somebody with an account who may decide calls. */
export type Person = { email: string; name: string };

const onlyWith = <T extends string>(all: readonly T[], chosen: readonly T[], one: T, on: boolean): T[] =>
  all.filter((each) => (each === one ? on : chosen.includes(each)));

/** Who decides, until when, and what they have to say. */
export function RequirementPart({
  text,
  onChange,
  errors,
  people,
}: PartProps & { people: readonly Person[] }) {
  return (
    <fieldset className="flex flex-col gap-3.5">
      <legend className="mb-2 text-sm font-bold">Who decides</legend>
      <Deciders text={text} onChange={onChange} errors={errors} people={people} />
      <Checkbox
        label="The requester may not decide, administrators included"
        checked={text.requester}
        onChange={(event) => onChange({ requester: event.target.checked })}
      />
      <div className="grid items-start gap-3.5 sm:grid-cols-2">
        <AmountField
          id="decide-within"
          label="Decide within"
          hint="Empty: what the gateway or the tenant says"
          value={text.decideWithin}
          onChange={(decideWithin) => onChange({ decideWithin })}
          error={errors["require/decide_within_seconds"]}
        />
        <AmountField
          id="use-within"
          label="Start within, once approved"
          hint="Empty: what the tenant says"
          value={text.useWithin}
          onChange={(useWithin) => onChange({ useWithin })}
          error={errors["require/use_within_seconds"]}
        />
      </div>
      <fieldset>
        <legend className="text-sm font-medium">A reason is needed</legend>
        <div className="flex flex-wrap gap-x-4">
          {REASONED_VERDICTS.map((verdict) => (
            <Checkbox
              key={verdict}
              label={REASONED_WORDS[verdict]}
              checked={text.reasonRequired.includes(verdict)}
              onChange={({ target }) =>
                onChange({
                  reasonRequired: onlyWith(REASONED_VERDICTS, text.reasonRequired, verdict, target.checked),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </fieldset>
  );
}

function Deciders({ text, onChange, errors, people }: PartProps & { people: readonly Person[] }) {
  const named = text.people.length > 0 || text.roles.length > 0;
  const known = new Set(people.map(({ email }) => email));
  const strangers = text.people.filter((email) => !known.has(email));
  return (
    <div className="grid items-start gap-3.5 sm:grid-cols-2">
      <div className="flex flex-col gap-1">
        <Combobox
          multiple
          name="people"
          label="People"
          placeholder="Type a name or an address"
          options={people.map(({ email, name }) => ({ value: email, label: name, hint: email }))}
          value={text.people}
          onChange={(chosen: string[]) => onChange({ people: chosen })}
          error={errorIn(errors, "require/deciders/people")}
        />
        {strangers.length > 0 && (
          <p className="text-xs font-medium">
            {`Nobody who may decide has the address ${strangers.join(", ")}.`}
          </p>
        )}
      </div>
      <fieldset>
        <legend className="text-sm font-medium">Roles</legend>
        <div className="flex flex-wrap gap-x-4">
          {DECIDER_ROLES.map((role) => (
            <Checkbox
              key={role}
              label={DECIDER_WORDS[role]}
              checked={text.roles.includes(role)}
              onChange={({ target }) =>
                onChange({ roles: onlyWith(DECIDER_ROLES, text.roles, role, target.checked) })
              }
            />
          ))}
        </div>
        <p className="text-xs text-fg-muted">
          {named
            ? "One of those named decides; nobody else can, administrators included."
            : "Nobody is named: everybody who may decide calls of the tenant decides."}
        </p>
      </fieldset>
    </div>
  );
}

function AmountField({
  id,
  label,
  hint,
  value,
  onChange,
  error,
}: {
  id: string;
  label: string;
  hint: string;
  value: AmountText;
  onChange: (value: AmountText) => void;
  error?: string;
}) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="flex gap-2">
        <Input
          {...describe(id, { hint, error })}
          inputMode="numeric"
          value={value.amount}
          onChange={(event) => onChange({ ...value, amount: event.target.value })}
        />
        <Select
          className="w-28 shrink-0"
          aria-label={`${label}, unit`}
          value={value.unit}
          onChange={({ target }) =>
            onChange({ ...value, unit: UNITS.find(({ name }) => name === target.value)?.name ?? value.unit })
          }
        >
          {UNITS.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </Field>
  );
}
