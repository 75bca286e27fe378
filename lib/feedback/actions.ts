"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { type AnswerInput, answerInput } from "./schema";

type AnswerResult = ({ ok: true } & { id: string }) | ActionRefusal;

/** Sets what agents are told about an issue. */
export async function answerIssue(input: AnswerInput): Promise<AnswerResult> {
  return personAction(answerInput, input, commands.answerIssue);
}
