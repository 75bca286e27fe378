import * as z from "zod";
import { decided } from "../schema";
import type { BeginSigning } from "./types";

/** What the server action accepts from the page. */
export const beginSigningInput: z.ZodType<BeginSigning> = z.strictObject({
  ...decided,
  verdict: z.enum(["approve", "break_glass"]),
  argumentsText: z.string().optional(),
});
