import * as z from "zod";
import { INTENT_NAME_MAX, MERGED_MAX, RATIONALES_MOVED_MAX, REVIEW_NOTE_MAX, REVIEWS } from "./types";

const id = z.uuid();
const revision = z.int().min(1);

/** An intent as somebody read it. */
const target = { tenantId: id, id, revision };

const noControls = (text: string) => !/\p{Cc}/u.test(text.replaceAll("\n", ""));

/** Another name; empty for the one that grouping gives. */
export const renameIntentInput = z.strictObject({
  ...target,
  name: z
    .string()
    .trim()
    .max(INTENT_NAME_MAX, `A name has at most ${INTENT_NAME_MAX} characters.`)
    .refine((name) => noControls(name) && !name.includes("\n"), "A name is one line of text."),
});

export type RenameIntent = z.output<typeof renameIntentInput>;

/** First in the list, or not. */
export const pinIntentInput = z.strictObject({ ...target, on: z.boolean() });

/** Left out of the list, or not. */
export const ignoreIntentInput = pinIntentInput;

export type MarkIntent = z.output<typeof pinIntentInput>;

/** What was found of it, or done about it. */
export const reviewIntentInput = z.strictObject({
  ...target,
  review: z.enum(REVIEWS),
  note: z
    .string()
    .trim()
    .max(REVIEW_NOTE_MAX, `A note has at most ${REVIEW_NOTE_MAX} characters.`)
    .refine(noControls, "A note is plain text."),
});

export type ReviewIntent = z.output<typeof reviewIntentInput>;

/** Others that are for the same thing: they become part of it. */
export const mergeIntentsInput = z.strictObject({
  ...target,
  others: z
    .array(z.strictObject({ id, revision }))
    .min(1, "Choose at least one other intent.")
    .max(MERGED_MAX, `At most ${MERGED_MAX} intents are merged at once.`),
});

export type MergeIntents = z.output<typeof mergeIntentsInput>;

const templateIds = z
  .array(id)
  .min(1, "Choose at least one rationale.")
  .max(RATIONALES_MOVED_MAX, `At most ${RATIONALES_MOVED_MAX} rationales are moved at once.`);

/** Rationales that become an intent of their own. */
export const splitIntentInput = z.strictObject({ ...target, templateIds });

export type SplitIntent = z.output<typeof splitIntentInput>;

/** Rationales that belong to another intent. */
export const moveRationalesInput = z.strictObject({ ...target, templateIds, toId: id });

export type MoveRationales = z.output<typeof moveRationalesInput>;

/** A feedback issue of it. */
export const issueOfIntentInput = z.strictObject(target);

export type IssueOfIntent = z.output<typeof issueOfIntentInput>;

/** An act to be taken back. */
export const undoIntentActInput = z.strictObject({ tenantId: id, actId: id });

export type UndoIntentAct = z.output<typeof undoIntentActInput>;
