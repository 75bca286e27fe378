import * as z from "zod";
import { pageQuery, storedName, tenantKey } from "@/lib/core/schema";
import { HEALTH_STATES } from "./types";

export const healthQuery = z.strictObject({
  state: z.enum(HEALTH_STATES).optional(),
  provider: storedName.optional(),
  gateway: storedName.optional().describe("With a personal token: which gateway's tools."),
  tenant: tenantKey.optional().describe("Whose calls count; without it, those of all of these credentials."),
  ...pageQuery,
  // The cursor contains two names.
  cursor: z.string().max(2_000).optional(),
});
