import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import type { ChannelName } from "./types";

/** `Channel.recipients` of a channel to people: those with something due, because few of many have. */
export function withSomethingDue(channel: ChannelName): Prisma.Sql {
  return Prisma.sql`select distinct d.gateway_id as id from deliveries d
    where d.channel = ${channel} and d.state = 'waiting' and d.next_attempt_at <= statement_timestamp()`;
}
