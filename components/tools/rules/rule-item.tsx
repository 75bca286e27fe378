"use client";

import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counted";
import { revealedText } from "@/lib/core/text/reveal";
import type { RatingRule } from "@/lib/tools/by-rule/types";
import { MatchWords } from "./rule-words";

type Props = {
  rule: RatingRule;
  /** Its place, and how many there are. */
  at: number;
  of: number;
  /** Tools it rates in the preview; null while that is not of this draft. */
  rates: number | null;
  /** Null for people who may only read. */
  change: { toggle: (on: boolean) => void; move: (by: -1 | 1) => void; edit: () => void } | null;
};

/** One rule of the list: what fits it, what it says, and how many tools it rates. */
export function RuleItem({ rule, at, of, rates, change }: Props) {
  const name = revealedText(rule.name);
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 sm:flex-nowrap">
      <span className="tnum w-5 shrink-0 pt-px text-right text-sm text-fg-subtle">{at + 1}</span>
      <div className={`flex min-w-0 flex-1 basis-56 flex-col gap-1 ${rule.on ? "" : "text-fg-muted"}`}>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <b className="font-medium">
            <Untrusted>{rule.name}</Untrusted>
          </b>
          <RiskMark risk={rule.risk} />
          <span className="text-xs text-fg-muted">
            {rule.requiresConfirmation || rule.risk === "high" || rule.risk === "critical"
              ? "waits for a person"
              : "runs without a person"}
          </span>
        </span>
        <span className="text-xs text-fg-muted">
          <MatchWords match={rule.match} />
        </span>
        <span className="text-xs text-fg-subtle empty:hidden">
          {!rule.on
            ? "Switched off"
            : rates === null
              ? ""
              : rates === 0
                ? "Rates no tool"
                : `Rates ${counted(rates, "tool")}`}
        </span>
      </div>
      {change && (
        <div className="flex shrink-0 items-center gap-1 max-sm:w-full max-sm:justify-end">
          <Checkbox
            label={`Use the rule ${name}`}
            hideLabel
            checked={rule.on}
            onChange={(event) => change.toggle(event.target.checked)}
            className="px-2"
          />
          <IconButton
            icon="arrow-up"
            label={`Move ${name} up`}
            disabled={at === 0}
            onClick={() => change.move(-1)}
          />
          <IconButton
            icon="arrow-down"
            label={`Move ${name} down`}
            disabled={at === of - 1}
            onClick={() => change.move(1)}
          />
          <Button size="sm" onClick={change.edit} aria-label={`Edit ${name}`}>
            Edit
          </Button>
        </div>
      )}
    </div>
  );
}
