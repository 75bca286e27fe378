import * as z from "zod";
import { decided } from "../schema";
import type { BeginSigning } from "./types";

export const beginSigningInput: z.ZodType<BeginSigning> = z.strictObject({
  ...decided,
  verdict: z.enum(["approve", "break_glass"]),
  argumentsText: z.string().optional(),
});
