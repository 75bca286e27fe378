import * as z from "zod";
import { plainWords } from "@/lib/auth/mentions/schema";
import { COMMENT_MAX } from "./types";

export const commentText = plainWords(COMMENT_MAX);

export const addCommentInput = z.strictObject({ issueId: z.uuid(), text: commentText });

export type AddComment = z.output<typeof addCommentInput>;

/** `seen`: when the comment was written or last edited, as the caller read it. */
export const editCommentInput = z.strictObject({ id: z.uuid(), seen: z.iso.datetime(), text: commentText });

export type EditComment = z.output<typeof editCommentInput>;

export const deleteCommentInput = z.strictObject({ id: z.uuid() });

export const seeMentionsInput = z.strictObject({ issueId: z.uuid() });
