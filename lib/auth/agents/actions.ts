"use server";

import { type ActionRefusal, personAction } from "../action";
import * as commands from "./commands";
import { nameOwnerSchema } from "./schema";
import type { NameOwner, OwnerNamed } from "./types";

export async function nameOwner(input: NameOwner): Promise<({ ok: true } & OwnerNamed) | ActionRefusal> {
  return personAction(nameOwnerSchema, input, commands.nameOwner);
}
