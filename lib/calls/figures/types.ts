import type { OutcomeClass } from "../types";

/** Calls of one name and how many of them failed. */
export type NameFigure = { name: string; calls: number; failed: number };

/** What calls amount to over a time. */
export type CallFigures = {
  /** Whether all calls that match are counted, or only the newest of them because there are too many. */
  basis: "all" | "newest";
  /** The first and last day (UTC) of `days` as YYYY-MM-DD. */
  from: string;
  to: string;
  /** Whether calls are counted that are older than `days` reach. */
  older: boolean;
  calls: number;
  failed: number;
  /** Calls without a usable rationale; null where it was not counted. */
  missing: number | null;
  days: { day: string; classes: Record<OutcomeClass, number> }[];
  tools: NameFigure[];
  agents: NameFigure[];
  outcomes: NameFigure[];
  /** Empty where they were not counted: with filters. The worker counts them, a little after the calls. */
  models: NameFigure[];
  gateways: NameFigure[];
};
