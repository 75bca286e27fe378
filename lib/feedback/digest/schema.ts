import * as z from "zod";
import { pastTime } from "@/lib/core/list/days";
import { text } from "@/lib/core/list/kinds";
import { tenantKey } from "@/lib/core/schema";
import { DIGEST_DAYS, DIGEST_DAYS_MAX } from "./types";

const begin = pastTime(DIGEST_DAYS_MAX);

export const DIGEST_FILTERS = { since: begin, tenant: text() };

/** GET /api/v1/feedback/digest */
export const digestQuery = z.strictObject({
  since: z
    .string()
    .transform((given, context) => {
      const read = begin.read(given);
      if (read !== undefined) return read;
      context.addIssue({ code: "invalid_format", format: "time", message: begin.accepts });
      return z.NEVER;
    })
    .optional()
    .describe(
      `When the period begins that ends now: ${begin.accepts}. Days are days in UTC. Without it: ${DIGEST_DAYS} days ago.`,
    ),
  tenant: tenantKey.optional(),
  format: z.enum(["markdown", "json"]).optional().describe("Wins over the Accept header."),
});
