"use server";

import { personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { cancelInput, type DecideApproval, type DecideResult, decideInput, extendInput } from "./schema";

/** Records what a person decided on the page. */
export async function decide(input: DecideApproval): Promise<DecideResult> {
  return personAction(decideInput, input, async (scope, decision) =>
    commands.decideApproval(scope, decision),
  );
}

/** Gives people more time. */
export async function extendApproval(input: { id: string; seconds: number }): Promise<DecideResult> {
  return personAction(extendInput, input, (scope, { id, seconds }) =>
    commands.extendApproval(scope, id, seconds),
  );
}

/** Takes a request back. */
export async function cancelApproval(input: { id: string; reason?: string }): Promise<DecideResult> {
  return personAction(cancelInput, input, (scope, { id, reason }) =>
    commands.cancelApproval(scope, id, reason || null),
  );
}
