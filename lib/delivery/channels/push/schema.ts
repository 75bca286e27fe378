import * as z from "zod";

export const trialSchema = z.strictObject({ id: z.uuid().optional() });
