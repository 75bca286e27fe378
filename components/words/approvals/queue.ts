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
  mine: "Every call that you can decide now, including those assigned to others, without those you snoozed",
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

/** What a row with several calls folded into it says. */
export function identicalCalls(n: number, more: boolean): string {
  return `${more ? "more than " : ""}${n.toLocaleString("en")} identical calls`;
}
