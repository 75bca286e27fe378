import "server-only";
import * as z from "zod";
import { MINUTE_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { decryptSecret, encryptSecret } from "@/lib/core/secrets";
import type { SlackMember } from "./types";

/** Minutes in which a link to a Slack account can be used. */
export const LINK_MINUTES = 10;

const PURPOSE = "slack account";

const claims = z.object({
  purpose: z.literal(PURPOSE),
  teamId: z.string(),
  slackUserId: z.string(),
  name: z.string(),
  team: z.string(),
  until: z.number(),
});

/** The page on which a signed-in person links this Slack account. Only its owner gets the address. */
export function linkAddress(member: SlackMember): string {
  const until = Date.now() + LINK_MINUTES * MINUTE_MS;
  const sealed = encryptSecret(JSON.stringify({ purpose: PURPOSE, ...member, until }));
  const token = Buffer.from(sealed, "base64").toString("base64url");
  return `${env().PUBLIC_URL}/settings/profile/slack?token=${token}`;
}

/** The Slack account that a token names; null if it is not ours or its time is over. */
export function readLinkToken(token: string): SlackMember | null {
  try {
    const sealed = Buffer.from(token, "base64url").toString("base64");
    const { purpose: _purpose, until, ...member } = claims.parse(JSON.parse(decryptSecret(sealed)));
    return until > Date.now() ? member : null;
  } catch {
    return null; // altered, or sealed with another AUTH_SECRET
  }
}
