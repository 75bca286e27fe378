import { day, id, name, text, timestamp } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { OFFENDER_VIEWS } from "./types";

/** Callers that left their rationale out, those that did so last first. */
export const offenderList = defineList({
  path: "/rationales/offenders",
  name: "callers without a rationale",
  filters: { agent: text(), gateway: text(), tenant: text() },
  views: { of: OFFENDER_VIEWS, usual: () => "unresolved" },
  cursor: [timestamp(), id(), id(), name()],
});

export type OffenderFilter = FilterOf<typeof offenderList>;

/** The same of one tenant by day, the newest first; on the tenant's page, among other things. */
export const offenderDayList = defineList({
  path: "/settings/tenants",
  name: "offenders",
  filters: {},
  cursor: [day(), id(), name()],
  cursorName: "offenders",
});
