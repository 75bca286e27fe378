import type { OutcomeClass } from "@/lib/calls/types";

export const HEALTH_DAYS = 7;

export const HEALTHY_CALLS_MIN = 20;

/** A tool needs this many calls for any verdict. */
export const FAILING_CALLS_MIN = 5;

/** Failure rate for watch and for degraded, as the lower bound with 95 % confidence. */
export const WATCH_SHARE_MIN = 0.05;
export const DEGRADED_SHARE_MIN = 0.2;

export const HEALTH_TOOLS_MAX = 5_000;

export const HEALTH_STATES = ["degraded", "watch", "healthy", "no_data"] as const;

export type HealthState = (typeof HEALTH_STATES)[number];

export type HealthCounts = Record<OutcomeClass, number> & { lowUtility: number };

/** Recent health of a tool, or of all tools of a provider. */
export type Health = {
  state: HealthState;
  /** Calls that reached the tool: not held, not refused. */
  ran: number;
  failed: number;
  caller: number;
  tool: number;
  extrinsic: number;
  /** Calls of low utility. They count as failed once several sessions report them. */
  lowUtility: number;
  lowUtilityRepeated: boolean;
  /** Lower bound of the failure rate, 0 to 1: the 95 % Wilson interval. */
  lower: number;
};

/** Which calls the figures of a tool cover. */
export type Counted = {
  /** Whether only calls that name the provider count, because several providers share the name. */
  byProvider: boolean;
  /** Calls of the name that ran with an unknown provider. No tool's figures include them. */
  withoutProvider: number;
};

export type CountedCalls = Counted & { counts: HealthCounts };

export type ToolHealth = Health &
  Counted & {
    id: string;
    gateway: { id: string; name: string };
    provider: string;
    name: string;
  };

export type ProviderHealth = Health & { provider: string; tools: number };

export type HealthReport = {
  since: string;
  tools: ToolHealth[];
  providers: ProviderHealth[];
  cut: boolean;
};
