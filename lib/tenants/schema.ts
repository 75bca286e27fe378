import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import { NAME_MAX, soughtText } from "@/lib/core/wire";

/** The form of a tenant's key, as the database also checks it. */
export const TENANT_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export const CONFIRM_MODES = ["accept", "ignore"] as const;
export type ConfirmMode = (typeof CONFIRM_MODES)[number];

// Bounds in seconds or days, the same as the database's own checks.
const TTL_SECONDS = { min: 60, max: 2_592_000 };
const USE_BY_SECONDS = { min: 1, max: 604_800 };
const COOLDOWN_SECONDS = { min: 0, max: 604_800 };
const GRACE_DAYS = { min: 0, max: 365 };

/** The bounds of the settings that are numbers, in their own unit. */
export const SETTING_BOUNDS = {
  ttl_seconds: TTL_SECONDS,
  use_by_callback_seconds: USE_BY_SECONDS,
  use_by_reissue_seconds: USE_BY_SECONDS,
  rejection_cooldown_seconds: COOLDOWN_SECONDS,
  rationale_grace_days: GRACE_DAYS,
} as const;

export const tenantKeySchema = z
  .string()
  .regex(
    TENANT_KEY,
    "1 to 100 letters, digits, dots, dashes or underscores, beginning with a letter or digit",
  );

export const createTenantSchema = z.strictObject({
  key: tenantKeySchema,
  name: z.string().trim().min(1).max(NAME_MAX).optional(),
});
export type CreateTenant = z.infer<typeof createTenantSchema>;

export const renameTenantSchema = z.strictObject({
  key: tenantKeySchema,
  name: z
    .string()
    .trim()
    .min(1, "a name of 1 to 200 characters")
    .max(NAME_MAX, "a name of 1 to 200 characters"),
});
export type RenameTenant = z.output<typeof renameTenantSchema>;

function within(bounds: { min: number; max: number }, unit: string) {
  const form = `a whole number of ${unit} from ${bounds.min} to ${bounds.max}`;
  return z.number(form).int(form).min(bounds.min, form).max(bounds.max, form);
}

const settingsMembers = {
  auto_approve_high_risk: z.boolean(),
  confirm: z.enum(CONFIRM_MODES, "accept or ignore"),
  ttl_seconds: within(TTL_SECONDS, "seconds"),
  use_by_callback_seconds: within(USE_BY_SECONDS, "seconds"),
  use_by_reissue_seconds: within(USE_BY_SECONDS, "seconds"),
  rejection_cooldown_seconds: within(COOLDOWN_SECONDS, "seconds"),
  rationale_grace_days: within(GRACE_DAYS, "days"),
};

/** The names that settings have on the wire. */
export const TENANT_SETTING_NAMES = Object.keys(settingsMembers) as (keyof typeof settingsMembers)[];

/** A change of settings: the members given change, the others stay. */
export const tenantSettingsSchema = z
  .strictObject(settingsMembers)
  .partial()
  .transform(({ confirm, ...rest }) => ({
    ...camelKeys(rest),
    ...(confirm === undefined ? {} : { confirmMode: confirm }),
  }));
export type TenantSettingsChange = Partial<TenantSettings>;

/** A change by somebody who looks at the settings: `seen` is what the page showed of what changes. */
export const saveSettingsSchema = z.strictObject({
  key: tenantKeySchema,
  change: tenantSettingsSchema,
  seen: tenantSettingsSchema,
});
export type SaveSettings = z.output<typeof saveSettingsSchema>;

export type TenantSettings = {
  autoApproveHighRisk: boolean;
  confirmMode: ConfirmMode;
  ttlSeconds: number;
  useByCallbackSeconds: number;
  useByReissueSeconds: number;
  rejectionCooldownSeconds: number;
  rationaleGraceDays: number;
};

/** What holds for a tenant that has changed nothing; the column defaults say the same. */
export const DEFAULT_TENANT_SETTINGS: TenantSettings = {
  autoApproveHighRisk: false,
  confirmMode: "ignore",
  ttlSeconds: 86_400,
  useByCallbackSeconds: 900,
  useByReissueSeconds: 3_600,
  rejectionCooldownSeconds: 600,
  rationaleGraceDays: 14,
};

export type Tenant = { id: string; key: string; name: string; firstRowAt: Date | null; createdAt: Date };

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

export const tenantListQuery = z.object({
  q: soughtText.optional().catch(undefined),
  cursor: soughtText.optional().catch(undefined),
});
export type TenantListQuery = z.output<typeof tenantListQuery>;
