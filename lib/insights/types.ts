import type { Tenant } from "@/lib/tenants/types";

/** How a setting came to be what it is. */
export type SettingHistory = { by: string; at: Date; from: unknown; to: unknown };

/** What the settings mean at this moment; counts stop at `COUNT_CAP`. */
export type SettingsNow = {
  now: Date;
  pending: number;
  /** The latest deadline among the pending calls. */
  lastDeadline: Date | null;
  awaitingCallback: number;
  awaitingReissue: number;
  /** Calls rejected within the present cool-down. */
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

/** How a gateway is doing. */
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
  /** Active keys that nobody used for KEY_IDLE_DAYS. */
  idleKeys: number;
  /** Replaced keys that end within a day. */
  endingKeys: number;
  /** When it last read the events feed, and how many events were past the place it had reached; null when it never did. */
  feed: { readAt: Date; behind: number } | null;
};

/** Counts of health stop here. */
export const HEALTH_COUNT_MAX = 1_000;
