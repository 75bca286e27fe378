import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { pageQuery, storedName, tenantKey } from "@/lib/core/schema";
import { saidText } from "@/lib/core/text/blank";
import { DISMISS_REASONS, SUGGESTION_KINDS, SUGGESTION_NOTE_MAX, SUGGESTION_STATES } from "./types";

export const suggestionsQuery = z.strictObject({
  view: z.enum(SUGGESTION_STATES).default("open"),
  kind: z.enum(SUGGESTION_KINDS).optional(),
  provider: storedName.optional(),
  gateway: storedName.optional(),
  tool: storedName.optional(),
  tenant: tenantKey.optional(),
  ...pageQuery,
});

const note = z
  .string()
  .overwrite(saidText)
  .max(SUGGESTION_NOTE_MAX, { error: `at most ${SUGGESTION_NOTE_MAX} characters` })
  .regex(/^[^\0]*$/, "the NUL character is not accepted")
  .refine((text) => text.isWellFormed(), { error: "half of a character is not accepted" });

const of = {
  id: z.uuid(),
  revision: z.int().min(1).describe("As it was read; if it changed since, nothing is done."),
};

const isReasoned = ({ reason, note }: { reason: string; note?: string }) =>
  reason !== "other" || Boolean(note);

export const judgeInput = z.discriminatedUnion("state", [
  z.strictObject({ ...of, state: z.literal("accepted"), note: note.optional() }),
  z
    .strictObject({
      ...of,
      state: z.literal("dismissed"),
      reason: z.enum(DISMISS_REASONS).describe("`other` needs a note."),
      note: note.optional(),
    })
    .refine(isReasoned, { path: ["note"], error: "say in a few words why" }),
  z.strictObject({ ...of, state: z.literal("open").describe("Takes back what was said of it.") }),
]);

export type JudgeSuggestion = z.output<typeof judgeInput>;

export const issueInput = z.strictObject(of);

const rating = z.strictObject({
  risk: z.enum(RISKS).nullable(),
  requiresConfirmation: z.boolean().nullable(),
});

/**
 * The rating that a suggestion leads to, with what the person saw: the current and the new rating.
 */
export const rateAsSuggestedInput = z.strictObject({
  ...of,
  to: rating,
  seen: rating.nullable(),
  before: rating,
  after: rating,
});

export type RateAsSuggested = z.output<typeof rateAsSuggestedInput>;

/** Undo: `to` is the previous override for that `version`, `seen` is the override of the press. */
export const takeBackRatingInput = z.strictObject({
  ...of,
  to: rating.nullable(),
  seen: rating,
  version: z.int().min(1).optional(),
});

export type TakeBackRating = z.output<typeof takeBackRatingInput>;

export type IssueOfSuggestion = z.output<typeof issueInput>;
