"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import * as ratings from "./re-rate";
import {
  type IssueOfSuggestion,
  issueInput,
  type JudgeSuggestion,
  judgeInput,
  type RateAsSuggested,
  rateAsSuggestedInput,
  type TakeBackRating,
  takeBackRatingInput,
} from "./schema";
import type { Judged, RatedAsSuggested } from "./types";

/** Accepts or dismisses a suggestion, or takes that back. */
export async function judgeSuggestion(
  input: JudgeSuggestion,
): Promise<({ ok: true } & Judged) | ActionRefusal> {
  return personAction(judgeInput, input, commands.judgeSuggestion);
}

/** Accepts a suggestion and rates the tool as it says. */
export async function rateAsSuggested(
  input: RateAsSuggested,
): Promise<({ ok: true } & RatedAsSuggested) | ActionRefusal> {
  return personAction(rateAsSuggestedInput, input, ratings.rateAsSuggested);
}

/** Opens the suggestion again and puts the earlier rating back. */
export async function takeBackRating(
  input: TakeBackRating,
): Promise<({ ok: true } & Judged) | ActionRefusal> {
  return personAction(takeBackRatingInput, input, ratings.takeBackRating);
}

export async function openSuggestionIssue(
  input: IssueOfSuggestion,
): Promise<({ ok: true } & Judged & { issue: { id: string; ref: string } }) | ActionRefusal> {
  return personAction(issueInput, input, commands.openSuggestionIssue);
}
