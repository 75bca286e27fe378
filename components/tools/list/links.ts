import type { ToolFilter } from "@/lib/tools/catalogue/types";

/** The catalogue's address under a changed filter. A change of filter starts at the first page. */
export function toolsHref(filter: ToolFilter, change: Partial<ToolFilter> = {}): string {
  const { cursor, ...next } = { ...filter, cursor: undefined, ...change };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(next))
    if (value && !(name === "view" && value === "all")) query.set(name, value);
  if (cursor) query.set("cursor", cursor);
  return query.size > 0 ? `/tools?${query}` : "/tools";
}
