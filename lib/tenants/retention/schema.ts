import * as z from "zod";
import { tenantKeySchema } from "../schema";

/** What can be kept for a time only. */
export const KEPT = ["calls", "approvals", "feedback"] as const;
export type Kept = (typeof KEPT)[number];

// A request is recognised for 45 days: what it made must still be there to answer with. The database checks the same.
export const RETENTION_DAYS: Record<Kept, { min: number; max: number }> = {
  calls: { min: 7, max: 3_650 },
  approvals: { min: 60, max: 3_650 },
  feedback: { min: 60, max: 3_650 },
};

/** Days; null = for ever. */
export type Retention = Record<Kept, number | null>;

/** What holds for a tenant that has changed nothing: nothing is deleted. */
export const KEEP_EVERYTHING: Retention = { calls: null, approvals: null, feedback: null };

function days(kept: Kept) {
  const { min, max } = RETENTION_DAYS[kept];
  const form = `a whole number of days from ${min} to ${max}, or none for ever`;
  return z.number(form).int(form).min(min, form).max(max, form).nullable();
}

const members = { calls: days("calls"), approvals: days("approvals"), feedback: days("feedback") };

export const saveRetentionSchema = z.strictObject({
  key: tenantKeySchema,
  change: z.strictObject(members).partial(),
  /** What the page showed of what changes. */
  seen: z
    .strictObject({ calls: z.int().nullable(), approvals: z.int().nullable(), feedback: z.int().nullable() })
    .partial(),
});
export type SaveRetention = z.output<typeof saveRetentionSchema>;

const asked = <K extends Kept>(kept: K) =>
  z.strictObject({ key: tenantKeySchema, kept: z.literal(kept), days: members[kept].unwrap() });

export const previewRetentionSchema = z.discriminatedUnion("kept", [
  asked("calls"),
  asked("approvals"),
  asked("feedback"),
]);
export type PreviewRetention = z.output<typeof previewRetentionSchema>;

/** Beyond it, a preview says "more than". */
export const PREVIEW_CAP = 1_000_000;

export type RetentionPreview = { rows: number; olderThan: Date };

/** A finished pass over a tenant's old rows. */
export type RetentionRun = { finishedAt: Date } & Record<Kept, number>;
