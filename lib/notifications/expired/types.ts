import type { RiskWord } from "@/lib/core/risk";

/** Days of the report without another start, and the earliest start. */
export const EXPIRED_DAYS = 7;
export const EXPIRED_DAYS_MAX = 90;

/** The newest calls of a period whose reasons are judged, and how many of them are listed. */
export const EXPIRED_JUDGED_MAX = 500;
export const EXPIRED_LISTED_MAX = 100;

/** Decisions of a tool that its median needs, and the newest that it is made of. */
export const MEDIAN_DECISIONS = { least: 5, newest: 200 } as const;

/** Why no one decided. The first one that holds of a call is its main reason. */
export const EXPIRED_REASONS = [
  "no_one_eligible",
  "no_one_on_duty",
  "not_notified",
  "held_back",
  "not_opened",
  "too_short",
  "not_enough",
  "not_decided",
] as const;

export type ExpiredReason = (typeof EXPIRED_REASONS)[number];

export const EXPIRED_WORDS: Readonly<Record<ExpiredReason, { title: string; says: string }>> = {
  no_one_eligible: {
    title: "No one could decide it",
    says: "No person had the right to decide it: its policies name no one who can.",
  },
  no_one_on_duty: {
    title: "No one was on duty",
    says: "Only groups with a rota could decide it, and no one of them had a shift while it waited.",
  },
  not_notified: {
    title: "No one was notified",
    says: "No notification left Countersign: those who could decide have no channel, or sending failed.",
  },
  held_back: {
    title: "Every notification was held back",
    says: "Quiet hours or a digest held back every notification until after the deadline.",
  },
  not_opened: {
    title: "No one opened it",
    says: "People were notified, but none of them opened the call.",
  },
  too_short: {
    title: "Its deadline was short",
    says: "Its time to decide was shorter than the median time in which calls of this tool are decided.",
  },
  not_enough: {
    title: "Too few approved it",
    says: "It had approvals, but fewer than its policies require.",
  },
  not_decided: {
    title: "Opened, but not decided",
    says: "At least one person opened it and did not decide.",
  },
};

/** What would have prevented it: a sentence and a path of this site. */
export type Suggestion = { text: string; path: string };

/** What is known of a call that expired. */
export type ExpiredFacts = {
  id: string;
  tool: string;
  /** Groups with a rota that its policies name. */
  groups: readonly string[];
  createdAt: Date;
  decideBy: Date;
  /** Someone may decide it, at any hour; on some shift while it waited. */
  hadEligible: boolean;
  hadOnDuty: boolean;
  /** Notifications about it: sent, and held back until after its deadline. */
  sent: number;
  heldBack: number;
  /** People who opened it before it expired. */
  opened: number;
  /** People whose approval counted when it expired. */
  approvals: number;
  /** Of its tool; null with too few decisions. */
  medianSeconds: number | null;
};

export type ExpiredCall = Pick<ExpiredFacts, "id" | "tool" | "createdAt" | "decideBy" | "sent" | "opened"> & {
  tenant: string;
  provider: string | null;
  risk: RiskWord;
  headline: string;
  /** All that hold, the main one first. */
  reasons: readonly ExpiredReason[];
  suggestion: Suggestion;
  url: string;
};

export type Expired = {
  /** Null: all tenants of the reader. */
  tenant: string | null;
  since: Date;
  until: Date;
  url: string;
  /** Calls that expired in the period, in one as long before, and all that ended in the period. */
  counts: { expired: number; before: number; ended: number };
  /** False: reasons are those of the newest calls only. */
  complete: boolean;
  /** By main reason, the most frequent first; the suggestion is that of its newest call. */
  reasons: readonly { reason: ExpiredReason; calls: number; suggestion: Suggestion }[];
  /** The newest. */
  calls: readonly ExpiredCall[];
};
