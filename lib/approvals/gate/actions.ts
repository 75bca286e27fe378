"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import type { TriedCall } from "@/lib/policies/types";
import type { WrittenPolicy } from "@/lib/policies/written";
import { tryCallInput } from "./schema";
import * as gate from "./try";

/** Says what the gate would answer to a call, pasted as JSON, by the policies in force or by others. */
export async function tryCall(input: {
  text: string;
  policies?: readonly WrittenPolicy[];
}): Promise<({ ok: true } & { tried: TriedCall }) | ActionRefusal> {
  return personAction(tryCallInput, input, async (scope, asked) => ({
    tried: await gate.tryCall(scope, asked),
  }));
}
