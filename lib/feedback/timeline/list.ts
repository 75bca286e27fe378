import { id, oneOf, whole } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";

/** Larger than every activity number and version. */
export const NUMBER_MAX = 999_999_999_999_999;

export const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * The events of an issue; its page has further cursors. Each kind of event has a place in the
 * cursor, so that none is skipped however their clocks differ: activity, comment, report, version.
 */
export const timelineList = defineList({
  path: "/feedback",
  name: "timeline",
  filters: { show: oneOf(["comments"]) },
  cursor: [whole(0, NUMBER_MAX), id(), id(), whole(0, NUMBER_MAX)],
  cursorName: "earlier",
});

export type TimelineFilter = FilterOf<typeof timelineList>;
