import type { RiskWord } from "@/lib/core/wire";

/** A call that waits for this person. The headline is the gateway's words. */
export type WaitingCall = {
  id: string;
  risk: RiskWord;
  headline: string;
  tenant: string;
  createdAt: Date;
  decideBy: Date;
};

/** What waits for one person. */
export type Waiting = {
  /** Calls this person can decide, counted up to COUNT_CAP. */
  count: number;
  /** Those of them that run out within URGENT_MINUTES. */
  urgent: number;
  /** Calls that went wrong and that nobody has dealt with, counted up to COUNT_CAP. */
  attention: number;
  /** The first few: those that run out within URGENT_MINUTES, then the strictest. */
  calls: WaitingCall[];
  /** The last few that arrived. */
  newest: WaitingCall[];
};

export const URGENT_MINUTES = 15;
/** As many as a bell's panel shows. */
export const WAITING_MAX = 8;
