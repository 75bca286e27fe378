"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import {
  createDestinationInput,
  destinationInput,
  switchDestinationInput,
  updateDestinationInput,
} from "./schema";

type Done = ({ ok: true } & object) | ActionRefusal;

export async function createDestination(
  input: object,
): Promise<({ ok: true } & { id: string }) | ActionRefusal> {
  return personAction(createDestinationInput, input, commands.createDestination);
}

export async function updateDestination(input: object): Promise<Done> {
  return personAction(updateDestinationInput, input, async (scope, given) => {
    await commands.updateDestination(scope, given);
    return {};
  });
}

export async function switchDestination(input: object): Promise<Done> {
  return personAction(switchDestinationInput, input, async (scope, given) => {
    await commands.switchDestination(scope, given);
    return {};
  });
}

export async function deleteDestination(input: object): Promise<Done> {
  return personAction(destinationInput, input, async (scope, given) => {
    await commands.deleteDestination(scope, given);
    return {};
  });
}
