import type { QueueFilter, QueueView } from "@/lib/approvals/queue/types";

const NAMES = ["view", "q", "risk", "tool", "tenant", "gateway", "agent", "cursor"] as const;
const NARROWING = ["q", "risk", "tool", "tenant", "gateway", "agent"] as const;
export type Narrowing = (typeof NARROWING)[number];

/** The filter as a query string, empty for the plain queue; `/approvals${queryOf(filter)}`. */
export function queryOf(filter: QueueFilter): string {
  const params = new URLSearchParams();
  for (const name of NAMES) {
    const value = filter[name];
    if (value && !(name === "view" && value === "mine")) params.set(name, value);
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** The list under another view, with the same filters, from its first page. */
export function viewHref(filter: QueueFilter, view: QueueView): string {
  return `/approvals${queryOf({ ...filter, view, cursor: undefined })}`;
}

/** The list with one filter fewer. */
export function withoutHref(filter: QueueFilter, name: Narrowing): string {
  return `/approvals${queryOf({ ...filter, [name]: undefined, cursor: undefined })}`;
}

/** One call, opened from this list. */
export function rowHref(id: string, filter: QueueFilter): string {
  return `/approvals/${id}${queryOf(filter)}`;
}

/** The filters that narrow the view, in the order they are shown. */
export function narrowing(filter: QueueFilter): { name: Narrowing; value: string }[] {
  return NARROWING.flatMap((name) => {
    const value = filter[name];
    return value ? [{ name, value }] : [];
  });
}
