export type TenantName = { id: string; key: string };

export type Gateway = {
  id: string;
  name: string;
  callbackUrl: string | null;
  callbackOffAt: Date | null;
  callbackOffReason: string | null;
  createdAt: Date;
  /** Those of its tenants that the reader may see. */
  tenants: TenantName[];
};

export type GatewayKey = {
  id: string;
  gatewayId: string;
  /** The first characters, to tell keys apart. */
  prefix: string;
  tenants: TenantName[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Planned end; past, it has ended. */
  endsAt: Date | null;
  /** The key that takes its place. */
  replacedBy: string | null;
};

export const REASON_MAX = 300;

/** A key that nobody used for so many days can probably go. */
export const KEY_IDLE_DAYS = 30;

/** More keys than this at once are hard to keep an eye on. */
export const KEYS_MANY = 5;

export type KeyState = "active" | "ending" | "ended" | "revoked";

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

/** A signing secret by its dates; the secret itself is shown once and never again. */
export type SecretDates = { id: string; createdAt: Date; endsAt: Date | null };
