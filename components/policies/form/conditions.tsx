"use client";

import { useRef } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { describe, Field, Input, Select, Textarea } from "@/components/ui/field";
import { OP_WORDS } from "@/components/words/policies";
import { FACT_WORDS } from "@/lib/policies/conditions/facts";
import {
  ARGUMENT_OPS,
  type ArgumentOp,
  FACTS,
  LENGTH_OPS,
  LIST_OPS,
  NUMBER_OPS,
  PRESENCE_OPS,
} from "@/lib/policies/conditions/types";
import { POLICY_CONDITIONS_MAX } from "@/lib/policies/types";
import { ArgumentPath } from "./argument-path";
import { type ConditionProps, errorIn } from "./fields";
import type { ConditionText } from "./match-texts";
import type { Offers } from "./use-offers";

const inTitle = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

const isIn = (list: readonly string[], op: ArgumentOp) => list.includes(op);

// Most frequent first.
const CHOICES = Object.keys(OP_WORDS) as ArgumentOp[];

/** What a list of conditions is about. `names`: the possible paths; null: any, as typed. */
type About = { id: string; one: string; add: string; first: string; names: readonly Named[] | null };

type Named = { path: string; words: string };

const ARGUMENT: About = {
  ...{ id: "", one: "Argument", first: "" },
  add: "Add a condition on an argument",
  names: null,
};

const FACT: About = {
  ...{ id: "fact-", one: "Fact", first: "/how_many" },
  add: "Add a condition on a fact",
  names: FACTS.map((name) => ({ path: `/${name}`, words: inTitle(FACT_WORDS[name]) })),
};

/** Conditions on the arguments of a call; all have to match. */
export function ArgumentFields(props: ConditionProps<"arguments">) {
  const { action, value: all } = props;
  return (
    <ConditionList {...props} about={ARGUMENT}>
      {action !== "require" && all.some(({ path }) => path.split("/").includes("*")) && (
        <p className="text-xs text-fg-muted">
          {action === "allow"
            ? "With *, the policy allows a call only if every value matches."
            : "With *, one matching value is enough to refuse a call."}
        </p>
      )}
    </ConditionList>
  );
}

/** Conditions on what the gateway states for a call; all have to match. */
export function FactFields(props: ConditionProps<"facts">) {
  return (
    <ConditionList {...props} about={FACT}>
      <p className="text-xs text-fg-muted">{props.field.hint}</p>
    </ConditionList>
  );
}

function ConditionList({
  place,
  field,
  value: all,
  onChange,
  errors,
  about,
  offers,
  children,
}: ConditionProps<"arguments" | "facts"> & { about: About; children: React.ReactNode }) {
  const adds = useRef<HTMLDivElement>(null);
  const remove = (gone: number) => {
    onChange(all.filter(({ key }) => key !== gone));
    adds.current?.querySelector("button")?.focus();
  };
  const set = (key: number, part: Partial<ConditionText>) =>
    onChange(all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => {
    const key = all.reduce((most, one) => Math.max(most, one.key), -1) + 1;
    onChange([...all, { key, path: about.first, op: "over", value: "" }]);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{field.label}</legend>
      {all.map((one, at) => (
        <ConditionRow
          key={one.key}
          at={at}
          about={about}
          offers={offers}
          condition={one}
          onChange={(part) => set(one.key, part)}
          onRemove={() => remove(one.key)}
          errors={{
            path: errors[`${place}/${at}/path`],
            value: errorIn(errors, `${place}/${at}/value`),
          }}
        />
      ))}
      {children}
      <div ref={adds}>
        <Button size="sm" icon="plus" onClick={add} disabled={all.length >= POLICY_CONDITIONS_MAX}>
          {about.add}
        </Button>
      </div>
    </fieldset>
  );
}

function ConditionRow({
  at,
  about,
  offers,
  condition,
  onChange,
  onRemove,
  errors,
}: {
  at: number;
  about: About;
  offers: Offers;
  condition: ConditionText;
  onChange: (part: Partial<ConditionText>) => void;
  onRemove: () => void;
  errors: { path?: string; value?: string };
}) {
  const { op } = condition;
  const place = at + 1;
  const id = `${about.id}op-${place}`;
  return (
    <div className="flex flex-wrap items-start gap-2 rounded-control border border-border bg-bg p-2.5">
      <div className="min-w-40 flex-1">
        <PathField
          place={place}
          about={about}
          offers={offers}
          condition={condition}
          onChange={onChange}
          error={errors.path}
        />
      </div>
      <div className="w-40 max-sm:min-w-40 max-sm:flex-1">
        <Field id={id} label="Comparison">
          <Select
            id={id}
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
          <ValueField
            place={place}
            about={about}
            condition={condition}
            onChange={onChange}
            error={errors.value}
          />
        )}
      </div>
      <IconButton
        icon="x"
        label={`Remove the condition on ${about.one.toLowerCase()} ${place}`}
        onClick={onRemove}
        className="mt-5.5"
      />
    </div>
  );
}

function hintFor(op: ArgumentOp, { names }: About): string {
  if (isIn(NUMBER_OPS, op)) return names ? "A number without separators" : "A number, as the tool takes it";
  if (isIn(LENGTH_OPS, op)) return "Characters of a text, items of a list";
  if (op === "matches") return "* matches any text";
  const literal = "Digits in double quotes are a text";
  return isIn(LIST_OPS, op) ? `One per line. ${literal}` : literal;
}

type ControlProps = {
  place: number;
  about: About;
  condition: ConditionText;
  onChange: (part: Partial<ConditionText>) => void;
  error?: string;
};

function PathField({
  place,
  about,
  offers,
  condition: { path },
  onChange,
  error,
}: ControlProps & { offers: Offers }) {
  const id = `${about.id}path-${place}`;
  const label = `${about.one} ${place}`;
  if (about.names)
    return (
      <Field id={id} label={label} error={error}>
        <Select
          {...describe(id, { error })}
          value={path}
          onChange={({ target }) => onChange({ path: target.value })}
        >
          {about.names.map((one) => (
            <option key={one.path} value={one.path}>
              {one.words}
            </option>
          ))}
        </Select>
      </Field>
    );
  return (
    <ArgumentPath
      name={id}
      label={label}
      hint="For example amount, or items/*/price"
      value={path}
      onChange={(typed) => onChange({ path: typed })}
      error={error}
      offers={offers}
    />
  );
}

function ValueField({ place, about, condition: { op, value }, onChange, error }: ControlProps) {
  const id = `${about.id}value-${place}`;
  const common = {
    ...describe(id, { hint: true, error }),
    value,
    spellCheck: false,
    autoCapitalize: "off",
    className: "mono",
  };
  return (
    <Field id={id} label="Value" hint={hintFor(op, about)} error={error}>
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
