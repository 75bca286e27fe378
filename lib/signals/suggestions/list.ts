import { id, oneOf, text, timestamp } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { SUGGESTION_KINDS, SUGGESTION_STATES } from "./types";

export const suggestionList = defineList({
  path: "/tools/suggestions",
  name: "suggestions",
  views: { of: SUGGESTION_STATES, usual: () => "open" },
  filters: { kind: oneOf(SUGGESTION_KINDS), provider: text(), gateway: text(), tool: text(), tenant: text() },
  cursor: [timestamp(), id()],
});

export type SuggestionFilter = FilterOf<typeof suggestionList>;
