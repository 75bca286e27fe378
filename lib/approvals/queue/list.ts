import { id, oneOf, text, time, timestamp, whole } from "@/lib/core/list/kinds";
import { defineList, type FilterNameOf, type FilterOf } from "@/lib/core/list/list";
import { RISKS } from "@/lib/core/risk";
import { ASKED, EDITED, ENDS, PACES, QUEUE_VIEWS, UNNAMED } from "./types";

// Higher than the rank of any row.
const RANK_MAX = 99;

/**
 * Path and order of the queue. People who may not decide start with another view. Days are UTC.
 * Times: of the decision for decided calls, of the last change for attention, else of the request.
 */
export const queueList = defineList({
  path: "/approvals",
  name: "queue",
  views: { of: QUEUE_VIEWS, usual: () => "mine" },
  filters: {
    q: text(),
    risk: oneOf(RISKS),
    tool: text(),
    provider: text(),
    unnamed: oneOf(UNNAMED),
    tenant: text(),
    gateway: text(),
    agent: text(),
    decision: oneOf(ENDS),
    asked: oneOf(ASKED),
    pace: oneOf(PACES),
    edited: oneOf(EDITED),
    by: id(),
    since: time(),
    until: time(),
  },
  cursor: [whole(0, RANK_MAX), timestamp(), id()],
});

export type QueueFilter = FilterOf<typeof queueList>;

export type QueueFilterName = FilterNameOf<typeof queueList>;
