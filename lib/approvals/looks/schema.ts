import * as z from "zod";

/** An open page says so this often (milliseconds). */
export const LOOK_EVERY_MS = 15_000;
/** Silent for this long means gone. */
export const LOOK_SECONDS = 35;

export const lookInput = z.strictObject({ id: z.uuid(), leaving: z.boolean().optional() });
