import { id, oneOf, text } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { NOTICE_KINDS, PEOPLE_CHANNELS } from "@/lib/notices/types";
import { NOTIFICATION_STATES } from "./types";

/** What was sent, newest first. `mine`: only what is for the viewer, the only view of most people. */
export const notificationList = defineList({
  path: "/notifications",
  name: "notifications",
  views: { of: ["mine", "all"], usual: () => "mine" },
  filters: {
    kind: oneOf(NOTICE_KINDS),
    channel: oneOf(PEOPLE_CHANNELS),
    state: oneOf(NOTIFICATION_STATES),
    tenant: text(),
    approval: id(),
  },
  cursor: [id()],
});

export type NotificationFilter = FilterOf<typeof notificationList>;
