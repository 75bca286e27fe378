import { periodOf } from "@/lib/core/list/days";
import { type InboxFilter, inboxList } from "./list";

/** The same filter as the query of GET /api/v1/feedback, for a download. */
export function exportQuery(filter: InboxFilter, format: "csv" | "ndjson"): string {
  const { since, until } = periodOf(filter);
  const params = new URLSearchParams([["format", format], ...inboxList.entries(filter)]);
  params.delete("view");
  if (filter.view === "high" && !filter.severity) params.set("severity", "high");
  if (filter.view !== "all" && !filter.state) params.set("open", "true");
  if (since) params.set("since", since.toISOString());
  if (until) params.set("until", until.toISOString());
  return params.toString();
}
