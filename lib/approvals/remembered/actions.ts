"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import * as preview from "./preview";
import { previewRememberInput, ruleInput } from "./schema";
import type { Remember, RememberPreview } from "./types";

/** Says what a rule made from a call would let through. */
export async function previewRule(input: {
  id: string;
  remember: Remember;
}): Promise<({ ok: true } & { preview: RememberPreview }) | ActionRefusal> {
  return personAction(previewRememberInput, input, async (scope, asked) => ({
    preview: await preview.previewRule(scope, asked),
  }));
}

export async function revokeRule(input: {
  id: string;
}): Promise<({ ok: true } & { id: string; at: Date }) | ActionRefusal> {
  return personAction(ruleInput, input, (scope, { id }) => commands.revokeRule(scope, id));
}

export async function restoreRule(input: {
  id: string;
}): Promise<({ ok: true } & { id: string; at: Date }) | ActionRefusal> {
  return personAction(ruleInput, input, (scope, { id }) => commands.restoreRule(scope, id));
}
