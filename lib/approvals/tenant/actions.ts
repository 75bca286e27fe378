"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { cancelPendingOf } from "./commands";
import { type CancelledSome, cancelPendingSchema } from "./schema";

/** Takes back some of a tenant's pending calls; ask again until none is left. */
export async function cancelPending(input: object): Promise<({ ok: true } & CancelledSome) | ActionRefusal> {
  return personAction(cancelPendingSchema, input, (scope, { key }) => cancelPendingOf(scope, key));
}
