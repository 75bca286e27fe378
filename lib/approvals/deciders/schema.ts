import * as z from "zod";

export const whereaboutsInput = z.strictObject({
  call: z.string().max(100).optional(),
  /** The key of a tenant that the page is filtered by. */
  tenant: z.string().max(1_000).optional(),
});
