import * as z from "zod";
import { text } from "@/lib/core/list/kinds";
import { pastWeek } from "@/lib/core/list/weeks";
import { tenantKey } from "@/lib/core/schema";
import { WEEKS_MAX } from "./types";

const past = pastWeek(WEEKS_MAX);

/** Query parameters of the weekly view. */
export const WEEKLY_FILTERS = { week: past, tenant: text() };

export const weeklyQuery = z.strictObject({
  week: z
    .string()
    .transform((given, context) => {
      const read = past.read(given);
      if (read !== undefined) return read;
      context.addIssue({ code: "invalid_format", format: "week", message: past.accepts });
      return z.NEVER;
    })
    .optional()
    .describe(
      `Which week: ${past.accepts}. Weeks are those of ISO 8601, in UTC. Without it: the last whole week, or this one while there is nothing in that.`,
    ),
  tenant: tenantKey.optional(),
  format: z.enum(["markdown", "json", "ndjson"]).optional().describe("Wins over the Accept header."),
});
