import * as z from "zod";
import { tenantKeySchema } from "@/lib/tenants/schema";

export const removeTenantSchema = z.strictObject({
  key: tenantKeySchema,
  typed: z.string().max(100),
});

export type RemoveTenant = z.output<typeof removeTenantSchema>;
