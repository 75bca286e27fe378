import type { RiskWord } from "@/lib/core/risk";
import type { StatusWord } from "../types";

export const REVIEW_KINDS = ["break_glass", "sample"] as const;

export type ReviewKind = (typeof REVIEW_KINDS)[number];

/**
 * The rules that break-glass can bypass: several approvals, a policy's deciders, the separation of
 * requester, owner and editor, and the hold before the release.
 */
export const BYPASSES = ["people", "deciders", "requester", "owner", "editor", "hold"] as const;

export type Bypass = (typeof BYPASSES)[number];

export const PASSED_BY = ["policy", "remembered", "auto_approved", "confirmed"] as const;

export type PassedBy = (typeof PASSED_BY)[number];

export const REVIEW_VERDICTS = ["fine", "should_have_waited"] as const;

export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

export const REVIEW_STATES = ["open", "closed"] as const;

export type ReviewState = (typeof REVIEW_STATES)[number];

export type ReviewClosed = { verdict: ReviewVerdict; note: string; by: string; at: Date };

export type Review = {
  id: string;
  kind: ReviewKind;
  openedAt: Date;
  openedBy: string | null;
  reason: string | null;
  bypassed: Bypass[];
  /** What let a sampled call through, as in `held_because`; null for break-glass. */
  passedBy: PassedBy | null;
  /** The remembered rule that did, and whether it still would. */
  rule: { id: string; isOpen: boolean } | null;
  tenant: { key: string; name: string };
  call: { id: string; summary: string; tool: string; risk: RiskWord; status: StatusWord; required: number };
  closed: ReviewClosed | null;
  /** Why the viewer may not close it; null if they may, or once it is closed. */
  cannotClose: "role" | "own" | "requester" | null;
};

export type OpenReviews = {
  count: number;
  /** Those of break-glass, which everyone is notified of; `newest` has only these. */
  glass: number;
  newest: {
    id: string;
    callId: string;
    risk: RiskWord;
    headline: string;
    tenant: string;
    by: string | null;
    own: boolean;
    openedAt: Date;
  }[];
};

export type CloseReview = { id: string; verdict: ReviewVerdict; note: string };
