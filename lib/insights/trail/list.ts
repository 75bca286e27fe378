import { id, matching, text, time, timestamp } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";

const ACTION = /^[a-z_]{1,60}(\.[a-z_]{1,60})?$/;

const SUBJECT = /^[a-z_]{1,60}:[^\0]{1,200}$/;

/** Path of the trail, and its order over all chains. Days are in the reader's time zone. */
export const trailList = defineList({
  path: "/activity",
  name: "activity",
  filters: {
    /** An id, or `system:` and a name. */
    actor: text(),
    action: matching(ACTION, "an action such as approval.approved, or a group of them such as approval"),
    subject: matching(SUBJECT, "a kind and an id, such as gateway:billing"),
    tenant: text(),
    since: time(),
    until: time(),
  },
  cursor: [timestamp(), id(), matching(/^\d{1,18}$/, "a number")],
});

export type TrailFilter = FilterOf<typeof trailList>;
