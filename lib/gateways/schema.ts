import * as z from "zod";
import { NAME_MAX } from "@/lib/core/wire";
import { tenantKeySchema } from "@/lib/tenants/schema";

// A gateway's own list; past this a single key would be a skeleton key.
const TENANTS_MAX = 1_000;
const URL_MAX = 2_000;

/** Gateways are named in commands and addresses, so their names need no quoting. */
export const gatewayNameSchema = z
  .string()
  .max(NAME_MAX)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    "letters, digits, dots, dashes or underscores, beginning with a letter or digit",
  );

/** Where decisions are told. Which addresses may be reached is judged at sending, when the name is resolved. */
export const callbackUrlSchema = z
  .string()
  .max(URL_MAX)
  .refine(isCallbackUrl, "an http or https URL without user name, password or fragment");

function isCallbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const http = url.protocol === "https:" || url.protocol === "http:";
  return http && url.username === "" && url.password === "" && !text.includes("#");
}

export const tenantKeysSchema = z.array(tenantKeySchema).min(1, "at least one tenant").max(TENANTS_MAX);

export const createGatewaySchema = z.strictObject({
  name: gatewayNameSchema,
  tenants: tenantKeysSchema,
  callbackUrl: callbackUrlSchema.optional(),
});
export type CreateGateway = z.infer<typeof createGatewaySchema>;

/** A key of a caller's own making (headless set-up); as strong as those made here. */
export const apiKeySchema = z
  .string()
  .regex(/^csk_[A-Za-z0-9_-]{32,200}$/, "csk_ and at least 32 letters, digits, dashes or underscores");

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

// A replaced key goes on being accepted for so long at most.
const OVERLAP_HOURS_MAX = 30 * 24;
export const overlapSchema = z
  .number({ error: "a number of hours" })
  .min(0, "at least 0 hours")
  .max(OVERLAP_HOURS_MAX, `at most ${OVERLAP_HOURS_MAX} hours`);

const id = z.string().max(100);
export const createKeyInput = z.strictObject({
  gatewayId: id,
  tenants: z.array(tenantKeySchema).min(1, "Choose at least one tenant.").max(TENANTS_MAX),
});
export const rotateKeyInput = z.strictObject({ keyId: id, overlapHours: overlapSchema });
export const revokeKeyInput = z.strictObject({ keyId: id });
export const addTenantsInput = z.strictObject({ gatewayId: id, tenants: tenantKeysSchema });

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
