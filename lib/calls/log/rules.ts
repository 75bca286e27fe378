import { DAY_MS, HOUR_MS } from "@/lib/core/durations";
import { periodOf } from "@/lib/core/list/days";
import type { ListProblem, Search } from "@/lib/core/list/filters";
import type { FilterNameOf } from "@/lib/core/list/list";
import { dayText, isWholeDays } from "../figures/rules";
import { outcomesOf } from "../rules";
import { type CallFilter, type ClassChoice, OUTCOMES, type Outcome } from "../types";
import { callList, type LogFilter } from "./list";
import type { LogChoices, Within } from "./types";

export type LogFilterName = FilterNameOf<typeof callList>;

/** The start of the log for each choice; null: no limit. */
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

/** Parses the query parameters, with problems. Explicit dates win over a choice. */
export function parseLog(search: Search): { filter: LogFilter; problems: ListProblem[] } {
  const { filter, problems } = callList.parse(search);
  return { filter: filter.since || filter.until ? { ...filter, within: undefined } : filter, problems };
}

/** The default period: a session, an approval or similar calls are listed completely. */
export function withinByDefault({ session, approval, similar }: LogFilter): Within {
  return session || approval || similar ? "any" : "7d";
}

/** The period of the whole page: a choice, or null for explicit dates. */
export function spanOf(filter: LogFilter): Within | null {
  return filter.since || filter.until ? null : (filter.within ?? withinByDefault(filter));
}

/** The calls of a filter. lib/intents resolves its intent. Days are UTC, inclusive. */
export function callFilterOf(filter: LogFilter, now: Date): CallFilter {
  const { session, approval, intent: _intent, within: _within, since, until, cursor: _, ...named } = filter;
  // Templates are resolved where the calls are read.
  const { search, similar: _similar, q, ...rest } = named;
  const same = search === undefined ? { ...rest, q } : rest;
  const span = spanOf(filter);
  const begins = span && BEGINNINGS[span](now.getTime());
  const period = span
    ? { since: begins === null ? undefined : new Date(begins) }
    : periodOf({ since, until });
  return { ...same, sessionId: session, approvalId: approval, ...period };
}

/** Whether the filter selects exactly one session, whose calls are shown in order. */
export function isOneSession(filter: LogFilter): boolean {
  const { session, within: _within, since: _since, until: _until, cursor: _cursor, ...rest } = filter;
  return session !== undefined && Object.values(rest).every((value) => value === undefined);
}

/** Whether a filter looks at no call that is older than so many days. */
export function isWithin({ since }: CallFilter, days: number, now: Date): boolean {
  return since !== undefined && now.getTime() - since.getTime() <= days * DAY_MS;
}

/**
 * The calls of a filter that asks for whole days and at most one counted value, from the counts
 * next to its options; null for any other filter. Models and gateways are counted too late.
 */
export function countFrom(
  { since, until, tenant: _, ...asked }: CallFilter,
  { from, tools, agents, outcomes, missing }: LogChoices,
): number | null {
  if (since === undefined || dayText(since) < from || !isWholeDays(since, until)) return null;
  const sum = (some: readonly Outcome[]) => some.reduce((all, one) => all + (outcomes[one] ?? 0), 0);
  const set = Object.entries(asked).filter(([, value]) => value !== undefined);
  const [name, value] = set[0] ?? [];
  if (set.length > 1) return null;
  if (name === undefined) return sum(OUTCOMES);
  if (name === "class") return sum(outcomesOf(value as ClassChoice));
  if (name === "outcome") return sum([value as Outcome]);
  if (name === "rationale") return missing;
  if (name !== "tool" && name !== "agent") return null;
  return (name === "tool" ? tools : agents).find((one) => one.name === value)?.calls ?? null;
}

/** A filter as stored: no page, fixed order, so that equal views have equal texts. */
export function keptQuery(filter: LogFilter): string {
  return new URLSearchParams(callList.entries(filter)).toString();
}

/** The filter as a query of GET /api/v1/audit, for a download. */
export function exportQuery(filter: LogFilter, format: "csv" | "ndjson", now: Date): string {
  const { sessionId, approvalId, since, until, ...same } = callFilterOf(filter, now);
  const params = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(same)) if (typeof value === "string") params.set(name, value);
  if (filter.intent) params.set("intent", filter.intent);
  if (filter.similar) params.set("similar", filter.similar);
  if (filter.search && filter.q) params.set("like", filter.q);
  if (sessionId) params.set("session_id", sessionId);
  if (approvalId) params.set("approval_id", approvalId);
  if (since) params.set("since", since.toISOString());
  if (until) params.set("until", until.toISOString());
  return params.toString();
}
