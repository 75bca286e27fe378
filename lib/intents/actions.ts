"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { neighboursOf } from "./detail/queries";
import type { Neighbour } from "./detail/types";
import {
  type GroupAnew,
  groupAnewInput,
  type JudgeRationale,
  judgeRationaleInput,
  type LinkTemplates,
  linkTemplatesInput,
  type OtherIntents,
  otherIntentsInput,
  type TakeBackJudgement,
  type TakeBackLink,
  takeBackJudgementInput,
  takeBackLinkInput,
} from "./schema";

export async function judgeRationale(
  input: JudgeRationale,
): Promise<({ ok: true } & { templates: number; saidAt: string }) | ActionRefusal> {
  return personAction(judgeRationaleInput, input, commands.judgeRationale);
}

export async function takeBackJudgement(
  input: TakeBackJudgement,
): Promise<({ ok: true } & { meaningful: boolean | null }) | ActionRefusal> {
  return personAction(takeBackJudgementInput, input, commands.takeBackJudgement);
}

/** Says of two rationales that they are for one thing, or that they are not. */
export async function linkTemplates(
  input: LinkTemplates,
): Promise<({ ok: true } & Pick<LinkTemplates, "kind"> & { saidAt: string }) | ActionRefusal> {
  return personAction(linkTemplatesInput, input, commands.linkTemplates);
}

export async function takeBackLink(
  input: TakeBackLink,
): Promise<({ ok: true } & { kind: string | null }) | ActionRefusal> {
  return personAction(takeBackLinkInput, input, commands.takeBackLink);
}

export async function groupAnew(
  input: GroupAnew,
): Promise<({ ok: true } & { runId: string }) | ActionRefusal> {
  return personAction(groupAnewInput, input, commands.groupAnew);
}

/** Other intents of its tenant with these words, the most alike first. */
export async function findOtherIntents(
  input: OtherIntents,
): Promise<({ ok: true } & { found: Neighbour[] }) | ActionRefusal> {
  return personAction(otherIntentsInput, input, async (scope, { intentId, q }) => ({
    found: await neighboursOf(scope, intentId, q),
  }));
}
