import * as z from "zod";
import { SIZE_MAX } from "./types";

/** Approximate number of waiting approvals and calls; default is the usual size. */
export const sizeSchema = z.strictObject({
  pending: z.int().min(0).max(SIZE_MAX.pending).optional(),
  audit: z.int().min(0).max(SIZE_MAX.calls).optional(),
});
export type SizeInput = z.output<typeof sizeSchema>;

export const nothingSchema = z.strictObject({});
