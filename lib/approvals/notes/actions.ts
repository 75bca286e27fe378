"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import type { Mentionable } from "@/lib/auth/mentions/types";
import * as commands from "./commands";
import { listNotePeople } from "./queries";
import { mayComment } from "./rules";
import { addNoteInput, askAgentInput, noteInput, seeNotesInput } from "./schema";

type Done = ({ ok: true } & { id: string }) | ActionRefusal;

export async function addNote(input: { approvalId: string; text: string }): Promise<Done> {
  return personAction(addNoteInput, input, commands.addNote);
}

export async function askAgent(input: { approvalId: string; text: string }): Promise<Done> {
  return personAction(askAgentInput, input, commands.askAgent);
}

export async function deleteNote(input: { id: string }): Promise<Done> {
  return personAction(noteInput, input, commands.deleteNote);
}

/** Records that the reader has seen the notes of a call that concern them. */
export async function seeNotes(input: {
  approvalId: string;
}): Promise<({ ok: true } & { seen: number }) | ActionRefusal> {
  return personAction(seeNotesInput, input, commands.seeNotes);
}

/** Who can be mentioned in a comment on a call: read when a person begins one. */
export async function findNotePeople(input: {
  approvalId: string;
}): Promise<({ ok: true } & { people: Mentionable[] }) | ActionRefusal> {
  return personAction(seeNotesInput, input, async (scope, { approvalId }) => ({
    people: mayComment(scope.actor.role) ? await listNotePeople(scope, approvalId) : [],
  }));
}
