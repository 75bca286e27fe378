"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as gate from "../gate/try";
import * as commands from "./commands";
import { savePoliciesInput, tryCallInput } from "./schema";
import type { SavedPolicies, TriedCall } from "./types";
import type { WrittenPolicy } from "./written";

/** Saves the policies by which every call is judged from now on, over the version that was read. */
export async function savePolicies(input: {
  policies: readonly WrittenPolicy[];
  seen: number | null;
}): Promise<({ ok: true } & SavedPolicies) | ActionRefusal> {
  return personAction(savePoliciesInput, input, commands.savePolicies);
}

/** Says what the gate would answer to a call, pasted as JSON, by the policies in force or by others. */
export async function tryCall(input: {
  text: string;
  policies?: readonly WrittenPolicy[];
}): Promise<({ ok: true } & { tried: TriedCall }) | ActionRefusal> {
  return personAction(tryCallInput, input, async (scope, asked) => ({
    tried: await gate.tryCall(scope, asked),
  }));
}
