"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { renewKeys } from "./keys";
import { addDeviceSchema, deviceSchema, endpointSchema, noInputSchema } from "./schema";
import type { Subscription } from "./types";

type Answer<T> = Promise<({ ok: true } & T) | ActionRefusal>;

export async function preparePushAction(input: object): Answer<{ publicKey: string }> {
  return personAction(noInputSchema, input, commands.preparePush);
}

export async function addDeviceAction(input: {
  subscription: Subscription;
  publicKey: string;
}): Answer<{ id: string }> {
  return personAction(addDeviceSchema, input, commands.addDevice);
}

export async function findOwnDeviceAction(input: { endpoint: string }): Answer<{ id: string | null }> {
  return personAction(endpointSchema, input, commands.findOwnDevice);
}

export async function removeDeviceAction(input: { id: string }): Answer<{ id: string }> {
  return personAction(deviceSchema, input, commands.removeDevice);
}

export async function renewKeysAction(input: object): Answer<{ publicKey: string }> {
  return personAction(noInputSchema, input, renewKeys);
}
