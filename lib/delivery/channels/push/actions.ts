"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { trialSchema } from "./schema";
import { type TrialResult, tryDevices } from "./trial";

export async function tryDevicesAction(input: {
  id?: string;
}): Promise<({ ok: true } & { results: TrialResult[] }) | ActionRefusal> {
  return personAction(trialSchema, input, tryDevices);
}
