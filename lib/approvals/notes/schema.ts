import * as z from "zod";
import { plainWords } from "@/lib/auth/mentions/schema";
import { camelKeys } from "@/lib/core/casing";
import { externalId } from "@/lib/core/schema";
import { NOTE_CHARS_MAX, QUESTION_CHARS_MAX } from "./types";

export const addNoteInput = z.strictObject({ approvalId: z.uuid(), text: plainWords(NOTE_CHARS_MAX) });

export type AddNote = z.output<typeof addNoteInput>;

export const askAgentInput = z.strictObject({ approvalId: z.uuid(), text: plainWords(QUESTION_CHARS_MAX) });

export const noteInput = z.strictObject({ id: z.uuid() });

export const seeNotesInput = z.strictObject({ approvalId: z.uuid() });

export const replySchema = z
  .strictObject({
    id: externalId.optional(),
    question_id: z
      .uuid()
      .optional()
      .describe("The question it answers. Default: the newest one without a reply."),
    text: plainWords(NOTE_CHARS_MAX).describe("The agent's own words, as plain text."),
  })
  .transform(camelKeys);

export type Reply = z.output<typeof replySchema>;

export const askSchema = z.strictObject({
  text: plainWords(QUESTION_CHARS_MAX).describe(
    "The question, as plain text. The agent reads it word for word.",
  ),
});
