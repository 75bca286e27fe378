import * as z from "zod";
import { pageQuery, tenantKey } from "@/lib/core/schema";
import { OWNED_VIEWS } from "./types";

/** GET /api/v1/agents */
export const listAgentsQuery = z.strictObject({
  tenant: tenantKey.optional(),
  q: z.string().max(200).optional().describe("A part of the name."),
  owned: z.enum(OWNED_VIEWS).optional().describe("`unowned`: only those without an owner."),
  ...pageQuery,
});
