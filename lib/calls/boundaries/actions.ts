"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { type NameAxisInput, nameAxisInput } from "./schema";

/** Says what agents' word for an axis is counted as. */
export async function nameAxis(
  input: NameAxisInput,
): Promise<({ ok: true } & { before: string | null }) | ActionRefusal> {
  return personAction(nameAxisInput, input, commands.nameAxis);
}
