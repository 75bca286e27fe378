import type { OutcomeClass } from "../types";

export type NameFigure = { name: string; calls: number; failed: number };

export type CallFigures = {
  /** Whether all matching calls are counted, or only the newest because there are too many. */
  basis: "all" | "newest";
  /** The first and last day (UTC) of `days` as YYYY-MM-DD. */
  from: string;
  to: string;
  /** Whether the figures include calls from before `days`. */
  older: boolean;
  calls: number;
  failed: number;
  /** Calls without a usable rationale; null if not counted. */
  missing: number | null;
  days: { day: string; classes: Record<OutcomeClass, number> }[];
  tools: NameFigure[];
  agents: NameFigure[];
  outcomes: NameFigure[];
  /** Empty with filters, because only the worker counts them, shortly after the calls. */
  models: NameFigure[];
  gateways: NameFigure[];
};
