"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { saveViewInput } from "@/lib/auth/people/schema";
import * as commands from "./commands";
import * as comments from "./comments/commands";
import {
  type AddComment,
  addCommentInput,
  deleteCommentInput,
  type EditComment,
  editCommentInput,
  seeMentionsInput,
} from "./comments/schema";
import { saveInboxView as saveView } from "./inbox/saved-views";
import { type AnswerInput, answerInput, revealInput } from "./schema";
import { createTrackerItem as createItem } from "./tracker/commands";
import { triageIssues as triage } from "./triage/commands";
import { mergeIssues as merge, previewMerge as preview } from "./triage/merge";
import { moveReports as move } from "./triage/move";
import type { MergePreview, TriageOutcome } from "./triage/outcome";
import { partIssues as part } from "./triage/part";
import {
  type MergeInput,
  type MoveInput,
  mergeInput,
  mergeQuestion,
  moveInput,
  type PartInput,
  partInput,
  type TriageInput,
  trackerItemInput,
  triageInput,
  undoInput,
} from "./triage/schema";
import { undoTriage as undo } from "./triage/undo";
import type { ReportTexts } from "./wire";

type AnswerResult = ({ ok: true } & { id: string }) | ActionRefusal;

export async function answerIssue(input: AnswerInput): Promise<AnswerResult> {
  return personAction(answerInput, input, commands.answerIssue);
}

/** The texts of a report, including the credentials that pages mask. */
export async function revealReport(input: {
  id: string;
}): Promise<({ ok: true } & ReportTexts) | ActionRefusal> {
  return personAction(revealInput, input, commands.revealReport);
}

type TriageResult = ({ ok: true } & TriageOutcome) | ActionRefusal;

export async function triageIssues(input: TriageInput): Promise<TriageResult> {
  return personAction(triageInput, input, triage);
}

/** Leads issues on to another that is about the same. */
export async function mergeIssues(input: MergeInput): Promise<TriageResult> {
  return personAction(mergeInput, input, merge);
}

/** Puts reports with another issue, or opens one for them. */
export async function moveReports(input: MoveInput): Promise<TriageResult> {
  return personAction(moveInput, input, move);
}

export async function partIssues(input: PartInput): Promise<TriageResult> {
  return personAction(partInput, input, part);
}

/** What a merge would bring together; nothing is changed. */
export async function previewMerge(input: {
  id: string;
  into: string;
}): Promise<({ ok: true } & MergePreview) | ActionRefusal> {
  return personAction(mergeQuestion, input, preview);
}

export async function undoTriage(input: { actId: string }): Promise<TriageResult> {
  return personAction(undoInput, input, (scope, { actId }) => undo(scope, actId));
}

export async function saveInboxView(input: { name: string; query: string }) {
  return personAction(saveViewInput, input, saveView);
}

/** Creates an item for an issue in the configured tracker, and links it. */
export async function createTrackerItem(input: { id: string }): Promise<TriageResult> {
  return personAction(trackerItemInput, input, (scope, { id }) => createItem(scope, id));
}

type CommentResult = ({ ok: true } & { id: string }) | ActionRefusal;

/** Says something about an issue to the others of the team. */
export async function addComment(input: AddComment): Promise<CommentResult> {
  return personAction(addCommentInput, input, comments.addComment);
}

export async function editComment(input: EditComment): Promise<CommentResult> {
  return personAction(editCommentInput, input, comments.editComment);
}

export async function deleteComment(input: { id: string }): Promise<CommentResult> {
  return personAction(deleteCommentInput, input, comments.deleteComment);
}

/** Records that the reader has seen their mentions on an issue. */
export async function seeMentions(input: {
  issueId: string;
}): Promise<({ ok: true } & { seen: number }) | ActionRefusal> {
  return personAction(seeMentionsInput, input, comments.seeMentions);
}
