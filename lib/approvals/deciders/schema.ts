import * as z from "zod";

export const whereaboutsInput = z.strictObject({ call: z.string().max(100).optional() });
