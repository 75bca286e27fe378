import { id, oneOf, text, time, timestamp } from "@/lib/core/list/kinds";
import { defineList, type FilterNameOf, type FilterOf } from "@/lib/core/list/list";
import { ISSUE_STATES, SEVERITIES } from "../types";
import { INBOX_VIEWS } from "./types";

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
    since: time(),
    until: time(),
  },
  cursor: [timestamp(), id()],
});

export type InboxFilter = FilterOf<typeof inboxList>;

export type InboxFilterName = FilterNameOf<typeof inboxList>;
