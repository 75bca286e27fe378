import * as z from "zod";
import { pageQuery, storedName, tenantKey } from "@/lib/core/schema";
import { findingCode, findingPointer, muteReason } from "@/lib/tools/findings/schema";
import { FINDING_VIEWS } from "./types";

export const findingsQuery = z.strictObject({
  view: z
    .enum(FINDING_VIEWS)
    .default("open")
    .describe(
      "`open`: findings that are not muted. `proven`: open ones that calls prove. `muted`: muted ones. `gone`: those that the newest version of a tool fixed in the last 90 days.",
    ),
  code: findingCode.optional(),
  severity: z.enum(["warning", "info"]).optional(),
  provider: storedName.optional(),
  gateway: storedName.optional(),
  tool: storedName.optional(),
  tenant: tenantKey
    .optional()
    .describe("Whose calls count; without it, those of all tenants of these credentials."),
  ...pageQuery,
});

export const patchFindingSchema = z
  .strictObject({
    tool_id: z.uuid(),
    version: z.int().min(1).describe("The version that was looked at; a newer one refuses."),
    code: findingCode,
    pointer: findingPointer,
    muted: muteReason
      .nullable()
      .describe("Why it is not to be shown until the next version; null shows it again."),
  })
  .transform(({ tool_id: toolId, ...rest }) => ({ toolId, ...rest }));
