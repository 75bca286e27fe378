import { day, id, name, text, timestamp } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { OFFENDER_VIEWS } from "./types";

export const offenderList = defineList({
  path: "/rationales/offenders",
  name: "callers without a rationale",
  filters: { agent: text(), gateway: text(), tenant: text() },
  views: { of: OFFENDER_VIEWS, usual: () => "unresolved" },
  cursor: [timestamp(), id(), id(), name()],
});

export type OffenderFilter = FilterOf<typeof offenderList>;

/** The same for one tenant by day, newest first; part of the tenant's page. */
export const offenderDayList = defineList({
  path: "/settings/tenants",
  name: "offenders",
  filters: {},
  cursor: [day(), id(), name()],
  cursorName: "offenders",
});
