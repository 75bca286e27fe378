"use server";

import { personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { nothingSchema } from "./schema";

export async function loadSample() {
  return personAction(nothingSchema, {}, async (scope) => {
    const { asked } = await commands.requestSample(scope);
    return { asked };
  });
}

export async function removeSample() {
  return personAction(nothingSchema, {}, async (scope) => {
    const { asked } = await commands.requestRemoval(scope);
    return { asked };
  });
}
