import { ROLES } from "@/lib/auth/types";
import { read } from "@/lib/core/db";
import * as actions from "@/lib/feedback/actions";
import { addComment, deleteComment, editComment, seeMentions } from "@/lib/feedback/comments/commands";
import { COMMENTERS } from "@/lib/feedback/comments/types";
import { action, again, command } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { reported, type Told } from "./reports";

const COMMENTS = "lib/feedback/comments/commands.ts";
const ACTIONS = "lib/feedback/actions.ts";

type Own = { id: string; seen: string };

/** A comment by the administrator, the only person who can change it. */
async function anOwn(world: World): Promise<Own> {
  const { issueId } = await reported(world);
  const scope = await world.people.admin.scope();
  const { id } = await addComment(scope, { issueId, text: "Mine." });
  const { createdAt } = await read(system, (tx) => tx.feedbackComment.findFirstOrThrow({ where: { id } }));
  return { id, seen: createdAt.toISOString() };
}

const said = ({ issueId }: Told) => ({ issueId, text: "We know." });
const edit = ({ id, seen }: Own) => ({ id, seen, text: "Changed." });

export const comments: readonly Row[] = [
  deed({
    by: COMMENTERS,
    arrange: reported,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: again("untouched"),
    stale: { none: "a comment overwrites nothing" },
    doors: [
      command(COMMENTS, addComment, (target: Told) => [said(target)]),
      action(ACTIONS, actions.addComment, (target: Told) => [said(target)]),
    ],
  }),
  deed({
    by: ["admin"],
    arrange: anOwn,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: again("STALE_VIEW"),
    stale: { code: "STALE_VIEW", seen: (own: Own) => ({ ...own, seen: "2020-01-01T00:00:00.000Z" }) },
    doors: [
      command(COMMENTS, editComment, (own: Own) => [edit(own)]),
      action(ACTIONS, actions.editComment, (own: Own) => [edit(own)]),
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
      command(COMMENTS, deleteComment, ({ id }: Own) => [{ id }]),
      action(ACTIONS, actions.deleteComment, ({ id }: Own) => [{ id }]),
    ],
  }),
  deed({
    reads: true,
    by: ROLES,
    arrange: reported,
    wrongRole: { none: "everybody sees what mentions them" },
    foreign: "untouched",
    wrongState: { none: "what was seen is seen" },
    stale: { none: "it says nothing about what was read" },
    doors: [
      command(COMMENTS, seeMentions, ({ issueId }: Told) => [{ issueId }]),
      action(ACTIONS, actions.seeMentions, ({ issueId }: Told) => [{ issueId }]),
    ],
  }),
];
