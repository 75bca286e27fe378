"use client";

import { StatusMark } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Menu } from "@/components/ui/menu";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counted";
import { ACTION_MARKS } from "@/components/words/policies";
import { revealedText } from "@/lib/core/text/reveal";
import { budgetKey } from "@/lib/policies/budgets/rules";
import type { BudgetInUse } from "@/lib/policies/budgets/types";
import { policySentence, usedWords } from "@/lib/policies/sentences";
import type { Policy, PolicyWarning } from "@/lib/policies/types";
import { Warnings } from "./warnings";

type PolicyActs = {
  toggle: (on: boolean) => void;
  move: (where: "up" | "down" | "first" | "last") => void;
  /** Null while another one is open. */
  edit: (() => void) | null;
  duplicate: (() => void) | null;
  remove: () => void;
};

/** Budgets that were used lately, by their keys. */
export type UsedBudgets = Readonly<Record<string, readonly BudgetInUse[]>>;

/** Those of a policy; null where it has no budget, or one that is not in force. */
export function usesOf({ name, budget }: Policy, uses: UsedBudgets): readonly BudgetInUse[] | null {
  return (budget && uses[budgetKey(name, budget)]) ?? null;
}

type Props = {
  policy: Policy;
  /** Its place in the whole list, from 1, and how many there are. */
  place: number;
  of: number;
  /** Calls it decides in the preview; null while that is not of this draft. */
  decides: number | null;
  /** What of it most likely is not as it was meant. */
  warnings: readonly PolicyWarning[];
  /** How much of its budget is used; null where it has none. */
  uses: readonly BudgetInUse[] | null;
  acts: PolicyActs;
};

/** One policy of the list: its sentence, what it does, and how many calls it decides. */
export function PolicyItem({ policy, place, of, decides, warnings, uses, acts }: Props) {
  const { name, on, action } = policy;
  const mark = ACTION_MARKS[action];
  const needed = action === "require" ? policy.require.approvals : 1;
  const does = needed > 1 ? `Waits for ${needed} people` : mark.word;
  const word = policy.budget ? `${does} ${action === "allow" ? "within" : "beyond"} a budget` : does;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 sm:flex-nowrap">
      <span className="tnum w-7 shrink-0 pt-px text-right text-sm text-fg-subtle">
        {place.toLocaleString("en")}
      </span>
      <div className={`flex min-w-0 flex-1 basis-56 flex-col gap-1 ${on ? "" : "text-fg-muted"}`}>
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
      </div>
      <Acts name={revealedText(name)} on={on} place={place} of={of} acts={acts} />
    </div>
  );
}

// A line names those that are nearest to the end.
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

function Acts({
  name,
  on,
  place,
  of,
  acts,
}: Pick<Props, "place" | "of" | "acts"> & { name: string; on: boolean }) {
  return (
    <div className="flex shrink-0 items-center gap-1 max-sm:w-full max-sm:justify-end">
      <Checkbox
        label={`Use the policy ${name}`}
        hideLabel
        checked={on}
        onChange={(event) => acts.toggle(event.target.checked)}
        className="px-2"
      />
      <IconButton
        icon="arrow-up"
        label={`Move ${name} up`}
        disabled={place === 1}
        onClick={() => acts.move("up")}
      />
      <IconButton
        icon="arrow-down"
        label={`Move ${name} down`}
        disabled={place === of}
        onClick={() => acts.move("down")}
      />
      <Button
        size="sm"
        onClick={acts.edit ?? undefined}
        disabled={acts.edit === null}
        aria-label={`Edit ${name}`}
      >
        Edit
      </Button>
      <Menu
        icon="more"
        label={`More for ${name}`}
        align="end"
        variant="ghost"
        items={[
          ...(acts.duplicate
            ? [{ label: "Duplicate", icon: "copy" as const, onSelect: acts.duplicate }]
            : []),
          {
            label: "Move to the top",
            icon: "arrow-up",
            disabled: place === 1,
            onSelect: () => acts.move("first"),
          },
          {
            label: "Move to the end",
            icon: "arrow-down",
            disabled: place === of,
            onSelect: () => acts.move("last"),
          },
          { label: "Delete", icon: "trash", separated: true, onSelect: acts.remove },
        ]}
      />
    </div>
  );
}
