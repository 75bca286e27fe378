import { read, type Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { Scope, UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { statusOf } from "../rules";
import { COUNT_CAP, type QueueFilter, type QueuePage, type QueueRow, type QueueView } from "../schema";
import { type QueueCursor, readCursor, writeCursor } from "./rules";

export const QUEUE_PAGE = 50;
const FACET_MAX = 50;

/** A page of the queue. Pending views: expiring first within risk. Decided and attention: newest first. */
export function listQueue(scope: UserScope, filter: QueueFilter): Promise<QueuePage> {
  return read(scope, async (tx) => {
    const pendingView = filter.view !== "decided" && filter.view !== "attention";
    const where = Prisma.join(
      [inScope(scope), viewCondition(scope, filter.view), ...conditions(filter)],
      " and ",
    );
    const cursor = readCursor(filter.cursor);
    const rows = await tx.$queryRaw<RawRow[]>`
      select a.id, a.risk::text, a.summary as headline, a.provider, a.tool, a.agent, t.key as tenant, g.name as gateway,
             a.decision::text, a.execution::text, a.delivery = 'dead' as undelivered, a.created_at as "createdAt",
             a.decide_by as "decideBy", a.decided_at as "decidedAt", a.decided_by as "decidedBy", a.reason,
             a.updated_at as "updatedAt"
      from approvals a join tenants t on t.id = a.tenant_id join gateways g on g.id = a.gateway_id
      where ${where} ${after(filter.view, cursor)}
      order by ${ORDER[pendingView ? "pending" : filter.view === "decided" ? "decided" : "attention"]}
      limit ${QUEUE_PAGE + 1}`;
    const page = rows.slice(0, QUEUE_PAGE);
    const last = page.at(-1);
    return {
      rows: page.map(toRow),
      nextCursor: rows.length > page.length && last ? writeCursor(filter.view, last) : null,
      counts: await countViews(tx, scope),
      lastDecision: await findLastDecision(tx, scope),
      facets: await listFacets(tx, scope),
      asOf: (await tx.$queryRaw<{ now: Date }[]>`select clock_timestamp() as now`)[0]?.now ?? new Date(),
    };
  });
}

/** How many calls wait for this person, counted up to COUNT_CAP. */
export function countPending(scope: UserScope): Promise<number> {
  return read(scope, (tx) => countView(tx, scope, "mine"));
}

type RawRow = Omit<QueueRow, "status"> & { updatedAt: Date };

function toRow({ updatedAt: _, ...row }: RawRow): QueueRow {
  return { ...row, status: statusOf(row) };
}

function inScope(scope: Scope): Prisma.Sql {
  return Prisma.sql`a.tenant_id = any(${[...scope.tenants]}::uuid[])`;
}

function viewCondition(scope: UserScope, view: QueueView): Prisma.Sql {
  switch (view) {
    case "all":
      return Prisma.sql`a.decision = 'pending'`;
    case "mine":
      // What this person can still act on: not what already has their vote.
      return Prisma.sql`a.decision = 'pending' and not exists (
        select 1 from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id and v.revision = a.revision
                                and v.user_id = ${scope.actor.id}::uuid)`;
    case "high":
      return Prisma.sql`a.decision = 'pending' and a.risk in ('high', 'critical')`;
    case "decided":
      return Prisma.sql`a.decision <> 'pending'`;
    case "attention":
      return Prisma.sql`(a.execution in ('failed', 'unknown', 'lapsed') or a.delivery = 'dead')`;
  }
}

function conditions(filter: QueueFilter): Prisma.Sql[] {
  const parts: Prisma.Sql[] = [];
  if (filter.risk) parts.push(Prisma.sql`a.risk = ${filter.risk}::risk`);
  if (filter.tool) parts.push(Prisma.sql`a.tool = ${filter.tool}`);
  if (filter.agent) parts.push(Prisma.sql`a.agent = ${filter.agent}`);
  if (filter.tenant) parts.push(Prisma.sql`t.key = ${filter.tenant}`);
  if (filter.gateway) parts.push(Prisma.sql`g.name = ${filter.gateway}`);
  if (filter.q) parts.push(textCondition(filter.q));
  return parts;
}

function textCondition(q: string): Prisma.Sql {
  if (isId(q)) return Prisma.sql`a.id = ${q}::uuid`;
  const like = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return Prisma.sql`(a.summary ilike ${like} or a.tool ilike ${like} or a.rationale ilike ${like} or a.agent ilike ${like}
                     or a.external_id ilike ${like} or a.arguments_text ilike ${like})`;
}

const ORDER = {
  pending: Prisma.sql`a.risk desc, a.decide_by, a.id`,
  decided: Prisma.sql`a.decided_at desc, a.id desc`,
  attention: Prisma.sql`a.updated_at desc, a.id desc`,
};

function after(view: QueueView, cursor: QueueCursor | null): Prisma.Sql {
  if (!cursor) return Prisma.empty;
  const { at, id, risk } = cursor;
  if (view === "decided") return Prisma.sql`and (a.decided_at, a.id) < (${at}::timestamptz, ${id}::uuid)`;
  if (view === "attention") return Prisma.sql`and (a.updated_at, a.id) < (${at}::timestamptz, ${id}::uuid)`;
  return Prisma.sql`and (a.risk < ${risk}::risk or (a.risk = ${risk}::risk and (a.decide_by, a.id) > (${at}::timestamptz, ${id}::uuid)))`;
}

async function countView(tx: Tx, scope: UserScope, view: QueueView): Promise<number> {
  const [row] = await tx.$queryRaw<{ n: number }[]>`
    select count(*)::int as n from (
      select 1 from approvals a where ${inScope(scope)} and ${viewCondition(scope, view)} limit ${COUNT_CAP}::int) waiting`;
  return row?.n ?? 0;
}

async function countViews(tx: Tx, scope: UserScope): Promise<QueuePage["counts"]> {
  return {
    mine: await countView(tx, scope, "mine"),
    all: await countView(tx, scope, "all"),
    high: await countView(tx, scope, "high"),
    attention: await countView(tx, scope, "attention"),
  };
}

async function findLastDecision(tx: Tx, scope: UserScope): Promise<QueuePage["lastDecision"]> {
  const [row] = await tx.$queryRaw<{ at: Date; by: string }[]>`
    select a.decided_at as at, a.decided_by as by from approvals a
    where ${inScope(scope)} and a.decision <> 'pending'
      and exists (select 1 from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id)
    order by a.decided_at desc limit 1`;
  return row ?? null;
}

/** Filter values of the newest calls only: enough to choose from, and bounded whatever the table holds. */
async function listFacets(tx: Tx, scope: UserScope): Promise<QueuePage["facets"]> {
  const recent = Prisma.sql`(select a.tool, a.agent, t.key as tenant, g.name as gateway from approvals a
    join tenants t on t.id = a.tenant_id join gateways g on g.id = a.gateway_id
    where ${inScope(scope)} order by a.id desc limit 1000)`;
  const [row] = await tx.$queryRaw<QueuePage["facets"][]>`
    select coalesce((array_agg(distinct tool))[1:${FACET_MAX}::int], '{}') as tools,
           coalesce((array_agg(distinct tenant))[1:${FACET_MAX}::int], '{}') as tenants,
           coalesce((array_agg(distinct gateway))[1:${FACET_MAX}::int], '{}') as gateways,
           coalesce((array_agg(distinct agent) filter (where agent is not null))[1:${FACET_MAX}::int], '{}') as agents
    from ${recent} recent`;
  return row ?? { tools: [], tenants: [], gateways: [], agents: [] };
}
