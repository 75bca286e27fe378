import type { SeverityWord } from "../schema";

/** Reports of the last weeks, by severity, tool and agent. */
export type FeedbackFigures = {
  reports: number;
  /** Weeks in UTC, the first day (a Monday) as YYYY-MM-DD, oldest first; weeks without reports too. */
  weeks: { from: string; to: string; severities: Record<SeverityWord, number> }[];
  severities: Record<SeverityWord, number>;
  tools: { name: string; reports: number }[];
  agents: { name: string; reports: number }[];
};
