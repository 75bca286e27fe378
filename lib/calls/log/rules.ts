import { oneOf, periodOf, type Search, textIn, timeIn } from "@/lib/core/address";
import { DAY_MS, HOUR_MS } from "@/lib/core/durations";
import { isId } from "@/lib/core/ids";
import { callPlace } from "../rules";
import { type CallFilter, CLASS_CHOICES, OUTCOMES } from "../types";
import { type LogFilter, WITHIN, type Within } from "./types";

/** When the log begins for each choice; any time has no beginning. */
const BEGINNINGS: Record<Within, (now: number) => number | null> = {
  "1h": (now) => now - HOUR_MS,
  "24h": (now) => now - 24 * HOUR_MS,
  "7d": (now) => wholeDays(now, 7),
  "30d": (now) => wholeDays(now, 30),
  any: () => null,
};

function wholeDays(now: number, days: number): number {
  return now - (now % DAY_MS) - (days - 1) * DAY_MS;
}

function cursorText(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  if (!text) return undefined;
  try {
    callPlace(text);
    return text;
  } catch {
    return undefined; // an old or mangled address starts at the top
  }
}

/** The log's filter from an address. What is unknown is left out, so that no address is an error. */
export function parseLogFilter(search: Search): LogFilter {
  const approval = textIn(search.approval);
  const since = timeIn(search.since);
  const until = timeIn(search.until);
  return {
    q: textIn(search.q),
    tool: textIn(search.tool),
    provider: textIn(search.provider),
    outcome: oneOf(OUTCOMES, search.outcome),
    class: oneOf(CLASS_CHOICES, search.class),
    agent: textIn(search.agent),
    gateway: textIn(search.gateway),
    tenant: textIn(search.tenant),
    session: textIn(search.session),
    approval: approval && isId(approval) ? approval : undefined,
    rationale: oneOf(["missing"], search.rationale),
    // Dates that are given say more than a choice does.
    within: since || until ? undefined : oneOf(WITHIN, search.within),
    since,
    until,
    cursor: cursorText(search.cursor),
  };
}

/** How far back an address looks that names no time: a session or an approval is looked at whole. */
export function withinByDefault({ session, approval }: LogFilter): Within {
  return session || approval ? "any" : "7d";
}

/** The one span of everything on the page: a choice, or null for the dates that are given. */
export function spanOf(filter: LogFilter): Within | null {
  return filter.since || filter.until ? null : (filter.within ?? withinByDefault(filter));
}

/** Which calls an address means. Days are days in UTC; the last one is included. */
export function callFilterOf(filter: LogFilter, now: Date): CallFilter {
  const { session, approval, within: _within, since, until, cursor: _, ...same } = filter;
  const span = spanOf(filter);
  const begins = span && BEGINNINGS[span](now.getTime());
  const period = span
    ? { since: begins === null ? undefined : new Date(begins) }
    : periodOf({ since, until });
  return { ...same, sessionId: session, approvalId: approval, ...period };
}

const NAMES = [
  "q",
  "tool",
  "provider",
  "class",
  "outcome",
  "agent",
  "session",
  "gateway",
  "tenant",
  "approval",
  "rationale",
  "within",
  "since",
  "until",
] as const;
export type LogFilterName = (typeof NAMES)[number];

/** The filters that are set, in the order they are shown. */
export function narrowing(filter: LogFilter): { name: LogFilterName; value: string }[] {
  return NAMES.flatMap((name) => {
    const value = filter[name];
    return value ? [{ name, value }] : [];
  });
}

/** The filter as a query string, empty for the plain log: `/rationales${logQuery(filter)}`. */
export function logQuery(filter: LogFilter): string {
  const params = new URLSearchParams(narrowing(filter).map(({ name, value }) => [name, value]));
  if (filter.cursor) params.set("cursor", filter.cursor);
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** The same filter as the query of GET /api/v1/audit, for a download. */
export function exportQuery(filter: LogFilter, format: "csv" | "ndjson", now: Date): string {
  const { sessionId, approvalId, since, until, ...same } = callFilterOf(filter, now);
  const params = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(same)) if (typeof value === "string") params.set(name, value);
  if (sessionId) params.set("session_id", sessionId);
  if (approvalId) params.set("approval_id", approvalId);
  if (since) params.set("since", since.toISOString());
  if (until) params.set("until", until.toISOString());
  return params.toString();
}
