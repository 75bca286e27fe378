"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { type NameAxis, nameAxisInput } from "./schema";

/** Says what tools' word for an axis is counted as. */
export async function nameAxis(
  input: NameAxis,
): Promise<({ ok: true } & { alias: string; axis: string | null }) | ActionRefusal> {
  return personAction(nameAxisInput, input, commands.nameAxis);
}
