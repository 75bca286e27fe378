import * as z from "zod";
import { tenantKeySchema } from "../schema";
import { EXTEND_DAYS } from "./types";

export const endGraceSchema = z.strictObject({ key: tenantKeySchema });

const form = `a whole number of days from ${EXTEND_DAYS.min} to ${EXTEND_DAYS.max}`;

export const extendGraceSchema = z.strictObject({
  key: tenantKeySchema,
  days: z.number(form).int(form).min(EXTEND_DAYS.min, form).max(EXTEND_DAYS.max, form),
});

export type ExtendGrace = z.output<typeof extendGraceSchema>;
