import { id, name, oneOf, text, whole } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { RISKS } from "@/lib/core/risk";
import { KNOWN_BUDGET } from "../types";
import { TOOL_VIEWS } from "./types";

/**
 * The catalogue list, ordered by rank (see queries.ts), provider and name. `tenant` selects whose
 * ratings are shown.
 */
export const toolList = defineList({
  path: "/tools",
  name: "tools",
  views: { of: TOOL_VIEWS, usual: () => "all" },
  filters: {
    q: text(),
    gateway: text(),
    provider: text(),
    risk: oneOf(RISKS),
    category: text(),
    tenant: text(),
  },
  cursor: [whole(0, 9), name(), name(), id()],
});

export type ToolFilter = FilterOf<typeof toolList>;

/** The page with the text that agents get about tools; it has no further pages. */
export const knownList = defineList({
  path: "/tools/known",
  name: "known-tools",
  filters: {
    format: oneOf(["text", "json"]),
    budget: whole(KNOWN_BUDGET.min, KNOWN_BUDGET.max),
    provider: text(),
    gateway: text(),
    tenant: text(),
  },
  cursor: [],
});
