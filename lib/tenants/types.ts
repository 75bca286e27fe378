export const EXTEND_DAYS = { min: 1, max: 90 };
/** Form of a tenant's key; the database checks the same. */
export const TENANT_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export const CONFIRM_MODES = ["accept", "ignore"] as const;

/** Who can approve a call alone in an emergency; administrators are approvers too. */
export const BREAK_GLASS_MODES = ["nobody", "admins", "approvers"] as const;

export type BreakGlassMode = (typeof BREAK_GLASS_MODES)[number];

type ConfirmMode = (typeof CONFIRM_MODES)[number];

// Limits in seconds or days, the same as in the database's checks.
export const TTL_SECONDS = { min: 60, max: 2_592_000 };

export const USE_BY_SECONDS = { min: 1, max: 604_800 };

export const COOLDOWN_SECONDS = { min: 0, max: 604_800 };

export const GRACE_DAYS = { min: 0, max: 365 };

export const SAMPLE_PERCENT = { min: 0, max: 100 };

/** Limits of numeric settings in their units. */
export const SETTING_BOUNDS = {
  ttl_seconds: TTL_SECONDS,
  use_by_callback_seconds: USE_BY_SECONDS,
  use_by_reissue_seconds: USE_BY_SECONDS,
  rejection_cooldown_seconds: COOLDOWN_SECONDS,
  rationale_grace_days: GRACE_DAYS,
} as const;

export type TenantSettingsChange = Partial<TenantSettings>;

export type TenantSettings = {
  autoApproveHighRisk: boolean;
  confirmMode: ConfirmMode;
  blockSelfApproval: boolean;
  tokensApproveCritical: boolean;
  criticalNeedsPasskey: boolean;
  holdUnratedTools: boolean;
  breakGlass: BreakGlassMode;
  samplePercent: number;
  ttlSeconds: number;
  useByCallbackSeconds: number;
  useByReissueSeconds: number;
  rejectionCooldownSeconds: number;
  rationaleGraceDays: number;
};

/** Defaults, the same as in the columns. */
export const DEFAULT_TENANT_SETTINGS: TenantSettings = {
  autoApproveHighRisk: false,
  confirmMode: "ignore",
  blockSelfApproval: true,
  tokensApproveCritical: false,
  criticalNeedsPasskey: false,
  holdUnratedTools: false,
  breakGlass: "nobody",
  samplePercent: 0,
  ttlSeconds: 86_400,
  useByCallbackSeconds: 900,
  useByReissueSeconds: 3_600,
  rejectionCooldownSeconds: 600,
  rationaleGraceDays: 14,
};

export type Tenant = { id: string; key: string; name: string; firstRowAt: Date | null; createdAt: Date };
