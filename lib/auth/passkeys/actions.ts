"use server";

import { type ActionRefusal, personAction } from "../action";
import { idSchema } from "../people/schema";
import * as commands from "./commands";
import { addPasskeySchema, beginPasskeySchema, removePasskeySchema, renamePasskeySchema } from "./schema";

type Answer<T> = Promise<({ ok: true } & T) | ActionRefusal>;

export async function beginPasskey(input: {
  password?: string;
}): Answer<{ options: commands.MakingOptions }> {
  return personAction(beginPasskeySchema, input, commands.beginPasskey);
}

export async function addPasskey(input: object): Answer<{ id: string; name: string }> {
  return personAction(addPasskeySchema, input, commands.addPasskey);
}

export async function renamePasskey(input: { id: string; name: string }): Answer<{ name: string }> {
  return personAction(renamePasskeySchema, input, commands.renamePasskey);
}

/** Ends the notice of a passkey that was added in another session. */
export async function noticePasskey(input: { id: string }): Answer<{ id: string }> {
  return personAction(idSchema, input, commands.noticePasskey);
}

/** Removes a passkey: the caller's or, as an administrator, any. */
export async function removePasskey(input: { id: string; password?: string }): Answer<{ left: number }> {
  return personAction(removePasskeySchema, input, commands.removePasskey);
}
