"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { TextareaField } from "@/components/ui/field";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { LIST_LABELS } from "@/components/words/policies";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { NameList } from "@/lib/policies/types";
import { ConditionFields } from "./conditions";
import { errorIn, type PartProps } from "./fields";
import { TimeFields } from "./time-fields";

const USUAL = ["tools", "gateways"] as const;
const RARE = ["providers", "tenants", "agents", "models", "onBehalfOf"] as const;

/** Which calls a policy is for. */
export function CallsPart({ text, onChange, errors }: PartProps) {
  const rareErrors = RARE.some((list) => errorIn(errors, placeOf(list)));
  const rare = RARE.some((list) => text.lists[list] !== "");
  return (
    <fieldset className="flex flex-col gap-3.5">
      <legend className="text-sm font-bold">Which calls</legend>
      <p className="text-xs text-fg-muted">
        Everything you fill in has to fit; of several lines one is enough. A star stands for any text, and
        upper and lower case are the same. With nothing filled in, the policy fits every call.
      </p>
      <div className="grid items-start gap-3.5 sm:grid-cols-2">
        {USUAL.map((list) => (
          <ListField key={list} list={list} text={text} onChange={onChange} errors={errors} />
        ))}
      </div>
      <ConditionFields text={text} onChange={onChange} errors={errors} />
      <RiskFields text={text} onChange={onChange} errors={errors} />
      <TimeFields time={text.time} onChange={(time) => onChange({ time })} errors={errors} />
      <details open={rare || rareErrors || undefined}>
        <summary className="min-h-6 cursor-pointer text-sm font-medium text-accent hover:underline max-sm:min-h-12 max-sm:py-3">
          Providers, tenants, agents, models, people
        </summary>
        <div className="mt-2 grid items-start gap-3.5 sm:grid-cols-2">
          {RARE.map((list) => (
            <ListField key={list} list={list} text={text} onChange={onChange} errors={errors} />
          ))}
        </div>
      </details>
    </fieldset>
  );
}

const placeOf = (list: NameList) => `match/${list === "onBehalfOf" ? "on_behalf_of" : list}`;

const HINTS: Partial<Record<NameList, string>> = {
  tools: "One per line, for example *refund*",
  gateways: "One per line, by name",
  onBehalfOf: "Whom the call is made for, for example *@acme.example",
};

const ROWS = { min: 2, max: 8 };

/** As many rows as there are patterns, so that none is out of sight. */
const rowsFor = (typed: string) => Math.min(ROWS.max, Math.max(ROWS.min, typed.split("\n").length));

function ListField({ list, text, onChange, errors }: PartProps & { list: NameList }) {
  return (
    <TextareaField
      name={list}
      label={LIST_LABELS[list]}
      hint={HINTS[list]}
      rows={rowsFor(text.lists[list])}
      value={text.lists[list]}
      onChange={({ target }) => onChange({ lists: { ...text.lists, [list]: target.value } })}
      error={errorIn(errors, placeOf(list))}
      spellCheck={false}
      autoCapitalize="off"
      className="mono"
    />
  );
}

function RiskFields({ text, onChange }: PartProps) {
  return (
    <>
      <RiskField
        legend="Risk"
        chosen={text.risk}
        onChoose={(risk) => onChange({ risk })}
        hint={
          text.action === "allow" && text.risk.length === 0
            ? "Critical calls are let through only by a policy that names this risk."
            : null
        }
      />
      <RiskField
        legend="Risk that the gateway claims"
        chosen={text.claimedRisk}
        onChoose={(claimedRisk) => onChange({ claimedRisk })}
        hint="What the call says of itself, whatever rating holds. Nothing chosen: it does not matter."
      />
    </>
  );
}

function RiskField({
  legend,
  chosen,
  onChoose,
  hint,
}: {
  legend: string;
  chosen: readonly RiskWord[];
  onChoose: (risks: RiskWord[]) => void;
  hint: string | null;
}) {
  return (
    <fieldset>
      <legend className="font-medium text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-x-4">
        {RISKS.map((risk) => (
          <Checkbox
            key={risk}
            label={RISK_WORDS[risk]}
            checked={chosen.includes(risk)}
            onChange={({ target }) =>
              onChoose(RISKS.filter((one) => (one === risk ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      </div>
      {hint ? <p className="text-fg-muted text-xs">{hint}</p> : null}
    </fieldset>
  );
}
