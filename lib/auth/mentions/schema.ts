import * as z from "zod";
import { saidText } from "@/lib/core/text/blank";

/** Plain text to other people: no part of it is a link or an instruction. */
export const plainWords = (most: number) =>
  z
    .string()
    .overwrite(saidText)
    .min(1, "write something first")
    .max(most, `at most ${most} characters`)
    .refine((text) => !text.includes("\0"), { error: "the NUL character is not accepted" })
    .refine((text) => text.isWellFormed(), { error: "half of a character is not accepted" });
