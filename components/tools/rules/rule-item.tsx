import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { RatingRule } from "@/lib/tools/by-rule/types";
import { MatchWords } from "./rule-words";

type Props = {
  rule: RatingRule;
  /** Tools it rates in the preview; null while the preview is of another draft. */
  rates: number | null;
};

/** One rule of the list: its match, rating, and number of tools it rates. */
export function RuleItem({ rule, rates }: Props) {
  return (
    <>
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
    </>
  );
}
