import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import { NAME_MAX } from "@/lib/core/limits";
import { IDENTIFIER, IDENTIFIER_FORM } from "@/lib/core/text/identifiers";
import {
  BREAK_GLASS_MODES,
  CONFIRM_MODES,
  COOLDOWN_SECONDS,
  EXTEND_DAYS,
  GRACE_DAYS,
  SAMPLE_PERCENT,
  TENANT_KEY,
  TTL_SECONDS,
  USE_BY_SECONDS,
} from "./types";

export const tenantKeySchema = z
  .string()
  .regex(
    TENANT_KEY,
    "1 to 100 letters, digits, dots, dashes or underscores, beginning with a letter or digit",
  );

export const endGraceSchema = z.strictObject({ key: tenantKeySchema });

const graceDays = `a whole number of days from ${EXTEND_DAYS.min} to ${EXTEND_DAYS.max}`;

export const extendGraceSchema = z.strictObject({
  key: tenantKeySchema,
  days: z.number(graceDays).int(graceDays).min(EXTEND_DAYS.min, graceDays).max(EXTEND_DAYS.max, graceDays),
});

export type ExtendGrace = z.output<typeof extendGraceSchema>;

const tenantName = z
  .string()
  .trim()
  .max(NAME_MAX, "a name of 1 to 200 characters")
  .regex(IDENTIFIER, `a name of 1 to 200 characters, ${IDENTIFIER_FORM}`);

export const createTenantSchema = z.strictObject({
  key: tenantKeySchema,
  name: tenantName.optional(),
});

export type CreateTenant = z.infer<typeof createTenantSchema>;

export const renameTenantSchema = z.strictObject({
  key: tenantKeySchema,
  name: tenantName,
});

export type RenameTenant = z.output<typeof renameTenantSchema>;

function within(bounds: { min: number; max: number }, unit: string) {
  const form = `a whole number of ${unit} from ${bounds.min} to ${bounds.max}`;
  return z.number(form).int(form).min(bounds.min, form).max(bounds.max, form);
}

const settingsMembers = {
  auto_approve_high_risk: z.boolean(),
  confirm: z.enum(CONFIRM_MODES, "accept or ignore"),
  block_self_approval: z.boolean(),
  tokens_approve_critical: z.boolean(),
  critical_needs_passkey: z.boolean(),
  hold_unrated_tools: z.boolean(),
  break_glass: z.enum(BREAK_GLASS_MODES, "nobody, admins or approvers"),
  sample_percent: within(SAMPLE_PERCENT, "calls of a hundred"),
  ttl_seconds: within(TTL_SECONDS, "seconds"),
  use_by_callback_seconds: within(USE_BY_SECONDS, "seconds"),
  use_by_reissue_seconds: within(USE_BY_SECONDS, "seconds"),
  rejection_cooldown_seconds: within(COOLDOWN_SECONDS, "seconds"),
  rationale_grace_days: within(GRACE_DAYS, "days"),
};

export const TENANT_SETTING_NAMES = Object.keys(settingsMembers) as (keyof typeof settingsMembers)[];

/** A change of settings; omitted members stay. */
export const tenantSettingsSchema = z
  .strictObject(settingsMembers)
  .partial()
  .transform(({ confirm, ...rest }) => ({
    ...camelKeys(rest),
    ...(confirm === undefined ? {} : { confirmMode: confirm }),
  }));

export const saveSettingsSchema = z.strictObject({
  key: tenantKeySchema,
  change: tenantSettingsSchema,
  seen: tenantSettingsSchema,
});
