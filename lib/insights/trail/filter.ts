import { periodOf } from "@/lib/core/list/days";
import type { TrailFilter } from "./list";

/** Which rows of the trail are meant. `action` is an act or a group of them; times are instants, the last not included. */
export type ActivityFilter = Omit<TrailFilter, "cursor">;

/** The rows that an address means to a reader in this zone. */
export function activityFilterOf({ cursor: _, ...filter }: TrailFilter, zone: string): ActivityFilter {
  const { since, until } = periodOf(filter, zone);
  return { ...filter, since: since?.toISOString(), until: until?.toISOString() };
}
