import { id, oneOf, text, timestamp } from "@/lib/core/list/kinds";
import { defineList, type FilterNameOf, type FilterOf } from "@/lib/core/list/list";
import { RISKS } from "@/lib/core/risk";
import { QUEUE_VIEWS } from "./types";

/** The queue: its address and its order. Who may not decide begins with another view than the usual one. */
export const queueList = defineList({
  path: "/approvals",
  name: "queue",
  views: { of: QUEUE_VIEWS, usual: () => "mine" },
  filters: {
    q: text(),
    risk: oneOf(RISKS),
    tool: text(),
    tenant: text(),
    gateway: text(),
    agent: text(),
  },
  cursor: [oneOf(RISKS), timestamp(), id()],
});

export type QueueFilter = FilterOf<typeof queueList>;

export type QueueFilterName = FilterNameOf<typeof queueList>;
