import { id, oneOf, text, timestamp } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { SUGGESTION_KINDS, SUGGESTION_STATES } from "./types";

/** Suggestions of all tools, what was raised last first. */
export const suggestionList = defineList({
  path: "/tools/suggestions",
  name: "suggestions",
  views: { of: SUGGESTION_STATES, usual: () => "open" },
  filters: { kind: oneOf(SUGGESTION_KINDS), provider: text(), gateway: text(), tool: text(), tenant: text() },
  cursor: [timestamp(), id()],
});

export type SuggestionFilter = FilterOf<typeof suggestionList>;
