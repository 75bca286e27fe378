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

/** Tenants that a form names as examples; there may be thousands. */
export const TENANTS_NAMED = 12;

/** Hours that a replaced key or secret may go on working beside the new one. */
export const OVERLAP_HOURS_MAX = 30 * 24;

/** A key that nobody used for so many days can probably go. */
export const KEY_IDLE_DAYS = 30;

/** More keys than this at once are hard to keep an eye on. */
export const KEYS_MANY = 5;

export type KeyState = "active" | "ending" | "ended" | "revoked";

/** A signing secret by its dates; the secret itself is shown once and never again. */
export type SecretDates = { id: string; createdAt: Date; endsAt: Date | null };
