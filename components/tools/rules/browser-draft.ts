import { useMemo } from "react";
import { useKept } from "@/components/ui/browser-storage";
import { isLike } from "@/components/ui/draft/like";
import type { InForce, Keeper } from "@/components/ui/rule-list/use-rule-list";
import type { RatingRule, RuleSet } from "@/lib/tools/by-rule/types";

type Changes = { base: InForce<RuleSet>; set: RuleSet };

const SET: RuleSet = { rules: [], active: false };

const RULE: RatingRule = {
  name: "",
  on: true,
  match: { first: [], last: [], any: [], providers: [], members: [], claim: null },
  risk: "high",
  requiresConfirmation: true,
};

/** Where this browser keeps the viewer's changes. */
export function useKeptRules(): Keeper<RuleSet> {
  const { read, keep } = useKept("rules");
  return useMemo(
    () => ({
      read: () => {
        const kept = read();
        return isKept(kept) ? kept : null;
      },
      keep: (changes) => void keep(changes),
    }),
    [read, keep],
  );
}

/** Whether the value has this page's shape of rules. */
function isKept(value: unknown): value is Changes {
  if (!isLike<Changes>(value, { base: { version: null, set: SET }, set: SET })) return false;
  return [...value.base.set.rules, ...value.set.rules].every((rule) => isLike(rule, RULE));
}
