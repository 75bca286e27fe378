export type TenantName = { id: string; key: string };

export type Gateway = {
  id: string;
  name: string;
  callbackUrl: string | null;
  callbackOffAt: Date | null;
  callbackOffReason: string | null;
  createdAt: Date;
  tenants: TenantName[];
};

export type GatewayKey = {
  id: string;
  gatewayId: string;
  prefix: string;
  tenants: TenantName[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  endsAt: Date | null;
  replacedBy: string | null;
};

export const REASON_MAX = 300;

/** Example tenants in a form; there may be thousands. */
export const TENANTS_NAMED = 12;

/** Longest overlap of a replaced key or secret in hours. */
export const OVERLAP_HOURS_MAX = 30 * 24;

/** A key unused for this many days can probably be revoked. */
export const KEY_IDLE_DAYS = 30;

/** More active keys than this are hard to oversee. */
export const KEYS_MANY = 5;

export type KeyState = "active" | "ending" | "ended" | "revoked";

/** Dates of a signing secret; the secret is shown once only. */
export type SecretDates = { id: string; createdAt: Date; endsAt: Date | null };
