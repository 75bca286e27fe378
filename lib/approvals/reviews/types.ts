import type { RiskWord } from "@/lib/core/risk";
import type { StatusWord } from "../types";

/** What gives cause for a review. */
export const REVIEW_KINDS = ["break_glass", "sample"] as const;

export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** What an approval by break-glass can go past: several people, the deciders a policy names, and the parting of requester, owner and editor. */
export const BYPASSES = ["people", "deciders", "requester", "owner", "editor"] as const;

export type Bypass = (typeof BYPASSES)[number];

/** What lets a call through without a person. */
export const PASSED_BY = ["policy", "remembered", "auto_approved", "confirmed"] as const;

export type PassedBy = (typeof PASSED_BY)[number];

export const REVIEW_VERDICTS = ["fine", "should_have_waited"] as const;

export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

export const REVIEW_STATES = ["open", "closed"] as const;

export type ReviewState = (typeof REVIEW_STATES)[number];

/** How a review ended. */
export type ReviewClosed = { verdict: ReviewVerdict; note: string; by: string; at: Date };

/** A review as people see it, with the call that it is about. */
export type Review = {
  id: string;
  kind: ReviewKind;
  openedAt: Date;
  /** Who gave cause for it. */
  openedBy: string | null;
  reason: string | null;
  bypassed: Bypass[];
  /** What let a sampled call through without a person: as `held_because` has it; null for break-glass. */
  passedBy: PassedBy | null;
  /** The remembered rule that did, and whether it still would. */
  rule: { id: string; isOpen: boolean } | null;
  tenant: { key: string; name: string };
  call: { id: string; summary: string; tool: string; risk: RiskWord; status: StatusWord; required: number };
  closed: ReviewClosed | null;
  /** Why the viewer may not close it; null where they may, and once it is closed. */
  cannotClose: "role" | "own" | "requester" | null;
};

/** The open reviews that every page tells of. */
export type OpenReviews = {
  count: number;
  /** Those of break-glass among them, which everybody is told of; the newest are all such. */
  glass: number;
  newest: {
    id: string;
    callId: string;
    risk: RiskWord;
    headline: string;
    tenant: string;
    by: string | null;
    /** The viewer gave cause for it. */
    own: boolean;
    openedAt: Date;
  }[];
};

/** Closing a review, as commands take it. */
export type CloseReview = { id: string; verdict: ReviewVerdict; note: string };
