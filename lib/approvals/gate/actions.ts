"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import type { TriedCall } from "@/lib/policies/types";
import type { WrittenPolicy } from "@/lib/policies/written";
import { tryCallInput } from "./schema";
import * as gate from "./try";

/** The gate's answer to a call that is pasted as JSON, under the current policies or others. */
export async function tryCall(input: {
  text: string;
  policies?: readonly WrittenPolicy[];
}): Promise<({ ok: true } & { tried: TriedCall }) | ActionRefusal> {
  return personAction(tryCallInput, input, async (scope, asked) => ({
    tried: await gate.tryCall(scope, asked),
  }));
}
