export const KEPT = ["calls", "rationales", "arguments", "approvals", "feedback"] as const;

export type Kept = (typeof KEPT)[number];

/** Texts of calls, which can be deleted before the call. */
export const KEPT_TEXTS = ["rationales", "arguments"] as const satisfies readonly Kept[];

export function isText(kept: Kept): kept is (typeof KEPT_TEXTS)[number] {
  return KEPT_TEXTS.some((text) => text === kept);
}

// Requests are recognized for 45 days, and their rows must still exist for the answer. The database
// checks the same limits.
export const RETENTION_DAYS: Record<Kept, { min: number; max: number }> = {
  calls: { min: 7, max: 3_650 },
  rationales: { min: 7, max: 3_650 },
  arguments: { min: 7, max: 3_650 },
  approvals: { min: 60, max: 3_650 },
  feedback: { min: 60, max: 3_650 },
};

/** Days; null: forever, and for texts as long as their call. */
export type Retention = Record<Kept, number | null>;

/** Default: nothing is deleted. */
export const KEEP_EVERYTHING: Retention = {
  calls: null,
  rationales: null,
  arguments: null,
  approvals: null,
  feedback: null,
};

/** Above it, a preview says "more than". */
export const PREVIEW_CAP = 1_000_000;

export type RetentionPreview = { rows: number; olderThan: Date };

/** A finished pass over a tenant's old rows. */
export type RetentionRun = { finishedAt: Date } & Record<Kept, number>;

/** A tenant that keeps calls or rationales for a limited time. Days; null: forever. */
export type ShortKept = { tenant: string; calls: number | null; rationales: number | null };
