import "server-only";
import { DomainError } from "@/lib/core/errors";
import { Prisma } from "@/lib/generated/prisma/client";
import { callback } from "./callback/send";
import { email } from "./email/send";
import { push } from "./push/send";
import { slack } from "./slack/send";
import type { Channel, ChannelName, ChannelOptions, LeasedDelivery, OpenChannel } from "./types";
import { webhook } from "./webhook/send";

/** All channels. A new one is a folder (render, send, limits) and a line here. */
const CHANNELS: Readonly<Record<ChannelName, Channel>> = { callback, email, slack, push, webhook };

const NAMED = Object.entries(CHANNELS) as [ChannelName, Channel][];

/**
 * The channel that a delivery names.
 * @throws DomainError CONFLICT for one that only a newer version knows
 */
export function channelOf({ channel }: { channel: string }): Channel {
  const found = NAMED.find(([name]) => name === channel);
  if (!found) {
    throw new DomainError(
      "CONFLICT",
      `This version does not know the channel "${channel}". Nothing was sent; update Countersign first.`,
    );
  }
  return found[1];
}

export function openChannels(options: ChannelOptions): Record<ChannelName, OpenChannel> {
  const open = NAMED.map(([name, channel]) => [name, channel.open(options)]);
  return Object.fromEntries(open) as Record<ChannelName, OpenChannel>;
}

/**
 * SQL for all recipients: `id`, `channel`, and `most`, the limit of concurrent sends.
 * @param perRecipient replaces the channels' own limits
 */
export function recipients(perRecipient?: number): Prisma.Sql {
  const queries = NAMED.map(
    ([name, channel]) => Prisma.sql`
      select r.id, ${name}::text as channel, ${perRecipient ?? channel.perRecipient}::int as most
      from (${channel.recipients}) r`,
  );
  return Prisma.join(queries, " union all ");
}

/** SQL that depends on the channel name; null for an unknown name. */
export function byChannel(name: Prisma.Sql, value: (channel: Channel) => Prisma.Sql): Prisma.Sql {
  const cases = NAMED.map(([one, channel]) => Prisma.sql`when ${one}::text then ${value(channel)}`);
  return Prisma.sql`case ${name} ${Prisma.join(cases, " ")} end`;
}

/** The channels on which sent messages can be updated, at least for some recipients. */
export const UPDATING = NAMED.filter(([, { updates }]) => updates).map(([name]) => name);

/** Whether what was sent with this delivery can be updated. */
export function canUpdate(delivery: LeasedDelivery): boolean {
  const channel = channelOf(delivery);
  return channel.updates && (channel.takesUpdates?.(delivery) ?? true);
}
