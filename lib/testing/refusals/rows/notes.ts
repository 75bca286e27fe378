import * as actions from "@/lib/approvals/notes/actions";
import { addNote, askAgent, deleteNote, replyTo, seeNotes } from "@/lib/approvals/notes/commands";
import { NOTERS } from "@/lib/approvals/notes/types";
import { ROLES } from "@/lib/auth/types";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import type { World } from "../world";
import { aHeldCall, CLOSED, type Held } from "./held";

const COMMANDS = "lib/approvals/notes/commands.ts";
const ACTIONS = "lib/approvals/notes/actions.ts";

const said = ({ id }: Held) => ({ approvalId: id, text: "Which segment is it?" });

/** A comment by the administrator, the only person who can delete it. */
async function anOwn(world: World): Promise<{ id: string }> {
  const call = await aHeldCall(world);
  return addNote(await world.people.admin.scope(), said(call));
}

/** A call whose agent was asked something. */
async function anAskedCall(world: World): Promise<Held> {
  const call = await aHeldCall(world);
  await askAgent(await world.people.admin.scope(), said(call));
  return call;
}

export const notes: readonly Row[] = [
  deed({
    by: NOTERS,
    arrange: aHeldCall,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: again("untouched"),
    stale: { none: "a comment overwrites nothing" },
    doors: [
      command(COMMANDS, addNote, (call: Held) => [said(call)]),
      action(ACTIONS, actions.addNote, (call: Held) => [said(call)]),
    ],
  }),
  deed({
    by: ["admin", "approver"],
    arrange: aHeldCall,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: [...again("untouched"), ...CLOSED],
    stale: { none: "a question decides nothing" },
    doors: [
      command(COMMANDS, askAgent, (call: Held) => [said(call)]),
      action(ACTIONS, actions.askAgent, (call: Held) => [said(call)]),
      route("POST /api/v1/approvals/{id}/questions", (call: Held) => ({
        of: call.id,
        body: { text: said(call).text },
      })),
    ],
  }),
  deed({
    by: ["admin"],
    arrange: anOwn,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: again("NOT_FOUND"),
    stale: { none: "what is gone is gone, whatever it said" },
    doors: [
      command(COMMANDS, deleteNote, ({ id }: { id: string }) => [{ id }]),
      action(ACTIONS, actions.deleteNote, ({ id }: { id: string }) => [{ id }]),
    ],
  }),
  deed({
    reads: true,
    by: ROLES,
    arrange: anAskedCall,
    wrongRole: { none: "everybody sees what concerns them" },
    foreign: "untouched",
    wrongState: { none: "what was seen is seen" },
    stale: { none: "it says nothing about what was read" },
    doors: [
      command(COMMANDS, seeNotes, ({ id }: Held) => [{ approvalId: id }]),
      action(ACTIONS, actions.seeNotes, ({ id }: Held) => [{ approvalId: id }]),
      action(ACTIONS, actions.findNotePeople, ({ id }: Held) => [{ approvalId: id }]),
    ],
  }),
  deed({
    by: ["gateway"],
    arrange: anAskedCall,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    neighbour: "NOT_FOUND",
    wrongState: [...again("CONFLICT"), ...CLOSED],
    stale: { none: "a reply decides nothing" },
    doors: [
      command(COMMANDS, replyTo, ({ id }: Held) => [id, { text: "All customers." }, null]),
      route("POST /api/v1/approvals/{id}/replies", ({ id }: Held) => ({
        of: id,
        body: { text: "All customers." },
      })),
    ],
  }),
];
