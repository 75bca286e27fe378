import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { hasVoteOf, isLeftTo } from "../deciders/counting";
import { mayDecide } from "../rules";
import { COUNT_CAP } from "../types";
import {
  ARRIVED_MAX,
  REMINDED_MINUTES,
  URGENT_MINUTES,
  WAITING_MAX,
  type Waiting,
  type WaitingCall,
} from "./types";

type Times = "createdAt" | "decideBy";

type RawCall = Omit<WaitingCall, Times | "remindedAt"> &
  Record<Times, string> & { remindedAt: string | null };

export type WaitingFacts = Waiting["views"] & {
  asOf: string;
  urgent: number;
  soon: RawCall[] | null;
  strictest: RawCall[] | null;
  newest: RawCall[] | null;
  reminded: RawCall[] | null;
};

/** This person's pending calls for the bell, the title and notifications, and view counts. */
export async function listWaiting(scope: UserScope): Promise<Waiting> {
  const [found] = await read(
    scope,
    (tx) => tx.$queryRaw<{ facts: WaitingFacts }[]>`select ${waitingFacts(scope)} as facts`,
  );
  if (!found) throw new Error("the database returned no counts");
  return toWaiting(scope, found.facts);
}

/** `listWaiting` as one column: every open browser requests it often. Empty for a viewer. */
export function waitingFacts(scope: UserScope): Prisma.Sql {
  const mine = Prisma.sql`a.decision = 'pending' and a.release_at is null and not ${hasVoteOf(Prisma.sql`${scope.actor.id}::uuid`, A)} and not ${snoozedBy(scope)}
    and ${isLeftTo(scope, A)}`;
  const waits = mayDecide(scope.actor.role) ? mine : Prisma.sql`false`;
  // `clock_timestamp()` would be evaluated per row, and no index could serve it.
  const soon = Prisma.sql`${waits} and a.decide_by < statement_timestamp() + make_interval(mins => ${URGENT_MINUTES}::int)`;
  const reminded = Prisma.sql`${waits} and a.reminded_at > statement_timestamp() - make_interval(mins => ${REMINDED_MINUTES}::int)`;
  const attention = Prisma.sql`needs_attention(a.decision, a.execution, a.delivery, a.acknowledged_at)`;
  const snoozed = Prisma.sql`a.decision = 'pending' and ${snoozedBy(scope)}`;
  return Prisma.sql`json_build_object(
    'asOf', statement_timestamp(), 'mine', ${count(scope, mine)}, 'all', ${count(scope, Prisma.sql`a.decision = 'pending'`)},
    'snoozed', ${count(scope, snoozed)}, 'attention', ${count(scope, attention)}, 'urgent', ${count(scope, soon)},
    'soon', ${calls(scope, soon, strictest)}, 'strictest', ${calls(scope, waits, strictest)},
    'newest', ${calls(scope, waits, newest, ARRIVED_MAX)},
    'reminded', ${calls(scope, reminded, lastReminded, ARRIVED_MAX)})`;
}

export function toWaiting({ actor }: UserScope, facts: WaitingFacts): Waiting {
  const { asOf, urgent, soon, strictest: others, newest: last, reminded, ...views } = facts;
  const leading = (soon ?? []).map(toCall);
  const following = (others ?? []).map(toCall).filter(({ id }) => leading.every((call) => call.id !== id));
  return {
    count: mayDecide(actor.role) ? views.mine : 0,
    urgent,
    attention: views.attention,
    calls: [...leading, ...following].slice(0, WAITING_MAX),
    newest: (last ?? []).map(toCall),
    reminded: (reminded ?? []).map(toCall),
    views,
    asOf: new Date(asOf),
  };
}

const toCall = (raw: RawCall): WaitingCall => ({
  ...raw,
  createdAt: new Date(raw.createdAt),
  decideBy: new Date(raw.decideBy),
  remindedAt: raw.remindedAt === null ? null : new Date(raw.remindedAt),
});

type Order = (of: Prisma.Sql) => Prisma.Sql;

const strictest: Order = (of) => Prisma.sql`${of}.risk desc, ${of}.decide_by, ${of}.id`;

const newest: Order = (of) => Prisma.sql`${of}.id desc`;

const lastReminded: Order = (of) => Prisma.sql`${of}.reminded_at desc, ${of}.id`;

const [A, C] = [Prisma.raw("a"), Prisma.raw("c")];

/**
 * The highest-risk few calls of the first `taken` in this order. Each tenant's come from the start
 * of its part of an index. Ten thousand pending calls cost a page as much as ten.
 */
function calls(scope: UserScope, which: Prisma.Sql, order: Order, taken = WAITING_MAX): Prisma.Sql {
  return Prisma.sql`(select json_agg(json_build_object('id', f.id, 'risk', f.risk, 'headline', f.summary, 'tenant', f.key,
                                       'createdAt', f.created_at, 'decideBy', f.decide_by, 'remindedAt', f.reminded_at)) from (
    select c.*, t.key from unnest(${[...scope.tenants]}::uuid[]) as scope (tenant_id) cross join lateral (
      select a.id, a.tenant_id, a.risk, a.summary, a.created_at, a.decide_by, a.reminded_at from approvals a
      where a.tenant_id = scope.tenant_id and ${which} order by ${order(A)} limit ${taken}::int) c
    join tenants t on t.id = c.tenant_id order by c.risk desc, ${order(C)} limit ${WAITING_MAX}::int) f)`;
}

function count(scope: UserScope, which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(select count(*)::int from (
    select 1 from approvals a where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and ${which}
    limit ${COUNT_CAP}::int) found)`;
}

function snoozedBy(scope: UserScope): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from approval_snoozes s where s.tenant_id = a.tenant_id and s.user_id = ${scope.actor.id}::uuid
                                       and s.approval_id = a.id and s.until > statement_timestamp())`;
}
