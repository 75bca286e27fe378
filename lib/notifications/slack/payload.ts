import * as z from "zod";
import type { SlackMember } from "@/lib/channels/slack/types";

// What Slack sends when people press and type. Members that Countersign does not read are ignored.

const id = z.string().min(1).max(200);

const member = z.object({
  user: z.object({
    id,
    name: z.string().optional(),
    username: z.string().optional(),
    team_id: id.optional(),
  }),
  team: z.object({ id, domain: z.string().optional() }).nullish(),
});

export const pressed = member.extend({
  type: z.literal("block_actions"),
  trigger_id: z.string(),
  response_url: z.string().optional(),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })).min(1),
});

/** A text that was typed, or an option that was chosen. */
const typed = z.object({
  value: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
});

export const submitted = member.extend({
  type: z.literal("view_submission"),
  view: z.object({
    callback_id: z.string(),
    private_metadata: z.string(),
    state: z.object({
      values: z.record(z.string(), z.record(z.string(), typed)),
    }),
  }),
});

/** POST of a slash command, as a form or in an envelope. */
export const commanded = z.object({
  team_id: id,
  team_domain: z.string().optional(),
  user_id: id,
  user_name: z.string().optional(),
  response_url: z.string().optional(),
});

/** A button's value: which call, and in which version it was shown. */
export const buttonValue = z.object({ id: z.string(), revision: z.int(), sha256: z.string() });

export type ShownCall = z.output<typeof buttonValue>;

/** What a dialog keeps until it is sent. Slack gives it back as it was. */
export const extendValue = buttonValue.extend({ responseUrl: z.string().nullable() });

export type ExtendValue = z.output<typeof extendValue>;

/** The same of a dialog that decides. */
export const dialogValue = extendValue.extend({ verdict: z.enum(["approve", "reject"]) });

export type DialogValue = z.output<typeof dialogValue>;

/** Who acts, and where they can be answered. */
export type Caller = { member: SlackMember; responseUrl: string | null };

export function callerOf(
  { user, team }: z.output<typeof member>,
  responseUrl: string | null | undefined,
): Caller | null {
  // In a channel that workspaces share, the person may be of another one.
  const teamId = user.team_id ?? team?.id;
  if (teamId === undefined) return null;
  const name = user.username ?? user.name ?? user.id;
  return {
    member: { teamId, slackUserId: user.id, name, team: team?.domain ?? teamId },
    responseUrl: responseUrl ?? null,
  };
}
