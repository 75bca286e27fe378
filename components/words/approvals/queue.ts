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

/** What each filter is called. */
export const FILTER_WORDS = {
  q: "Text",
  risk: "Risk",
  tool: "Tool",
  tenant: "Tenant",
  gateway: "Gateway",
  agent: "Agent",
};
