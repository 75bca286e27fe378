import type { CorrectionRow, Outcome } from "../types";
import type { CallRow } from "../wire";

/** How far back the log looks: hours to the minute, days as whole days in UTC with today as the last. */
export const WITHIN = ["1h", "24h", "7d", "30d", "any"] as const;

export type Within = (typeof WITHIN)[number];

/** What can be chosen from in filters. */
export type LogChoices = {
  tools: string[];
  agents: string[];
  providers: string[];
  gateways: string[];
  tenants: string[];
};

/** The choices, and the kept filter that the list shows, if it is one. */
export type LogAround = { choices: LogChoices; saved: { id: string; name: string } | null };

/** One session, as its calls tell it. Figures stop at the newest calls of very long ones. */
export type SessionHead = {
  session: string;
  tenants: string[];
  calls: number;
  /** Whether there are more calls than were looked at. */
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

/** What else is known of a session. */
export type SessionLinks = {
  approvals: LinkedApproval[];
  reports: LinkedReport[];
  corrections: CorrectionRow[];
};

/** One call with what stands around it. */
export type CallView = {
  call: CallRow;
  /** Id in the catalogue; null for a tool nobody registered. */
  toolId: string | null;
  /** The session's calls around it, oldest first, itself included; empty without a session. */
  around: CallRow[];
  links: SessionLinks;
};
