import "server-only";
import * as z from "zod";
import { MINUTE_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/ids";
import { decryptSecret, encryptSecret } from "@/lib/core/secrets";
import type { SlackMember } from "./types";

/** Minutes in which a link to a Slack account can be used. */
export const LINK_MINUTES = 10;

const PURPOSE = "slack account";

const claims = z.object({
  purpose: z.literal(PURPOSE),
  id: z.uuid(),
  teamId: z.string(),
  slackUserId: z.string(),
  name: z.string(),
  team: z.string(),
  until: z.number(),
});

/** The page on which a signed-in person links this Slack account. Only its owner gets the address. */
export function linkAddress(member: SlackMember): string {
  const until = Date.now() + LINK_MINUTES * MINUTE_MS;
  const sealed = encryptSecret(JSON.stringify({ purpose: PURPOSE, id: newId(), ...member, until }));
  const token = Buffer.from(sealed, "base64").toString("base64url");
  return `${env().PUBLIC_URL}/settings/profile/slack?token=${token}`;
}

/**
 * The Slack account that a token names, and the id by which it is used once; null if it is not ours or its time is over.
 */
export function readLinkToken(token: string): { id: string; member: SlackMember } | null {
  try {
    const sealed = Buffer.from(token, "base64url").toString("base64");
    const { purpose: _purpose, id, until, ...member } = claims.parse(JSON.parse(decryptSecret(sealed)));
    return until > Date.now() ? { id, member } : null;
  } catch {
    return null; // altered, or sealed with another AUTH_SECRET
  }
}
