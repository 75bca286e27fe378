import type { OutcomeClass } from "@/lib/calls/types";

/** How far back a tool's health looks, in days of UTC with today as the last. */
export const HEALTH_DAYS = 7;

/** Fewer calls that ran say nothing good of a tool. */
export const HEALTHY_CALLS_MIN = 20;

/** Fewer calls that ran say nothing bad of it either. */
export const FAILING_CALLS_MIN = 5;

/** At least this share of its calls fails, with 95 % confidence: watch it; it is degraded. */
export const WATCH_SHARE_MIN = 0.05;
export const DEGRADED_SHARE_MIN = 0.2;

/** Tools that are judged at once; a larger catalogue is judged by provider or gateway. */
export const HEALTH_TOOLS_MAX = 5_000;

/** From the worst to the best that can be said. */
export const HEALTH_STATES = ["degraded", "watch", "healthy", "no_data"] as const;

export type HealthState = (typeof HEALTH_STATES)[number];

/** Calls of a time by what their outcome speaks against, with those of low utility by themselves. */
export type HealthCounts = Record<OutcomeClass, number> & { lowUtility: number };

/** How a tool, or all tools of a provider, did lately. */
export type Health = {
  state: HealthState;
  /** Calls that reached the tool: all but those that were held or refused. */
  ran: number;
  failed: number;
  /** Of the failed ones, by what they speak against. */
  caller: number;
  tool: number;
  extrinsic: number;
  /** Calls of low utility, which are among the failed ones once several sessions say so. */
  lowUtility: number;
  lowUtilityRepeated: boolean;
  /** The share of failed calls that is sure, from 0 to 1: the lower end of its Wilson interval (95 %). */
  lower: number;
};

/** Whose calls a tool's figures are. */
export type Counted = {
  /** Whether only calls that name its provider count, because tools of several providers have its name. */
  byProvider: boolean;
  /** Calls of the name that ran and of which no provider can be told: in nobody's figures. */
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

/** All that was asked for, the worst first. */
export type HealthReport = {
  /** The first day (UTC) that is counted. */
  since: string;
  tools: ToolHealth[];
  providers: ProviderHealth[];
  /** Whether there are more tools than are judged at once. */
  cut: boolean;
};
