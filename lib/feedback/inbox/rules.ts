import * as z from "zod";
import { oneOf, periodOf, type Search, textIn, timeIn } from "@/lib/core/address";
import { isId } from "@/lib/core/ids";
import { ISSUE_STATES, SEVERITIES } from "../types";
import { INBOX_VIEWS, type InboxFilter } from "./types";

/** The inbox's filter from an address. What is unknown is left out, so that no address is an error. */
export function parseInboxFilter(search: Search): InboxFilter {
  const state = oneOf(ISSUE_STATES, search.state);
  const severity = oneOf(SEVERITIES, search.severity);
  const view = oneOf(INBOX_VIEWS, search.view);
  return {
    // Whoever asks for a state means that one, open or not.
    view: view ?? (state || severity ? "all" : "open"),
    q: textIn(search.q),
    tool: textIn(search.tool),
    severity,
    state,
    agent: textIn(search.agent),
    tenant: textIn(search.tenant),
    since: timeIn(search.since),
    until: timeIn(search.until),
    cursor: textIn(search.cursor),
  };
}

const NAMES = ["q", "severity", "tool", "state", "agent", "tenant", "since", "until"] as const;
export type InboxFilterName = (typeof NAMES)[number];

/** The filters that are set, in the order they are shown. */
export function narrowing(filter: InboxFilter): { name: InboxFilterName; value: string }[] {
  return NAMES.flatMap((name) => {
    const value = filter[name];
    return value ? [{ name, value }] : [];
  });
}

/** The filter as a query string, empty for the plain inbox: `/feedback${inboxQuery(filter)}`. */
export function inboxQuery(filter: InboxFilter): string {
  const params = new URLSearchParams();
  const implied = filter.state || filter.severity ? "all" : "open";
  if (filter.view !== implied) params.set("view", filter.view);
  for (const { name, value } of narrowing(filter)) params.set(name, value);
  if (filter.cursor) params.set("cursor", filter.cursor);
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** The same filter as the query of GET /api/v1/feedback, for a download. */
export function exportQuery(filter: InboxFilter, format: "csv" | "ndjson"): string {
  const { since, until } = periodOf(filter);
  const params = new URLSearchParams({ format });
  for (const { name, value } of narrowing(filter)) params.set(name, value);
  if (filter.view === "high" && !filter.severity) params.set("severity", "high");
  if (filter.view !== "all" && !filter.state) params.set("open", "true");
  if (since) params.set("since", since.toISOString());
  if (until) params.set("until", until.toISOString());
  return params.toString();
}

/** Where a page of the inbox ended. */
export type InboxPlace = { lastSeenAt: Date; id: string };
const place = z.tuple([z.int().min(0).max(8.64e15), z.string().refine(isId)]);

/** An opaque cursor. */
export function inboxCursor({ lastSeenAt, id }: InboxPlace): string {
  return Buffer.from(JSON.stringify([lastSeenAt.getTime(), id])).toString("base64url");
}

/** Null when the text is no cursor of ours: an old or mangled address starts at the top. */
export function inboxPlace(cursor: string | undefined): InboxPlace | null {
  if (cursor === undefined) return null;
  try {
    const [at, id] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { lastSeenAt: new Date(at), id };
  } catch {
    return null; // not one of ours
  }
}
