import type { Tenant } from "@/lib/tenants/types";

export type SettingHistory = { by: string; at: Date; from: unknown; to: unknown };

/** The current effect of the settings; counts stop at `COUNT_CAP`. */
export type SettingsNow = {
  now: Date;
  pending: number;
  lastDeadline: Date | null;
  awaitingCallback: number;
  awaitingReissue: number;
  /** Calls rejected within the current cool-down. */
  coolingDown: number;
  /** Of the last seven days. */
  autoApproved: number;
  confirmed: number;
  /** Calls of unrated tools that ran on the gateway's word. */
  unrated: number;
  firstRowAt: Date | null;
};

/** Beyond it, counts say "more than". */
export const COUNT_CAP = 10_000;

export type TenantListRow = Tenant & {
  pending: number;
  lastCallAt: Date | null;
  gateways: number;
  graceEndsAt: Date | null;
  offenders: number;
};

export type GatewayHealth = {
  gatewayId: string;
  lastRequestAt: Date | null;
  /** When it last acknowledged a callback. */
  lastToldAt: Date | null;
  failuresHour: number;
  failuresDay: number;
  owed: number;
  dead: number;
  refusedDay: number;
  activeKeys: number;
  idleKeys: number;
  endingKeys: number;
  /** When it last read the feed, and the events after that position; null if never. */
  feed: { readAt: Date; behind: number } | null;
};

export const HEALTH_COUNT_MAX = 1_000;

/** Newest requests that are counted, and newest callbacks whose attempts are. */
export const COURSE_MAX = { requests: 10_000, callbacks: 2_000 };

export type Pace = { medianMs: number | null; slowMs: number | null };

export type CourseHour = {
  /** Its beginning. */
  at: Date;
  requests: { ok: number; refused: number; failed: number };
  callbacks: { delivered: number; failed: number };
  /** 19 of 20 callbacks of the hour took no longer; null without any. */
  slowMs: number | null;
};

/** A gateway's last day, hour by hour (UTC), oldest first. */
export type GatewayCourse = {
  hours: CourseHour[];
  /** Of all its callbacks of these hours that got an answer. */
  pace: Pace;
  /** Whether only the newest requests or callbacks were read: hours before are missing from the counts. */
  cut: { requests: boolean; callbacks: boolean };
};
