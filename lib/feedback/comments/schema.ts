import * as z from "zod";
import { saidText } from "@/lib/core/text/blank";
import { COMMENT_MAX } from "./types";

/** Plain text: no part of it is a link or an instruction. */
export const commentText = z
  .string()
  .overwrite(saidText)
  .min(1, "write something first")
  .max(COMMENT_MAX, `at most ${COMMENT_MAX} characters`)
  .refine((text) => !text.includes("\0"), { error: "the NUL character is not accepted" })
  .refine((text) => text.isWellFormed(), { error: "half of a character is not accepted" });

export const addCommentInput = z.strictObject({ issueId: z.uuid(), text: commentText });

export type AddComment = z.output<typeof addCommentInput>;

/** `seen`: when the comment was written or last edited, as the caller read it. */
export const editCommentInput = z.strictObject({ id: z.uuid(), seen: z.iso.datetime(), text: commentText });

export type EditComment = z.output<typeof editCommentInput>;

export const deleteCommentInput = z.strictObject({ id: z.uuid() });

export const seeMentionsInput = z.strictObject({ issueId: z.uuid() });
