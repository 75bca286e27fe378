/** What can be kept for a time only. */
export const KEPT = ["calls", "rationales", "arguments", "approvals", "feedback"] as const;

export type Kept = (typeof KEPT)[number];

/** Texts of calls, which may go before their call does. */
export const KEPT_TEXTS = ["rationales", "arguments"] as const satisfies readonly Kept[];

export function isText(kept: Kept): kept is (typeof KEPT_TEXTS)[number] {
  return KEPT_TEXTS.some((text) => text === kept);
}

// A request is recognised for 45 days: what it made must still be there to answer with. The database checks the same.
export const RETENTION_DAYS: Record<Kept, { min: number; max: number }> = {
  calls: { min: 7, max: 3_650 },
  rationales: { min: 7, max: 3_650 },
  arguments: { min: 7, max: 3_650 },
  approvals: { min: 60, max: 3_650 },
  feedback: { min: 60, max: 3_650 },
};

/** Days; null = for ever, and of texts as long as their call. */
export type Retention = Record<Kept, number | null>;

/** What holds for a tenant that has changed nothing: nothing is deleted. */
export const KEEP_EVERYTHING: Retention = {
  calls: null,
  rationales: null,
  arguments: null,
  approvals: null,
  feedback: null,
};

/** Beyond it, a preview says "more than". */
export const PREVIEW_CAP = 1_000_000;

export type RetentionPreview = { rows: number; olderThan: Date };

/** A finished pass over a tenant's old rows. */
export type RetentionRun = { finishedAt: Date } & Record<Kept, number>;

/** A tenant of which calls, or rationales of calls, are kept for a time only. Days; null = for ever. */
export type ShortKept = { tenant: string; calls: number | null; rationales: number | null };
