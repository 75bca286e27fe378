import * as z from "zod";
import { tenantKeySchema } from "../schema";

export const endGraceSchema = z.strictObject({ key: tenantKeySchema });

export const EXTEND_DAYS = { min: 1, max: 90 };
const form = `a whole number of days from ${EXTEND_DAYS.min} to ${EXTEND_DAYS.max}`;
export const extendGraceSchema = z.strictObject({
  key: tenantKeySchema,
  days: z.number(form).int(form).min(EXTEND_DAYS.min, form).max(EXTEND_DAYS.max, form),
});
export type ExtendGrace = z.output<typeof extendGraceSchema>;

/** A caller that left its rationale out, on one day. */
export type Offender = {
  gateway: { id: string; name: string };
  /** Null when the call named no agent. */
  agent: string | null;
  /** YYYY-MM-DD, in UTC. */
  day: string;
  calls: number;
};
