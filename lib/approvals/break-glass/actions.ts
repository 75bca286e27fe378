"use server";

import { personAction } from "@/lib/auth/action";
import type { DecideResult } from "../types";
import { breakGlass as run } from "./commands";
import { breakGlassInput } from "./schema";
import type { BreakGlass } from "./types";

export async function breakGlass(input: BreakGlass): Promise<DecideResult> {
  return personAction(breakGlassInput, input, run);
}
