import * as z from "zod";
import { pastTime } from "@/lib/core/list/days";
import { text } from "@/lib/core/list/kinds";
import { tenantKey } from "@/lib/core/schema";
import { EXPIRED_DAYS, EXPIRED_DAYS_MAX } from "./types";

const begin = pastTime(EXPIRED_DAYS_MAX);

export const EXPIRED_FILTERS = { since: begin, tenant: text() };

/** GET /api/v1/approvals/expired */
export const expiredQuery = z.strictObject({
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
      `Start of the period that ends now: ${begin.accepts}. Days are days in UTC. Default: ${EXPIRED_DAYS} days ago.`,
    ),
  tenant: tenantKey.optional().describe("Default: all tenants of the token."),
  format: z.enum(["markdown", "json"]).optional().describe("Wins over the Accept header."),
});
