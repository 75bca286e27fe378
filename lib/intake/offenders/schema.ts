import * as z from "zod";
import { pageQuery, storedName, tenantKey } from "@/lib/core/schema";
import { OFFENDER_STATES } from "./types";

/** GET /api/v1/offenders */
export const listOffendersQuery = z.strictObject({
  tenant: tenantKey.optional(),
  state: z.enum(OFFENDER_STATES).optional().describe("Left out: both."),
  gateway: storedName.optional(),
  agent: storedName.optional(),
  ...pageQuery,
});
