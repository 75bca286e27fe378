import type { FoundKind } from "@/lib/search/types";

/** The words of the palette. */
export const PALETTE = {
  title: "Search or jump to",
  open: "Search or jump to",
  input: "Search approvals, tools, issues, gateways and people, or name an action",
  placeholder: "Search or jump to…",
  here: "On this page",
  goTo: "Go to",
  searching: "Searching…",
  nothing: "Nothing found. Try a tool, an agent, a person or the beginning of an id.",
  failed: "The search did not answer. Nothing was changed; try again.",
  queue: "Search all approvals for this text",
  log: "Search all calls for this text",
  results: "Results",
  hint: "↑↓ choose · ↵ open · Esc close",
  waiting: "waiting",
};

/** What a group of results is called. */
export const FOUND_WORDS: Record<FoundKind, string> = {
  approval: "Approvals",
  tool: "Tools",
  issue: "Feedback",
  gateway: "Gateways",
  person: "People",
};

export const resultCount = (n: number) => (n === 1 ? "1 result" : `${n} results`);
