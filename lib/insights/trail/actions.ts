"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { beginCheck, continueCheck } from "./check";
import { emptyInput } from "./schema";
import type { CheckProgress } from "./types";

type Progress = ({ ok: true } & CheckProgress) | ActionRefusal;

/** Begins to recompute the chains the person may see. */
export async function beginTrailCheck(input: object): Promise<Progress> {
  return personAction(emptyInput, input, (scope) => beginCheck(scope));
}

export async function continueTrailCheck(input: object): Promise<Progress> {
  return personAction(emptyInput, input, (scope) => continueCheck(scope));
}
