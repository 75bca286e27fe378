import * as z from "zod";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { policiesSchema } from "@/lib/policies/schema";
import { authorizeSchema } from "../schema";
import { HELD_RAW } from "../types";

const TRIED_MAX = 1024 * 1024;

export const tryCallInput = z
  .strictObject({ text: z.string().max(TRIED_MAX), policies: policiesSchema.optional() })
  .transform(({ text, policies }, context) => {
    try {
      const read = authorizeSchema.safeParse(toPlain(text, parseJson(text), HELD_RAW));
      if (read.success) return { call: read.data, policies };
      for (const issue of read.error.issues) context.addIssue({ ...issue, path: ["text", ...issue.path] });
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      context.addIssue({ code: "custom", message: `This is no JSON: ${error.message}`, path: ["text"] });
    }
    return z.NEVER;
  });

/** POST /api/v1/policies/try */
export const tryCallSchema = z.strictObject({
  call: authorizeSchema.describe("As it would be sent to /api/v1/authorize, with `gateway`."),
  policies: policiesSchema.optional().describe("To judge it by, in place of those in force."),
});

/** JSON pointers whose values stay exact text. */
export const TRIED_RAW = HELD_RAW.map((pointer) => `/call${pointer}`);
