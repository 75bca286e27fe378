import { readList, type Tx } from "@/lib/core/db";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { agentList } from "./list";
import type { OwnedView, SeenAgent } from "./types";

/** Names that one filtered page reads, over all tenants. Each is one index lookup. */
export const NAMES_MAX = 10_000;

type Asked = { owned?: OwnedView; tenant?: string; q?: string; cursor?: string; limit?: number };

/** A row of a page, or the end of the read range; the other members are null. */
type Row = Pick<SeenAgent, "lastSeenAt" | "owner"> &
  Record<"agent" | "tenantKey" | "tenantName" | "endAgent" | "endKey", string | null>;

/** The tenant's next agent name after a given one, from held or reported calls. */
const nextCalled = (tenant: Prisma.Sql, behind: Prisma.Sql) => Prisma.sql`least(
  (select a.agent from approvals a where a.tenant_id = ${tenant} and ${behind} order by a.agent limit 1),
  (select a.agent from tool_calls a where a.tenant_id = ${tenant} and ${behind} order by a.agent limit 1))`;

/** The same, including agents with an owner. */
const nextName = (tenant: Prisma.Sql, behind: Prisma.Sql) => Prisma.sql`least(${nextCalled(tenant, behind)},
  (select a.agent from agent_owners a where a.tenant_id = ${tenant} and ${behind} order by a.agent limit 1))`;

type Page = { rows: SeenAgent[]; nextCursor: string | null };

/**
 * A page of agents by name, of all tenants or one. A page that reaches the read limit ends early:
 * it has fewer rows than `limit`, maybe none, and the next page continues.
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR for a foreign cursor
 */
export async function listAgents(scope: UserScope, asked: Asked): Promise<Page> {
  assertMayAdministerAll(scope, "see who owns which agent");
  const { owned = "all", tenant, q = "", limit = PAGE_LIMIT_DEFAULT } = asked;
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, tenant);
    const walk = (depth: number) => walked(tx, tenants, { ...asked, owned, q, limit, depth });
    // One page of names per tenant is enough without a filter, and mostly also with one.
    const first = await walk(limit + 1);
    const deep = Math.floor(NAMES_MAX / Math.max(tenants.length, 1));
    return first.isCut && deep > limit + 1 ? walk(deep) : first;
  });
}

type Walk = Asked & {
  owned: OwnedView;
  q: string;
  limit: number;
  depth: number;
};

/** @returns isCut: the page ended early because not all tenants were read further */
async function walked(tx: Tx, tenants: readonly string[], walk: Walk): Promise<Page & { isCut: boolean }> {
  const { owned, q, limit, depth } = walk;
  const [name, key] = agentList.cursor.read(walk.cursor) ?? ["", ""];
  const tenantId = Prisma.sql`t.id`;
  // Starts each tenant at its position in the index. At the cursor's name, only later tenants
  // remain.
  const first = Prisma.sql`case when t.key > ${key} then ${nextName(tenantId, Prisma.sql`a.agent >= ${name}`)}
    else ${nextName(tenantId, Prisma.sql`a.agent > ${name}`)} end`;
  const rows = await tx.$queryRaw<Row[]>`
    with recursive seen as (
      select t.id, t.key, t.name, ${first} as agent, 1 as at
      from tenants t where t.id = any(${[...tenants]}::uuid[])
      union all
      select s.id, s.key, s.name, ${nextName(Prisma.sql`s.id`, Prisma.sql`a.agent > s.agent`)}, s.at + 1
      from seen s where s.agent is not null and s.at < ${depth}::int),
    called as (
      select t.id, ${nextCalled(tenantId, Prisma.sql`a.agent >= ''`)} as agent, 1 as at
      from tenants t where t.id = any(${[...tenants]}::uuid[])
      union all
      select c.id, ${nextCalled(Prisma.sql`c.id`, Prisma.sql`a.agent > c.agent`)}, c.at + 1
      from called c where c.agent is not null and c.at < ${NAMES_MAX}::int),
    ends as (
      select s.agent, s.key from seen s where s.at = ${depth}::int and s.agent is not null order by s.agent, s.key limit 1),
    page as (
      select s.*, w.owner_id from seen s
      left join agent_owners w on w.tenant_id = s.id and w.agent = lower(s.agent)
      where s.agent is not null and strpos(lower(s.agent), lower(${q})) > 0
        and (${owned} = 'all' or w.owner_id is null)
        -- An owner is kept under the name in lower case: where calls spell it otherwise, that is the same agent.
        and not (w.agent is not null and w.agent = s.agent
          and (s.id, s.agent) in (select c.id, lower(c.agent) from called c where c.agent <> lower(c.agent))
          and (s.id, s.agent) not in (select c.id, c.agent from called c where c.agent = lower(c.agent)))
        and not exists (select from ends e where (s.agent, s.key) > (e.agent, e.key))
      order by s.agent, s.key limit ${limit + 1}::int)
    select p.agent, p.key as "tenantKey", p.name as "tenantName", e.agent as "endAgent", e.key as "endKey",
           case when u.id is not null
                then json_build_object('name', u.name, 'email', u.email, 'isOff', u.disabled_at is not null) end as owner,
           greatest(
             (select a.created_at from approvals a where a.tenant_id = p.id and a.agent = p.agent order by a.id desc limit 1),
             (select c.occurred_at from tool_calls c where c.tenant_id = p.id and c.agent = p.agent
              order by c.occurred_at desc, c.id desc limit 1)) as "lastSeenAt"
    from (select) one left join ends e on true left join page p on true left join users u on u.id = p.owner_id
    order by p.agent, p.key`;
  return pageOf(rows, limit);
}

function pageOf(rows: readonly Row[], limit: number): Page & { isCut: boolean } {
  const found = rows.flatMap(({ agent, tenantKey: key, tenantName: name, lastSeenAt, owner }) =>
    agent === null || key === null || name === null
      ? []
      : [{ agent, tenant: { key, name }, lastSeenAt, owner }],
  );
  const page = agentList.cursor.page(found, limit, ({ agent, tenant }) => [agent, tenant.key]);
  const { endAgent, endKey } = rows[0] ?? { endAgent: null, endKey: null };
  if (page.nextCursor !== null || endAgent === null || endKey === null) return { ...page, isCut: false };
  return { ...page, nextCursor: agentList.cursor.write([endAgent, endKey]), isCut: true };
}
