import "server-only";
import type { KnownBlock } from "@slack/types";
import { slackClient, slackFailure } from "@/lib/channels/slack/client";
import { findSlackSettings } from "@/lib/channels/slack/settings";
import { SECOND_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { escaped, paragraph, shown } from "@/lib/delivery/channels/slack/render";
import type { Caller } from "./payload";

const ANSWER_MS_MAX = 5 * SECOND_MS;

/** The longest text of an answer. */
const SAID_MAX = 2_500;

/** Answers that only the person sees. */
export type Said = { text: string; blocks: KnownBlock[] };

/** A sentence, and a button that opens a page. */
export function saying(text: string, link?: { label: string; url: string }): Said {
  const open: KnownBlock[] = link ? [buttons([link])] : [];
  return { text: escaped(shown(text, SAID_MAX)), blocks: [paragraph(shown(text, SAID_MAX)), ...open] };
}

export function buttons(links: readonly { label: string; url: string }[]): KnownBlock {
  return {
    type: "actions",
    elements: links.map(({ label, url }, at) => ({
      type: "button" as const,
      text: { type: "plain_text" as const, text: label, emoji: false },
      action_id: `countersign_open_${at}`,
      url,
    })),
  };
}

export const callUrl = (id: string) => `${env().PUBLIC_URL}/approvals/${id}`;

/**
 * Answers the person where they pressed or typed, or in a direct message if Slack no longer allows that. Logs an answer
 * that arrives neither way: what it reports is done by then.
 */
export async function answer({ member, responseUrl }: Caller, said: Said): Promise<void> {
  try {
    if (responseUrl !== null && isSlack(responseUrl)) return await respond(responseUrl, said);
  } catch (error) {
    log().info({ err: error }, "Slack took no answer at the place of the press");
  }
  try {
    const { botToken } = await findSlackSettings();
    if (botToken === null) throw new Error("there is no bot token");
    const unread = { parse: "none", mrkdwn: false, unfurl_links: false, unfurl_media: false } as const;
    await slackClient(botToken).chat.postMessage({ channel: member.slackUserId, ...said, ...unread });
  } catch (error) {
    log().warn({ reason: slackFailure(error).words }, "a person in Slack could not be answered");
  }
}

/** Payloads are proven to be Slack's; this keeps a wrong one from making us call other hosts. */
function isSlack(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  if (origin === new URL(env().SLACK_API_URL).origin) return true;
  return protocol === "https:" && /(^|\.)slack(-gov)?\.com$/.test(hostname);
}

async function respond(url: string, said: Said): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...said, response_type: "ephemeral", replace_original: false }),
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  if (!response.ok) throw new Error(`Slack answered HTTP ${response.status}`);
}
