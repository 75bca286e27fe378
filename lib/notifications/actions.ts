"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { changeChoices, turnKind as turn } from "./preferences";
import { choicesChangeSchema, turnKindSchema } from "./schema";

export async function saveChoices(input: object): Promise<({ ok: true } & object) | ActionRefusal> {
  return personAction(choicesChangeSchema, input, async (scope, change) => {
    await changeChoices(scope, change);
    return {};
  });
}

/** Turns one kind on one channel on or off for the caller. */
export async function turnKind(input: object): Promise<({ ok: true } & object) | ActionRefusal> {
  return personAction(turnKindSchema, input, async (scope, { kind, channel, on }) => {
    await turn(scope, { kind, channel, on });
    return {};
  });
}
