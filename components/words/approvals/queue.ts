import type { QueueFilterName } from "@/lib/approvals/queue/list";
import type { QueueView } from "@/lib/approvals/queue/types";
import { AT_ONCE_MINUTES, UNREAD_SECONDS } from "@/lib/approvals/types";

export const VIEW_WORDS: Record<QueueView, string> = {
  mine: "Mine",
  all: "All",
  high: "High and up",
  snoozed: "Snoozed",
  decided: "Decided",
  attention: "Needs attention",
};

/** What a view contains, if its name is ambiguous. */
export const VIEW_MEANINGS: Partial<Record<QueueView, string>> = {
  mine: "Every call that you can decide now, including those assigned to others, without those you snoozed",
};

export const FILTER_WORDS = {
  q: "Text",
  risk: "Risk",
  tool: "Tool",
  provider: "Provider",
  unnamed: "Not named",
  tenant: "Tenant",
  gateway: "Gateway",
  agent: "Agent",
  decision: "Decision",
  asked: "Asked",
  pace: "Pace",
  edited: "Arguments",
  by: "Vote of",
  since: "From",
  until: "To",
};

/** Labels for values of filters. */
export const FILTER_VALUES = {
  decision: {
    approved: "Approved",
    rejected: "Rejected",
    changes_requested: "Changes requested",
    expired: "Expired undecided",
    cancelled: "Cancelled",
    revoked: "Approval revoked",
  },
  asked: { people: "People were asked", high: "People were asked, at high risk and up" },
  pace: {
    unread: `Within ${UNREAD_SECONDS} seconds`,
    at_once: `High and up, approved by all within ${AT_ONCE_MINUTES} minutes`,
  },
  unnamed: { provider: "Provider" },
  edited: { yes: "Edited", no: "As they were sent" },
} satisfies Partial<Record<QueueFilterName, Record<string, string>>>;

/** The label of a filter's value, if it has one. */
export function filterValue(name: QueueFilterName, value: string): string | undefined {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = FILTER_VALUES;
  return words[name]?.[value];
}

/** The text of a row with several folded calls. */
export function identicalCalls(n: number, more: boolean): string {
  return `${more ? "more than " : ""}${n.toLocaleString("en")} identical calls`;
}
