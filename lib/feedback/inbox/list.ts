import { id, oneOf, text, time, timestamp, whole } from "@/lib/core/list/kinds";
import { defineList, type FilterNameOf, type FilterOf } from "@/lib/core/list/list";
import { ISSUE_STATES, SEVERITIES } from "../types";
import { INBOX_ORDERS, INBOX_VIEWS } from "./types";

// What the database can hold.
const SIGNAL_LAST = 2 ** 31 - 1;

/** The inbox of issues: its address and its order. Times are days or instants, as they were written. */
export const inboxList = defineList({
  path: "/feedback",
  name: "inbox",
  // An address that asks for a state means that one, open or not.
  views: { of: INBOX_VIEWS, usual: ({ state, severity }) => (state || severity ? "all" : "open") },
  filters: {
    q: text(),
    severity: oneOf(SEVERITIES),
    tool: text(),
    state: oneOf(ISSUE_STATES),
    agent: text(),
    tenant: text(),
    label: text(),
    since: time(),
    until: time(),
    sort: oneOf(INBOX_ORDERS),
  },
  // For each order what it goes on from.
  cursor: [timestamp(), id(), whole(0, SIGNAL_LAST)],
});

export type InboxFilter = FilterOf<typeof inboxList>;

export type InboxFilterName = FilterNameOf<typeof inboxList>;
