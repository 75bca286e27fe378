import "server-only";
import type { PeopleChannel } from "@/lib/notices/types";
import { isMailSetUp } from "./email/server";
import { findSlackSettings } from "./slack/settings";

export type Channels = ReadonlySet<PeopleChannel>;

/** The channels that this installation can send on at all. Phones and webhooks need nothing of their own. */
export async function channelsSetUp(): Promise<Channels> {
  const [mail, { botToken }] = await Promise.all([isMailSetUp(), findSlackSettings()]);
  return new Set<PeopleChannel>([
    "push",
    "webhook",
    ...(mail ? (["email"] as const) : []),
    ...(botToken === null ? [] : (["slack"] as const)),
  ]);
}
