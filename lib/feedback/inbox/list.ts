import { id, oneOf, text, time, timestamp, whole } from "@/lib/core/list/kinds";
import { defineList, type FilterNameOf, type FilterOf } from "@/lib/core/list/list";
import { ISSUE_STATES, SEVERITIES } from "../types";
import { INBOX_ORDERS, INBOX_VIEWS } from "./types";

// The database's maximum.
const SIGNAL_LAST = 2 ** 31 - 1;

/** Path and order of the inbox. Times are days or instants, as written. */
export const inboxList = defineList({
  path: "/feedback",
  name: "inbox",
  // A URL with a state filter covers open and closed issues.
  views: { of: INBOX_VIEWS, usual: ({ state, severity }) => (state || severity ? "all" : "open") },
  filters: {
    q: text(),
    severity: oneOf(SEVERITIES),
    tool: text(),
    state: oneOf(ISSUE_STATES),
    agent: text(),
    tenant: text(),
    label: text(),
    reported: oneOf(["yes"]),
    since: time(),
    until: time(),
    sort: oneOf(INBOX_ORDERS),
  },
  cursor: [timestamp(), id(), whole(0, SIGNAL_LAST)],
});

export type InboxFilter = FilterOf<typeof inboxList>;

export type InboxFilterName = FilterNameOf<typeof inboxList>;
