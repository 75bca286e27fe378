import type { CorrectionRow, Outcome } from "../types";
import type { CallRow } from "../wire";

/** Periods of the log: hours to the minute, days as whole UTC days including today. */
export const WITHIN = ["1h", "24h", "7d", "30d", "any"] as const;

export type Within = (typeof WITHIN)[number];

/** A value of a filter and its calls. */
export type NamedCount = { name: string; calls: number };

/** Filter options with the calls of these whole days (UTC); other filters do not change them. */
export type LogChoices = {
  from: string;
  to: string;
  tools: NamedCount[];
  agents: NamedCount[];
  models: NamedCount[];
  gateways: NamedCount[];
  tenants: NamedCount[];
  /** Not counted by day. */
  providers: string[];
  outcomes: Partial<Record<Outcome, number>>;
  /** Calls without a usable rationale. */
  missing: number;
};

export type LogAround = { choices: LogChoices; saved: { id: string; name: string } | null };

/** Figures of one session; of very long ones only the newest calls count. */
export type SessionHead = {
  session: string;
  tenants: string[];
  calls: number;
  more: boolean;
  failed: number;
  from: Date;
  to: Date;
  agents: string[];
  outcomes: { outcome: Outcome; calls: number }[];
};

type LinkedApproval = {
  id: string;
  tool: string;
  summary: string;
  decision: string;
  execution: string;
  createdAt: Date;
};

type LinkedReport = { id: string; severity: string; actualOutcome: string; createdAt: Date };

export type SessionLinks = {
  approvals: LinkedApproval[];
  reports: LinkedReport[];
  corrections: CorrectionRow[];
};

export type CallView = {
  call: CallRow;
  /** Id in the catalogue; null for an unregistered tool. */
  toolId: string | null;
  /** The session's calls around it, oldest first, including it; empty without a session. */
  around: CallRow[];
  links: SessionLinks;
};
