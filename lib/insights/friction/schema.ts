import * as z from "zod";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "@/lib/core/limits";
import { tenantKey } from "@/lib/core/schema";
import { FRICTION_DAYS, FRICTION_KINDS, FRICTION_SORTS } from "./types";

const { max, usual } = FRICTION_DAYS;

/** GET /api/v1/insights */
export const insightsQuery = z.strictObject({
  tenant: tenantKey.optional().describe("Whose figures; without it, those of all tenants of the token."),
  days: z.coerce
    .number()
    .int()
    .min(1, `a whole number from 1 to ${max}`)
    .max(max, `a whole number from 1 to ${max}`)
    .default(usual)
    .describe("How many days of decisions `friction` is of, up to today (UTC)."),
  by: z
    .enum(FRICTION_KINDS, `one of: ${FRICTION_KINDS.join(", ")}`)
    .default("tool")
    .describe("What a row of `friction` is. Of approvers, administrators get all, others themselves."),
  sort: z
    .enum(FRICTION_SORTS, `one of: ${FRICTION_SORTS.join(", ")}`)
    .default("calls")
    .describe("What the rows are ordered by, the most first."),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
});
