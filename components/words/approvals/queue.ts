import type { QueueView } from "@/lib/approvals/queue/types";

export const VIEW_WORDS: Record<QueueView, string> = {
  mine: "Mine",
  all: "All",
  high: "High and up",
  snoozed: "Snoozed",
  decided: "Decided",
  attention: "Needs attention",
};

/** What a view holds, where its word alone could be taken for something else. */
export const VIEW_MEANINGS: Partial<Record<QueueView, string>> = {
  mine: "Every call that you can decide now, whoever has claimed it; without those you snoozed",
};

/** The queue: its head, views and filters. */
export const QUEUE = {
  title: "Approvals",
  one: "Approval",
  headingPending: "Needs a decision",
  headingDecided: "Decided",
  headingAttention: "Needs attention",
  views: "Views",
  filter: "Filter",
  filters: "Filters",
  apply: "Apply",
  clear: "Clear all",
  search: "Search text",
  searchHint: "Words, tools, agents, sessions or ids; three characters at least",
  moreViews: "More views",
  moreViewsAttention: "More views; some calls need attention",
  any: "Any",
  list: "Calls waiting for a decision",
  listDecided: "Decided calls",
  listAttention: "Calls that need attention",
  older: "Older",
  pages: "Pages",
  loading: "Reading the calls",
  newest: "Back to the newest",
  tooMany: (cap: number) => `${cap.toLocaleString("en")}+`,
  decidedBy: (word: string, by: string | null) => (by ? `${word} by ${by}` : word),
  removeFilter: (name: string, value: string) => `Remove filter ${name}: ${value}`,
  undelivered: "Gateway not told",
  decideUntil: "Time left to decide",
};

export const TABLE = {
  risk: "Risk",
  headline: "What",
  tool: "Tool",
  status: "Status",
  by: "By",
  at: "When",
};

/** What each filter is called. */
export const FILTER_WORDS = {
  q: "Text",
  risk: "Risk",
  tool: "Tool",
  tenant: "Tenant",
  gateway: "Gateway",
  agent: "Agent",
};
