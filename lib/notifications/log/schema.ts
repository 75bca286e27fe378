import * as z from "zod";
import { pageQuery, tenantKey } from "@/lib/core/schema";
import { NOTICE_KINDS, PEOPLE_CHANNELS } from "@/lib/notices/types";
import { NOTIFICATION_STATES } from "../types";

/** GET /api/v1/notifications */
export const notificationsQuery = z.strictObject({
  view: z
    .enum(["mine", "all"])
    .default("mine")
    .describe(
      "`mine`: what is for the token’s person. `all`: what is for anyone in the tenants of an administrator.",
    ),
  tenant: tenantKey.optional().describe("Default: all tenants of the token."),
  approval: z.uuid().optional().describe("Only what is about this approval."),
  kind: z.enum(NOTICE_KINDS).optional(),
  channel: z.enum(PEOPLE_CHANNELS).optional(),
  state: z.enum(NOTIFICATION_STATES).optional(),
  ...pageQuery,
});
