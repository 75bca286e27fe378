import * as z from "zod";
import { SIZE_MAX } from "./types";

/** How many approvals wait and how many calls there are, about; the usual amount unless said otherwise. */
export const sizeSchema = z.strictObject({
  pending: z.int().min(0).max(SIZE_MAX.pending).optional(),
  audit: z.int().min(0).max(SIZE_MAX.calls).optional(),
});
export type SizeInput = z.output<typeof sizeSchema>;

export const nothingSchema = z.strictObject({});
