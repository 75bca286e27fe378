"use server";

import * as z from "zod";
import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { saveMailServerInput } from "./schema";

type Done = ({ ok: true } & object) | ActionRefusal;

export async function saveMailServer(input: object): Promise<Done> {
  return personAction(saveMailServerInput, input, async (scope, given) => {
    await commands.saveMailServer(scope, given);
    return {};
  });
}

export async function removeMailServer(input: object): Promise<Done> {
  return personAction(z.strictObject({}), input, async (scope) => {
    await commands.removeMailServer(scope);
    return {};
  });
}
