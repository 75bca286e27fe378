"use server";

import { personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { nothingSchema } from "./schema";

/** Asks for a sample workspace. */
export async function loadSample() {
  return personAction(nothingSchema, {}, async (scope) => {
    const { asked } = await commands.requestSample(scope);
    return { asked };
  });
}

/** Asks for its removal. */
export async function removeSample() {
  return personAction(nothingSchema, {}, async (scope) => {
    const { asked } = await commands.requestRemoval(scope);
    return { asked };
  });
}
