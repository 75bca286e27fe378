import * as z from "zod";
import { instant } from "@/lib/core/schema";
import { emailSchema } from "../schema";
import { DELEGATION_NOTE_MAX } from "./types";

const note = z
  .string()
  .trim()
  .max(DELEGATION_NOTE_MAX, { error: `at most ${DELEGATION_NOTE_MAX} characters` })
  .refine((text) => text.isWellFormed() && !text.includes("\0"), { error: "characters that can be stored" });

/** POST /api/v1/delegations. */
export const postDelegationSchema = z.strictObject({
  from: emailSchema
    .optional()
    .describe("The address of who is out. Left out: yourself. Others for administrators of all tenants."),
  to: emailSchema.describe("The address of who decides in their place."),
  starts_at: instant.optional().describe("Left out, or in the past: now."),
  ends_at: instant.describe("Not included; a year at most."),
  note: note.default("").describe("For those who see it, for example where the person is."),
});

/** PATCH /api/v1/delegations/{id}. */
export const patchDelegationSchema = z.strictObject({ ends_at: instant.describe("In the future.") });

const moment = z.string().min(1, { abort: true, error: "choose a day and a time" }).pipe(instant);

export const createDelegationInput = postDelegationSchema.extend({
  to: z.string().min(1, { abort: true, error: "choose who decides" }).pipe(emailSchema),
  starts_at: moment,
  ends_at: moment,
});

export const changeDelegationInput = z.strictObject({ id: z.uuid(), ends_at: moment });
export const delegationInput = z.strictObject({ id: z.uuid() });
