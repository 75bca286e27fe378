import { id, text } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { RULE_STATES } from "./types";

export const ruleList = defineList({
  path: "/policies/remembered",
  name: "rules",
  views: { of: RULE_STATES, usual: () => "active" },
  filters: { tenant: text() },
  cursor: [id()],
});

export type RuleFilter = FilterOf<typeof ruleList>;
