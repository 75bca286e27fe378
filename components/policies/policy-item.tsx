"use client";

import { StatusMark } from "@/components/ui/badge";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { ACTION_MARKS } from "@/components/words/policies";
import { budgetKey } from "@/lib/policies/budgets/rules";
import type { BudgetInUse } from "@/lib/policies/budgets/types";
import { policySentence, usedWords } from "@/lib/policies/sentences";
import type { Policy, PolicyWarning } from "@/lib/policies/types";
import { Warnings } from "./warnings";

/** Budgets with recent use, by key. */
export type UsedBudgets = Readonly<Record<string, readonly BudgetInUse[]>>;

/** The uses of a policy's budget; null without a budget in force. */
export function usesOf({ name, budget }: Policy, uses: UsedBudgets): readonly BudgetInUse[] | null {
  return (budget && uses[budgetKey(name, budget)]) ?? null;
}

type Props = {
  policy: Policy;
  /** Calls it decides in the preview; null while the preview is of another draft. */
  decides: number | null;
  /** Likely mistakes in it. */
  warnings: readonly PolicyWarning[];
  uses: readonly BudgetInUse[] | null;
};

/** One policy of the list: sentence, action, and number of calls it decides. */
export function PolicyItem({ policy, decides, warnings, uses }: Props) {
  const { name, on, action } = policy;
  const mark = ACTION_MARKS[action];
  const needed = action === "require" ? policy.require.approvals : 1;
  const does = needed > 1 ? `Waits for ${needed} people` : mark.word;
  const word = policy.budget ? `${does} ${action === "allow" ? "within" : "beyond"} a budget` : does;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <b className="font-medium">
          <Untrusted>{name}</Untrusted>
        </b>
        <StatusMark icon={on ? mark.icon : "minus"}>{on ? word : "Switched off"}</StatusMark>
      </span>
      <span className="text-sm text-fg-muted wrap-anywhere">
        <Untrusted>{policySentence({ ...policy, on: true })}</Untrusted>
      </span>
      {on ? <Warnings of={warnings} /> : null}
      {on && uses !== null && <Used uses={uses} />}
      {on && decides !== null && (
        <span className="text-xs text-fg-subtle">
          {decides === 0
            ? "Decides none of the calls that were tried"
            : `Decides ${counted(decides, "call")}`}
        </span>
      )}
    </>
  );
}

// The line names the budgets nearest to their limit.
const USES_SHOWN = 3;

function Used({ uses }: { uses: readonly BudgetInUse[] }) {
  if (uses.length === 0)
    return <span className="text-xs text-fg-subtle">Nothing of the budget is used.</span>;
  const more = uses.length - USES_SHOWN;
  return (
    <ul aria-label="Used of the budget" className="flex flex-wrap gap-x-4 text-xs text-fg-muted">
      {uses.slice(0, USES_SHOWN).map((use) => (
        <li key={`${use.tenant} ${use.subject}`}>
          <Untrusted>
            {use.each === "tenant" ? use.tenant : `${use.subject || "no name"} in ${use.tenant}`}
          </Untrusted>
          {": "}
          <Untrusted>{usedWords(use)}</Untrusted>
        </li>
      ))}
      {more > 0 && <li>{`${more.toLocaleString("en")} more`}</li>}
    </ul>
  );
}
