"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { type AnswerInput, answerInput } from "./schema";
import { triageIssues as triage } from "./triage/commands";
import type { TriageOutcome } from "./triage/outcome";
import { type TriageInput, triageInput, undoInput } from "./triage/schema";
import { undoTriage as undo } from "./triage/undo";

type AnswerResult = ({ ok: true } & { id: string }) | ActionRefusal;

/** Sets what agents are told about an issue. */
export async function answerIssue(input: AnswerInput): Promise<AnswerResult> {
  return personAction(answerInput, input, commands.answerIssue);
}

type TriageResult = ({ ok: true } & TriageOutcome) | ActionRefusal;

/** Does one thing with issues. */
export async function triageIssues(input: TriageInput): Promise<TriageResult> {
  return personAction(triageInput, input, triage);
}

/** Takes an act back. */
export async function undoTriage(input: { actId: string }): Promise<TriageResult> {
  return personAction(undoInput, input, (scope, { actId }) => undo(scope, actId));
}
