import { periodOf } from "@/lib/core/list/days";
import type { TrailFilter } from "./list";

/** `action`: an action or a group of them; times are instants, end exclusive. */
export type ActivityFilter = Omit<TrailFilter, "cursor">;

/** The filter of a URL for a reader in this time zone. */
export function activityFilterOf({ cursor: _, ...filter }: TrailFilter, zone: string): ActivityFilter {
  const { since, until } = periodOf(filter, zone);
  return { ...filter, since: since?.toISOString(), until: until?.toISOString() };
}
