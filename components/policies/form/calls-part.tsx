"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { snake } from "@/lib/core/casing";
import { RISKS } from "@/lib/core/risk";
import { conditionOf, SPOKEN } from "@/lib/policies/conditions/registry";
import type { ConditionKey } from "@/lib/policies/conditions/types";
import { CONDITIONS, type Kind } from "@/lib/policies/conditions/types";
import { ArgumentFields, FactFields } from "./conditions";
import { type ConditionProps, errorIn, type OfferingProps } from "./fields";
import { NameField } from "./name-field";
import { TimeFields } from "./time-fields";

type FieldOf = { [K in Kind]: (props: ConditionProps<K>) => React.ReactNode };

const FIELDS: FieldOf = {
  names: NameField,
  arguments: ArgumentFields,
  facts: FactFields,
  risks: RiskField,
  window: TimeFields,
};

const isRare = (key: ConditionKey) => conditionOf(key).field.rare !== undefined;

// Lists of names take two columns; each other field takes a line.
const OTHERS = ["arguments", "facts", "risks", "window"] as const satisfies readonly Kind[];

const ofKind = (kind: Kind) => SPOKEN.filter((key) => CONDITIONS[key].kind === kind && !isRare(key));

const RARE = SPOKEN.filter(isRare);

const rareWords = RARE.map((key) => conditionOf(key).field.rare).join(", ");

export function CallsPart(props: OfferingProps) {
  const isOpen = RARE.some((key) => errorIn(props.errors, placeOf(key)) || props.text.match[key] !== "");
  return (
    <fieldset className="flex flex-col gap-3.5">
      <legend className="text-sm font-bold">Which calls</legend>
      <p className="text-xs text-fg-muted">
        A call must match every field you fill in, and any one entry in it. * matches anything; case is
        ignored. With nothing filled in, the policy fits every call.
      </p>
      <div className="grid items-start gap-3.5 sm:grid-cols-2">{fieldsOf(ofKind("names"), props)}</div>
      {OTHERS.map((kind) => fieldsOf(ofKind(kind), props))}
      <details open={isOpen || undefined}>
        <summary className="min-h-6 cursor-pointer text-sm font-medium text-accent hover:underline max-sm:min-h-12 max-sm:py-3">
          {`${rareWords.charAt(0).toUpperCase()}${rareWords.slice(1)}`}
        </summary>
        <div className="mt-2 grid items-start gap-3.5 sm:grid-cols-2">{fieldsOf(RARE, props)}</div>
      </details>
    </fieldset>
  );
}

const placeOf = (key: ConditionKey) => `match/${snake(key)}`;

function fieldsOf(keys: readonly ConditionKey[], { text, onChange, errors, offers }: OfferingProps) {
  return keys.map((key) => {
    const { kind } = CONDITIONS[key];
    // The field of a kind takes that kind's condition; TypeScript cannot express it.
    const Field = FIELDS[kind] as (props: ConditionProps<Kind>) => React.ReactNode;
    return (
      <Field
        key={key}
        name={key}
        place={placeOf(key)}
        field={conditionOf(key).field}
        value={text.match[key]}
        onChange={(value) => onChange({ match: { ...text.match, [key]: value } })}
        action={text.action}
        errors={errors}
        offers={offers}
      />
    );
  });
}

function RiskField({ field, value: chosen, onChange, action }: ConditionProps<"risks">) {
  const hint = action === "allow" && chosen.length === 0 ? (field.hintToAllow ?? field.hint) : field.hint;
  return (
    <fieldset>
      <legend className="font-medium text-sm">{field.label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {RISKS.map((risk) => (
          <Checkbox
            key={risk}
            label={RISK_WORDS[risk]}
            checked={chosen.includes(risk)}
            onChange={({ target }) =>
              onChange(RISKS.filter((one) => (one === risk ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      </div>
      {hint ? <p className="text-fg-muted text-xs">{hint}</p> : null}
    </fieldset>
  );
}
