import * as z from "zod";

/** An open page says so this often (milliseconds). */
export const LOOK_EVERY_MS = 25_000;
/** Silent for this long means gone. */
export const LOOK_SECONDS = 60;

export const lookInput = z.strictObject({ id: z.uuid(), leaving: z.boolean().optional() });
