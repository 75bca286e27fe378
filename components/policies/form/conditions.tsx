"use client";

import { useRef } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { describe, Field, Input, Select, Textarea } from "@/components/ui/field";
import { OP_WORDS } from "@/components/words/policies";
import {
  ARGUMENT_OPS,
  type ArgumentOp,
  LENGTH_OPS,
  LIST_OPS,
  NUMBER_OPS,
  PRESENCE_OPS,
} from "@/lib/policies/conditions/types";
import { POLICY_CONDITIONS_MAX } from "@/lib/policies/types";
import { type ConditionProps, errorIn } from "./fields";
import type { ConditionText } from "./match-texts";

const isIn = (list: readonly string[], op: ArgumentOp) => list.includes(op);

// Most frequent first.
const CHOICES = Object.keys(OP_WORDS) as ArgumentOp[];

/** Conditions on the arguments of a call; all have to match. */
export function ArgumentFields({
  place,
  field,
  value: all,
  onChange,
  action,
  errors,
}: ConditionProps<"arguments">) {
  const adds = useRef<HTMLDivElement>(null);
  const remove = (gone: number) => {
    onChange(all.filter(({ key }) => key !== gone));
    adds.current?.querySelector("button")?.focus();
  };
  const set = (key: number, part: Partial<ConditionText>) =>
    onChange(all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => {
    const key = all.reduce((most, one) => Math.max(most, one.key), -1) + 1;
    onChange([...all, { key, path: "", op: "over", value: "" }]);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{field.label}</legend>
      {all.map((one, at) => (
        <ConditionRow
          key={one.key}
          at={at}
          condition={one}
          onChange={(part) => set(one.key, part)}
          onRemove={() => remove(one.key)}
          errors={{
            path: errors[`${place}/${at}/path`],
            value: errorIn(errors, `${place}/${at}/value`),
          }}
        />
      ))}
      {action !== "require" && all.some(({ path }) => path.split("/").includes("*")) && (
        <p className="text-xs text-fg-muted">
          {action === "allow"
            ? "With *, the policy allows a call only if every value matches."
            : "With *, one matching value is enough to refuse a call."}
        </p>
      )}
      <div ref={adds}>
        <Button size="sm" icon="plus" onClick={add} disabled={all.length >= POLICY_CONDITIONS_MAX}>
          Add a condition on an argument
        </Button>
      </div>
    </fieldset>
  );
}

function ConditionRow({
  at,
  condition,
  onChange,
  onRemove,
  errors,
}: {
  at: number;
  condition: ConditionText;
  onChange: (part: Partial<ConditionText>) => void;
  onRemove: () => void;
  errors: { path?: string; value?: string };
}) {
  const { path, op } = condition;
  const place = at + 1;
  return (
    <div className="flex flex-wrap items-start gap-2 rounded-control border border-border bg-bg p-2.5">
      <div className="min-w-40 flex-1">
        <Field
          id={`path-${place}`}
          label={`Argument ${place}`}
          hint="For example amount, or items/*/price"
          error={errors.path}
        >
          <Input
            {...describe(`path-${place}`, { hint: true, error: errors.path })}
            value={path}
            onChange={(event) => onChange({ path: event.target.value })}
            spellCheck={false}
            autoCapitalize="off"
            className="mono"
          />
        </Field>
      </div>
      <div className="w-40 max-sm:min-w-40 max-sm:flex-1">
        <Field id={`op-${place}`} label="Comparison">
          <Select
            id={`op-${place}`}
            value={op}
            onChange={({ target }) =>
              onChange({ op: ARGUMENT_OPS.find((one) => one === target.value) ?? op })
            }
          >
            {CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {OP_WORDS[choice]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="min-w-40 flex-1 empty:hidden">
        {!isIn(PRESENCE_OPS, op) && (
          <ValueField place={place} condition={condition} onChange={onChange} error={errors.value} />
        )}
      </div>
      <IconButton
        icon="x"
        label={`Remove the condition on argument ${place}`}
        onClick={onRemove}
        className="mt-5.5"
      />
    </div>
  );
}

function hintFor(op: ArgumentOp): string {
  if (isIn(NUMBER_OPS, op)) return "A number, as the tool takes it";
  if (isIn(LENGTH_OPS, op)) return "Characters of a text, items of a list";
  if (op === "matches") return "* matches any text";
  const literal = "Digits in double quotes are a text";
  return isIn(LIST_OPS, op) ? `One per line. ${literal}` : literal;
}

function ValueField({
  place,
  condition: { op, value },
  onChange,
  error,
}: {
  place: number;
  condition: ConditionText;
  onChange: (part: Partial<ConditionText>) => void;
  error?: string;
}) {
  const id = `value-${place}`;
  const common = {
    ...describe(id, { hint: true, error }),
    value,
    spellCheck: false,
    autoCapitalize: "off",
    className: "mono",
  };
  return (
    <Field id={id} label="Value" hint={hintFor(op)} error={error}>
      {isIn(LIST_OPS, op) ? (
        <Textarea {...common} rows={2} onChange={(event) => onChange({ value: event.target.value })} />
      ) : (
        <Input
          {...common}
          inputMode={isIn(NUMBER_OPS, op) || isIn(LENGTH_OPS, op) ? "decimal" : undefined}
          onChange={(event) => onChange({ value: event.target.value })}
        />
      )}
    </Field>
  );
}
