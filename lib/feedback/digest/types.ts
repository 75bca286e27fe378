import type { SeverityWord } from "../types";
import type { IssueHead } from "../wire";

export const DIGEST_SECTIONS = ["new", "growing", "regressed", "resolved", "waiting", "unanswered"] as const;

export type DigestSection = (typeof DIGEST_SECTIONS)[number];

/** Maximum issues listed per part; the count is exact. */
export const DIGEST_ISSUES_MAX = 10;

export const DIGEST_DAYS = 7;

/** Maximum days of a period: an equal one before it is read too. */
export const DIGEST_DAYS_MAX = 92;

export type DigestIssue = IssueHead & {
  tenant: string;
  provider: string | null;
  tool: string | null;
  severity: SeverityWord;
  reports: number;
  sessions: number;
  agents: number;
  firstSeenAt: Date;
};

export type DigestCounts = {
  reports: number;
  sessions: number;
  agents: number;
  opened: number;
  regressed: number;
  resolved: number;
};

/** Bars of an equal part of a period each, and of the one before it. */
export const DIGEST_BARS = 14;

/** Reports in one part of a period, by severity. */
export type DigestBar = { from: Date; to: Date; severities: Record<SeverityWord, number> };

/** What a team should know about a period. Every delivery renders only this. */
export type Digest = {
  /** Null: all tenants of the reader. */
  tenant: string | null;
  since: Date;
  until: Date;
  url: string;
  counts: Record<"period" | "before", DigestCounts>;
  sections: Record<DigestSection, { total: number; issues: DigestIssue[] }>;
};

export const DIGEST_WORDS: Record<DigestSection, { title: string; says: string }> = {
  new: { title: "New", says: "First reported in this period." },
  growing: {
    title: "Growing",
    says: "Twice as many sessions in the last seven days as in the seven before.",
  },
  regressed: { title: "Came back", says: "Reported again after it was resolved." },
  resolved: { title: "Resolved", says: "Resolved in this period, the latest first." },
  waiting: { title: "Waiting longest", says: "Open since before this period, and not in progress." },
  unanswered: { title: "Unanswered", says: "Open, and agents that report it get no answer that helps." },
};
