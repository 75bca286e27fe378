"use server";

import { type ActionRefusal, personAction } from "../action";
import * as commands from "./commands";
import { setRota as storeRota } from "./rota";
import { createGroupInput, describeGroupInput, moveMembersInput, setRotaInput } from "./schema";

export async function createGroup(input: object): Promise<({ ok: true } & { name: string }) | ActionRefusal> {
  return personAction(createGroupInput, input, commands.createGroup);
}

export async function describeGroup(input: object): Promise<({ ok: true } & object) | ActionRefusal> {
  return personAction(describeGroupInput, input, async (scope, given) => {
    await commands.describeGroup(scope, given);
    return {};
  });
}

/** Lets people into a group, and takes others out. */
export async function moveMembers(input: object): Promise<({ ok: true } & object) | ActionRefusal> {
  return personAction(moveMembersInput, input, commands.moveMembers);
}

export async function setRota(input: object): Promise<({ ok: true } & object) | ActionRefusal> {
  return personAction(setRotaInput, input, async (scope, given) => {
    await storeRota(scope, given);
    return {};
  });
}
