"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import type { SigningOptions } from "@/lib/auth/passkeys/types";
import { beginSigning as begin } from "./commands";
import { beginSigningInput } from "./schema";
import type { BeginSigning } from "./types";

export async function beginSigning(
  input: BeginSigning,
): Promise<{ ok: true; options: SigningOptions } | ActionRefusal> {
  return personAction(beginSigningInput, input, begin);
}
