import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import { externalId, instant, shortName, tenantKey } from "@/lib/core/wire";
import { TEXT_MAX } from "../schema";

/** POST /api/v1/corrections */
export const correctionWire = z.strictObject({
  id: externalId.optional(),
  tenant: tenantKey,
  session_id: shortName.optional(),
  call_id: shortName.optional(),
  tool: shortName,
  utterance: z.string().min(1).max(TEXT_MAX).describe("The user's own words."),
  occurred_at: instant.optional(),
});
export const correctionSchema = correctionWire.transform(camelKeys);
export type SubmitCorrection = z.output<typeof correctionSchema>;

/** Members that may differ between retries of one correction. */
export const RETRY_MAY_DIFFER = ["occurred_at"];

/** A user's own words that an output was wrong. */
export type CorrectionRow = {
  id: string;
  tool: string;
  sessionId: string | null;
  callId: string | null;
  utterance: string;
  occurredAt: Date | null;
  createdAt: Date;
};
