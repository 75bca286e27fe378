import * as z from "zod";
import { pageQuery, tenantKey } from "@/lib/core/schema";
import { saidText } from "@/lib/core/text/blank";
import { REASON_MAX } from "../types";
import { type CloseReview, REVIEW_KINDS, REVIEW_STATES, REVIEW_VERDICTS } from "./types";

/** GET /api/v1/reviews */
export const listReviewsQuery = z.strictObject({
  state: z.enum(REVIEW_STATES).optional().describe("Left out: open and closed ones."),
  kind: z.enum(REVIEW_KINDS).optional().describe("Left out: of both kinds."),
  tenant: tenantKey.optional(),
  ...pageQuery,
});

/** POST /api/v1/reviews/{id}/close */
export const closeReviewSchema = z.strictObject({
  verdict: z
    .enum(REVIEW_VERDICTS, `one of: ${REVIEW_VERDICTS.join(", ")}`)
    .describe("Whether it was right that it did not wait."),
  note: z
    .string("what you found, in words")
    .overwrite(saidText)
    .min(1, "what you found, in words")
    .max(REASON_MAX),
});

export const closeReviewInput: z.ZodType<CloseReview> = z.strictObject({
  id: z.string(),
  ...closeReviewSchema.shape,
});
