import * as z from "zod";

/** As long as a call can wait at all. */
export const SNOOZE_DAYS_MAX = 30;
/** Calls put off with one press. */
export const SNOOZE_MAX = 100;

export const snoozeInput = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(SNOOZE_MAX),
  until: z.coerce.date(),
  /** The person was told that some of them end before then. */
  pastDeadline: z.boolean(),
});
export type SnoozeInput = z.output<typeof snoozeInput>;

export const wakeInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(SNOOZE_MAX) });
