"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import * as issues from "./issue";
import * as merging from "./merge";
import * as parting from "./part";
import {
  type IssueOfIntent,
  ignoreIntentInput,
  issueOfIntentInput,
  type MarkIntent,
  type MarkIntents,
  type MergeIntents,
  type MoveRationales,
  markIntentsInput,
  mergeIntentsInput,
  moveRationalesInput,
  pinIntentInput,
  type RenameIntent,
  type ReviewIntent,
  renameIntentInput,
  reviewIntentInput,
  type SplitIntent,
  splitIntentInput,
  type UndoIntentAct,
  type UndoIntentMarks,
  undoIntentActInput,
  undoIntentMarksInput,
} from "./schema";
import type { Acted, Marked } from "./types";
import * as undoing from "./undo";

type Answer = ({ ok: true } & Acted) | ActionRefusal;

export async function renameIntent(input: RenameIntent): Promise<Answer> {
  return personAction(renameIntentInput, input, commands.renameIntent);
}

/** Puts an intent first in the list, or takes it from there. */
export async function pinIntent(input: MarkIntent): Promise<Answer> {
  return personAction(pinIntentInput, input, commands.pinIntent);
}

/** Leaves an intent out of the list, or takes it in again. */
export async function ignoreIntent(input: MarkIntent): Promise<Answer> {
  return personAction(ignoreIntentInput, input, commands.ignoreIntent);
}

/** Says that a person looked at an intent, or did something about it. */
export async function reviewIntent(input: ReviewIntent): Promise<Answer> {
  return personAction(reviewIntentInput, input, commands.reviewIntent);
}

export async function markIntents(input: MarkIntents): Promise<({ ok: true } & Marked) | ActionRefusal> {
  return personAction(markIntentsInput, input, commands.markIntents);
}

export async function mergeIntents(input: MergeIntents): Promise<Answer> {
  return personAction(mergeIntentsInput, input, merging.mergeIntents);
}

export async function splitIntent(input: SplitIntent): Promise<Answer> {
  return personAction(splitIntentInput, input, parting.splitIntent);
}

/** Puts some rationales of an intent into another one. */
export async function moveRationales(input: MoveRationales): Promise<Answer> {
  return personAction(moveRationalesInput, input, parting.moveRationales);
}

export async function openIntentIssue(
  input: IssueOfIntent,
): Promise<({ ok: true } & Acted & { issue: { id: string; ref: string } }) | ActionRefusal> {
  return personAction(issueOfIntentInput, input, issues.openIntentIssue);
}

export async function undoIntentAct(
  input: UndoIntentAct,
): Promise<({ ok: true } & { id: string }) | ActionRefusal> {
  return personAction(undoIntentActInput, input, undoing.undoIntentAct);
}

export async function undoIntentMarks(input: UndoIntentMarks): Promise<{ ok: true } | ActionRefusal> {
  return personAction(undoIntentMarksInput, input, undoing.undoIntentMarks);
}
