import * as z from "zod";
import { INTEGER_MAX, PAGE_ROWS } from "@/lib/core/limits";
import {
  INTENT_MARKS,
  INTENT_NAME_MAX,
  MERGED_MAX,
  RATIONALES_MOVED_MAX,
  REVIEW_NOTE_MAX,
  REVIEWS,
} from "./types";

const id = z.uuid();
const revision = z.int().min(1).max(INTEGER_MAX);

const target = { tenantId: id, id, revision };

const noControls = (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text.replaceAll("\n", ""));

const isOneLine = (text: string) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);

export const renameIntentInput = z.strictObject({
  ...target,
  name: z
    .string()
    .trim()
    .max(INTENT_NAME_MAX, `A name has at most ${INTENT_NAME_MAX} characters.`)
    .refine(isOneLine, "A name is one line of text, without invisible characters."),
});

export type RenameIntent = z.output<typeof renameIntentInput>;

export const pinIntentInput = z.strictObject({ ...target, on: z.boolean() });

export const ignoreIntentInput = pinIntentInput;

export type MarkIntent = z.output<typeof pinIntentInput>;

const seen = z.strictObject({ id, revision });

export const markIntentsInput = z.strictObject({
  tenantId: id,
  mark: z.enum(INTENT_MARKS),
  intents: z
    .array(seen)
    .min(1, "Select at least one intent.")
    .max(PAGE_ROWS, `At most ${PAGE_ROWS} intents are marked at once.`)
    .refine((all) => new Set(all.map((one) => one.id)).size === all.length, "Each intent once."),
});

export type MarkIntents = z.output<typeof markIntentsInput>;

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

export const mergeIntentsInput = z.strictObject({
  ...target,
  others: z
    .array(seen)
    .min(1, "Choose at least one other intent.")
    .max(MERGED_MAX, `At most ${MERGED_MAX} intents are merged at once.`),
});

export type MergeIntents = z.output<typeof mergeIntentsInput>;

const templateIds = z
  .array(id)
  .min(1, "Choose at least one rationale.")
  .max(RATIONALES_MOVED_MAX, `At most ${RATIONALES_MOVED_MAX} rationales are moved at once.`);

export const splitIntentInput = z.strictObject({ ...target, templateIds });

export type SplitIntent = z.output<typeof splitIntentInput>;

export const moveRationalesInput = z.strictObject({ ...target, templateIds, toId: id });

export type MoveRationales = z.output<typeof moveRationalesInput>;

export const issueOfIntentInput = z.strictObject(target);

export type IssueOfIntent = z.output<typeof issueOfIntentInput>;

export const undoIntentActInput = z.strictObject({ tenantId: id, actId: id });

export type UndoIntentAct = z.output<typeof undoIntentActInput>;

export const undoIntentMarksInput = z.strictObject({
  tenantId: id,
  actIds: z.array(id).min(1).max(PAGE_ROWS),
});

export type UndoIntentMarks = z.output<typeof undoIntentMarksInput>;
