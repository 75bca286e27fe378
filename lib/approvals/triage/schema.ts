import * as z from "zod";
import { saidText } from "@/lib/core/text/blank";
import { tenantKeySchema } from "@/lib/tenants/schema";
import { seenSchema } from "../schema";
import { BULK_MAX, REASON_MAX } from "../types";
import { ACKNOWLEDGE_MAX, BULK_APPROVE_MAX, NOTE_MAX, SNOOZE_MAX, WORD_MAX } from "./types";

export const cancelPendingSchema = z.strictObject({ key: tenantKeySchema });

export const assignInput = z.strictObject({
  id: z.uuid(),
  /** To take it over: the assignee that the page shows, and a message to them. */
  takeOver: z
    .strictObject({ from: z.uuid(), word: z.string().overwrite(saidText).min(1).max(WORD_MAX) })
    .optional(),
});

export type AssignInput = z.output<typeof assignInput>;

export const unassignInput = z.strictObject({ id: z.uuid() });

export const snoozeInput = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(SNOOZE_MAX),
  until: z.coerce.date(),
  /** The person has confirmed that some of them expire before then. */
  pastDeadline: z.boolean(),
});

export type SnoozeInput = z.output<typeof snoozeInput>;

export const wakeInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(SNOOZE_MAX) });

export const presenceInput = z.strictObject({ id: z.uuid(), leaving: z.boolean().optional() });

export const acknowledgeInput = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.uuid(), changedAt: z.coerce.date() }))
    .min(1)
    .max(ACKNOWLEDGE_MAX),
  note: z.string().overwrite(saidText).max(NOTE_MAX).optional(),
});

export type AcknowledgeInput = z.output<typeof acknowledgeInput>;

export const unacknowledgeInput = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.uuid(), acknowledgedAt: z.coerce.date() }))
    .min(1)
    .max(ACKNOWLEDGE_MAX),
});

export type UnacknowledgeInput = z.output<typeof unacknowledgeInput>;

const seen = z.strictObject({
  id: z.uuid(),
  revision: z.int().min(1),
  argumentsSha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const bulkDecideInput = z.discriminatedUnion("verdict", [
  z.strictObject({
    verdict: z.literal("approve"),
    items: z.array(seen).min(1).max(BULK_APPROVE_MAX),
    seen: seenSchema
      .pick({ typed: true, ms: true, visible_ms: true })
      .extend({ end: z.boolean() })
      .optional(),
  }),
  z.strictObject({
    verdict: z.literal("reject"),
    reason: z.string().overwrite(saidText).min(1).max(REASON_MAX),
    items: z.array(seen).min(1).max(BULK_MAX),
  }),
]);

export const bulkIdsInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(BULK_MAX) });

export const bulkLookInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(BULK_APPROVE_MAX) });
