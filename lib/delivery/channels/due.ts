import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import type { ChannelName } from "./types";

/**
 * `Channel.recipients` of a channel to people: those with something waiting, because few of many have. Steps from one to
 * the next, so that a backlog for few costs no more.
 */
export function withSomethingWaiting(channel: ChannelName): Prisma.Sql {
  const next = (than: Prisma.Sql) => Prisma.sql`(
    select d.gateway_id as id from deliveries d
    where d.channel = ${channel} and d.channel <> 'callback' and d.state = 'waiting' ${than} order by d.gateway_id limit 1)`;
  return Prisma.sql`
    with recursive one as (
      ${next(Prisma.empty)}
      union all
      select ${next(Prisma.sql`and d.gateway_id > o.id`)} from one o where o.id is not null)
    select id from one where id is not null`;
}
