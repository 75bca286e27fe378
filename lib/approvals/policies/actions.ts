"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { savePoliciesInput } from "./schema";
import type { SavedPolicies } from "./types";
import type { WrittenPolicy } from "./written";

/** Saves the policies by which every call is judged from now on, over the version that was read. */
export async function savePolicies(input: {
  policies: readonly WrittenPolicy[];
  seen: number | null;
}): Promise<({ ok: true } & SavedPolicies) | ActionRefusal> {
  return personAction(savePoliciesInput, input, commands.savePolicies);
}
