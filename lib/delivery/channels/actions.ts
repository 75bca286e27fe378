"use server";

import * as z from "zod";
import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { destinationInput } from "@/lib/channels/destinations/schema";
import * as messages from "./test-messages";

export async function sendTestMail(
  input: object,
): Promise<({ ok: true } & { to: string; reply: string }) | ActionRefusal> {
  return personAction(z.strictObject({}), input, (scope) => messages.sendTestMail(scope));
}

export async function testDestination(
  input: object,
): Promise<({ ok: true } & { reply: string }) | ActionRefusal> {
  return personAction(destinationInput, input, messages.testDestination);
}
