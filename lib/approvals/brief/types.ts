import type { SeenCall } from "@/lib/approvals/queue/types";
import type { RiskWord } from "@/lib/core/risk";

/** One of several calls of an agent, exact enough to reject it. */
type RepeatedCall = SeenCall & { headline: string; risk: RiskWord; decideBy: Date };

/** Calls of one tool that one agent keeps asking for. */
export type Repeated = {
  agent: string;
  provider: string | null;
  tool: string;
  tenant: string;
  gateway: string;
  /** How many of the newest BRIEF_READ waiting calls. */
  count: number;
  /** The first BULK_MAX of them. */
  calls: RepeatedCall[];
};

type FirstTarget = { id: string; risk: RiskWord; headline: string; target: string; decideBy: Date };

/** What a person sees next to the queue before opening a call. */
export type Brief = {
  /** The waiting calls that expire first, within URGENT_MINUTES. */
  soon: { id: string; risk: RiskWord; headline: string; decideBy: Date }[];
  repeated: Repeated[];
  /** Waiting calls to a target that no decided call of the tool had. */
  firstTargets: FirstTarget[];
  /** Changes since the person's last decision; null if they have not decided a call. */
  since: { at: Date; arrived: number; decided: number; expired: number } | null;
  /** The person's decisions in PACE_DAYS days. */
  pace: { today: number; days: number; medianSeconds: number | null };
  asOf: Date;
};

/** Newest waiting calls that a brief considers, so that ten thousand cost no more. */
export const BRIEF_READ = 500;

/** From this many calls of one tool an agent repeats itself. */
export const REPEATED_MIN = 3;

/** Entries per list of the brief. */
export const BRIEF_MAX = 4;

export const PACE_DAYS = 7;
