import { readFileSync } from "node:fs";
import * as z from "zod";
import { ConfigError } from "./config-error";

const fact = z.string().min(1).max(200);
const ratingSchema = z.strictObject({
  risk: z.enum(["low", "medium", "high", "critical"]).optional(),
  requires_confirmation: z.boolean().optional(),
  impact: z.string().max(1000).optional(),
  category: z.string().max(200).optional(),
  summary: z.string().min(1).max(500).optional(),
  facts: z
    .strictObject({
      what: fact.optional(),
      to_whom: fact.optional(),
      how_many: z.union([z.int().min(0), fact]).optional(),
      undo: fact.optional(),
    })
    .optional(),
});
const ratingsSchema = z.record(z.string(), ratingSchema);

/** The operator's ratings of single tools, by name. */
export type Ratings = z.infer<typeof ratingsSchema>;

/** @throws ConfigError naming RATINGS_FILE and the first thing wrong with it */
export function readRatings(file: string | undefined): Ratings {
  if (!file) return {};
  try {
    const parsed = ratingsSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new Error(`${issue?.path.join(".") || "the file"}: ${issue?.message}`);
  } catch (error) {
    throw new ConfigError(
      `RATINGS_FILE ${file} must be JSON like {"write_file": {"risk": "high"}}: ${(error as Error).message}`,
    );
  }
}
