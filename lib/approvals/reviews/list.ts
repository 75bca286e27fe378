import { id, oneOf, text } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { REVIEW_KINDS, REVIEW_STATES } from "./types";

export const reviewList = defineList({
  path: "/reviews",
  name: "reviews",
  views: { of: REVIEW_STATES, usual: () => "open" },
  filters: { tenant: text(), kind: oneOf(REVIEW_KINDS) },
  cursor: [id()],
});

export type ReviewFilter = FilterOf<typeof reviewList>;
