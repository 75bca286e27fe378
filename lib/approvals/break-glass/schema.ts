import * as z from "zod";
import { passkeyResponseSchema } from "@/lib/auth/passkeys/schema";
import { saidText } from "@/lib/core/text/blank";
import { decided, seenSchema } from "../schema";
import { REASON_MAX } from "../types";
import { BREAK_GLASS_REASON_MIN, type BreakGlass } from "./types";

export const breakGlassInput: z.ZodType<BreakGlass> = z.strictObject({
  ...decided,
  reason: z
    .string()
    .overwrite(saidText)
    .min(BREAK_GLASS_REASON_MIN, `at least ${BREAK_GLASS_REASON_MIN} characters that say why it cannot wait`)
    .max(REASON_MAX),
  seen: seenSchema.optional(),
  passkey: passkeyResponseSchema.optional(),
});
