import * as z from "zod";
import { tenantKeySchema } from "@/lib/tenants/schema";
import { type Kept, RETENTION_DAYS } from "./types";

function days(kept: Kept) {
  const { min, max } = RETENTION_DAYS[kept];
  const form = `a whole number of days from ${min} to ${max}, or none to keep them for ever`;
  return z.number(form).int(form).min(min, form).max(max, form).nullable();
}

const members = {
  calls: days("calls"),
  rationales: days("rationales"),
  arguments: days("arguments"),
  approvals: days("approvals"),
  feedback: days("feedback"),
};

const shown = z.int().nullable();

export const saveRetentionSchema = z.strictObject({
  key: tenantKeySchema,
  change: z.strictObject(members).partial(),
  /** The values the person saw. */
  seen: z
    .strictObject({ calls: shown, rationales: shown, arguments: shown, approvals: shown, feedback: shown })
    .partial(),
});

export type SaveRetention = z.output<typeof saveRetentionSchema>;

const asked = <K extends Kept>(kept: K) =>
  z.strictObject({ key: tenantKeySchema, kept: z.literal(kept), days: members[kept].unwrap() });

export const previewRetentionSchema = z.discriminatedUnion("kept", [
  asked("calls"),
  asked("rationales"),
  asked("arguments"),
  asked("approvals"),
  asked("feedback"),
]);

export type PreviewRetention = z.output<typeof previewRetentionSchema>;
