import { id, name, oneOf, text, whole } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { HEALTH_STATES } from "./types";

/** Tools by health, worst first: state, lower bound of the failure rate, provider, name, id. */
export const healthList = defineList({
  path: "/tools/health",
  name: "tool-health",
  filters: {
    state: oneOf(HEALTH_STATES),
    provider: text(),
    gateway: text(),
    tenant: text(),
  },
  cursor: [whole(0, 9), whole(0, 1_000_000), name(), name(), id()],
});

export type HealthFilter = FilterOf<typeof healthList>;
