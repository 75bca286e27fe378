import { isId } from "@/lib/core/ids";
import { callPlace } from "../rules";
import { type CallFilter, CLASS_CHOICES, OUTCOMES } from "../schema";
import { type LogFilter, WITHIN, type Within } from "./schema";

const TEXT_MAX = 200;
const HOUR_MS = 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Search = Record<string, string | string[] | undefined>;

function single(value: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.replaceAll("\0", "").trim().slice(0, TEXT_MAX);
  return text === "" ? undefined : text;
}

/** A day or an instant; anything else is no time. */
function timeText(value: string | string[] | undefined): string | undefined {
  const text = single(value);
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || at < 0 || at > 8.64e15 ? undefined : text;
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
  const approval = single(search.approval);
  return {
    q: single(search.q),
    tool: single(search.tool),
    provider: single(search.provider),
    outcome: OUTCOMES.find((outcome) => outcome === single(search.outcome)),
    class: CLASS_CHOICES.find((choice) => choice === single(search.class)),
    agent: single(search.agent),
    gateway: single(search.gateway),
    tenant: single(search.tenant),
    session: single(search.session),
    approval: approval && isId(approval) ? approval : undefined,
    rationale: single(search.rationale) === "missing" ? "missing" : undefined,
    within: (Object.keys(WITHIN) as Within[]).find((name) => name === single(search.within)),
    since: timeText(search.since),
    until: timeText(search.until),
    cursor: cursorText(search.cursor),
  };
}

/** Which calls an address means. Days are days in UTC; the last one is included. */
export function callFilterOf(filter: LogFilter, now: Date): CallFilter {
  const { session, approval, within, since, until, cursor: _, ...same } = filter;
  const start = since === undefined ? undefined : new Date(since);
  const end = until === undefined ? undefined : new Date(until);
  if (end && until && DAY.test(until)) end.setUTCDate(end.getUTCDate() + 1);
  const recent = within && new Date(now.getTime() - WITHIN[within] * HOUR_MS);
  return { ...same, sessionId: session, approvalId: approval, since: start ?? recent, until: end };
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
