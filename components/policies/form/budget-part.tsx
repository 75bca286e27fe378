"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { SelectField, TextField } from "@/components/ui/field";
import { PERIOD_WORDS, SHARE_CHOICES } from "@/components/words/policies";
import { BUDGET_PERIODS, BUDGET_SHARES } from "@/lib/policies/budgets/types";
import type { PolicyAction } from "@/lib/policies/types";
import { ArgumentPath } from "./argument-path";
import type { OfferingProps } from "./fields";
import type { BudgetText } from "./texts";

const LABELS: Record<PolicyAction, string> = {
  allow: "Only within a budget",
  require: "Only beyond a budget",
  deny: "Only beyond a budget",
};

const WITHIN = "Every call that is allowed to run counts.";

const HINTS: Record<PolicyAction, string> = {
  allow: `${WITHIN} Once the budget is used up, the next policies decide.`,
  require: `${WITHIN} As long as the budget has room, the next policies decide.`,
  deny: `${WITHIN} As long as the budget has room, the next policies decide. Calls that people approve still run.`,
};

const BEGIN: BudgetText = { atMost: "20", of: "", per: "hour", each: "agent" };

/** How many of these calls may run, or their total, before the policy starts or stops matching. */
export function BudgetPart({ text, onChange, errors, offers }: OfferingProps) {
  const { budget, action } = text;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Budget</legend>
      <Checkbox
        label={LABELS[action]}
        checked={budget !== null}
        onChange={(event) => onChange({ budget: event.target.checked ? BEGIN : null })}
      />
      {budget && (
        <div className="flex flex-col gap-2 rounded-control border border-border bg-bg p-2.5">
          <BudgetFields
            budget={budget}
            onChange={(part) => onChange({ budget: { ...budget, ...part } })}
            errors={errors}
            offers={offers}
          />
          <p className="text-xs text-fg-muted">{HINTS[action]}</p>
        </div>
      )}
    </fieldset>
  );
}

function BudgetFields({
  budget,
  onChange,
  errors,
  offers,
}: {
  budget: BudgetText;
  onChange: (part: Partial<BudgetText>) => void;
} & Pick<OfferingProps, "errors" | "offers">) {
  return (
    <div className="grid items-start gap-2 sm:grid-cols-2">
      <TextField
        name="budget-most"
        label="At most"
        inputMode="decimal"
        value={budget.atMost}
        onChange={({ target }) => onChange({ atMost: target.value })}
        error={errors["budget/at_most"] ?? errors.budget}
      />
      <ArgumentPath
        name="budget-of"
        label="In the argument"
        hint="Countersign adds up its numbers, for example amount. Empty: it counts calls"
        value={budget.of}
        onChange={(of) => onChange({ of })}
        error={errors["budget/of"]}
        offers={offers}
      />
      <SelectField
        name="budget-per"
        label="Period"
        value={budget.per}
        onChange={({ target }) =>
          onChange({ per: BUDGET_PERIODS.find((one) => one === target.value) ?? budget.per })
        }
      >
        {BUDGET_PERIODS.map((per) => (
          <option key={per} value={per}>
            {PERIOD_WORDS[per]}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="budget-each"
        label="Budget for"
        hint="Within each tenant"
        value={budget.each}
        onChange={({ target }) =>
          onChange({ each: BUDGET_SHARES.find((one) => one === target.value) ?? budget.each })
        }
      >
        {BUDGET_SHARES.map((each) => (
          <option key={each} value={each}>
            {SHARE_CHOICES[each]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
