import { oneOf, text, whole } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { FRICTION_DAYS, FRICTION_KINDS, FRICTION_SORTS } from "./types";

export const insightList = defineList({
  path: "/insights",
  name: "insights",
  filters: {
    tenant: text(),
    days: whole(1, FRICTION_DAYS.max),
    by: oneOf(FRICTION_KINDS),
    sort: oneOf(FRICTION_SORTS),
  },
  cursor: [],
});

export type InsightFilter = FilterOf<typeof insightList>;
