"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { type IssueOfSuggestion, issueInput, type JudgeSuggestion, judgeInput } from "./schema";
import type { Judged } from "./types";

/** Accepts or dismisses a suggestion, or takes that back. */
export async function judgeSuggestion(
  input: JudgeSuggestion,
): Promise<({ ok: true } & Judged) | ActionRefusal> {
  return personAction(judgeInput, input, commands.judgeSuggestion);
}

/** Makes a feedback issue of a suggestion. */
export async function openSuggestionIssue(
  input: IssueOfSuggestion,
): Promise<({ ok: true } & Judged & { issue: { id: string; ref: string } }) | ActionRefusal> {
  return personAction(issueInput, input, commands.openSuggestionIssue);
}
