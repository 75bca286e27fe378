import "server-only";
import type { PeopleChannel } from "@/lib/notices/types";
import { readSetting } from "./settings";

/** The channels that this installation can send on at all. Phones and webhooks need nothing of their own. */
export type Channels = ReadonlySet<PeopleChannel>;

export async function channelsSetUp(): Promise<Channels> {
  const [email, slack] = await Promise.all([readSetting("email"), readSetting("slack")]);
  return new Set<PeopleChannel>([
    "push",
    "webhook",
    ...(email?.kind === "stored" ? (["email"] as const) : []),
    ...(slack?.kind === "stored" ? (["slack"] as const) : []),
  ]);
}
