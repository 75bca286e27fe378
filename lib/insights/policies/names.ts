import "server-only";
import { read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { firstIdOfDay } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { NAMES } from "@/lib/policies/conditions/names";
import type { KnownName, NameList, NameOffers } from "@/lib/policies/offers";
import { PREVIEW_DAYS } from "@/lib/policies/types";
import { assertMayAdministerAll } from "@/lib/tenants/rules";

// Limits of what is read: held and reported calls, shared evenly among tenants, and names per list.
const CALLS_READ_MAX = 4_000;
const TENANTS_READ_MAX = 200;
const NAMES_OFFERED_MAX = 1_000;

type NameRow = KnownName & { list: NameList; place: number; complete: boolean };

/**
 * The names that calls of the last days and the catalogue have, of all tenants, with how many calls
 * have each.
 * @throws DomainError FORBIDDEN
 */
export async function findNameOffers(scope: Scope): Promise<NameOffers> {
  assertMayAdministerAll(scope, "see the names of every tenant");
  const rows = await read(scope, (tx) => tx.$queryRaw<NameRow[]>(namesSince(new Date(Date.now() - DAYS_MS))));
  const lists = Object.fromEntries(Object.keys(NAMES).map((list) => [list, [] as KnownName[]]));
  for (const { list, name, calls, place } of rows)
    if (place <= NAMES_OFFERED_MAX) lists[list]?.push({ name, calls });
  return {
    lists: lists as Record<NameList, KnownName[]>,
    complete: rows.every(({ complete, place }) => complete && place <= NAMES_OFFERED_MAX),
  };
}

const DAYS_MS = PREVIEW_DAYS * DAY_MS;

const FACTS = Prisma.sql`c.gateway_id, c.provider, c.tool, c.agent, c.model, c.on_behalf_of`;

/** Each tenant's calls are read from its own part of an index; a reported call may have been held. */
const namesSince = (since: Date) => Prisma.sql`
  with places as materialized (select id, key from tenants order by id desc limit ${TENANTS_READ_MAX}),
  share as materialized (select ${CALLS_READ_MAX}::int / greatest(count(*), 1)::int as most from places),
  calls as materialized (
    select t.id as tenant_id, t.key as tenant, c.*, 'held' as kind from places t cross join lateral (
      select ${FACTS} from approvals c where c.tenant_id = t.id
        and c.id >= ${firstIdOfDay(since.toISOString().slice(0, 10))}::uuid and c.created_at >= ${since}
      order by c.id desc limit (select most from share)) c
    union all
    select t.id, t.key, c.*, 'reported' from places t cross join lateral (
      select ${FACTS} from tool_calls c where c.tenant_id = t.id and c.occurred_at >= ${since} and c.approval_id is null
      order by c.occurred_at desc, c.id desc limit (select most from share)) c),
  named as (
    select n.list, n.name, count(*)::int as calls
    from calls c join gateways g on g.id = c.gateway_id
      cross join lateral (values ('tenants', c.tenant), ('gateways', g.name), ('tools', c.tool), ('agents', c.agent),
        ('models', c.model), ('onBehalfOf', c.on_behalf_of),
        ('providers', coalesce(c.provider, (select k.provider from tools k
          where k.gateway_id = c.gateway_id and k.name = c.tool limit 1)))) n(list, name)
    where n.name is not null group by n.list, n.name),
  known as (
    select list, name, calls from named
    union all (select 'tenants', key, 0 from tenants limit ${NAMES_OFFERED_MAX + 1})
    union all (select 'gateways', name, 0 from gateways limit ${NAMES_OFFERED_MAX + 1})
    union all (select distinct 'tools', name, 0 from tools limit ${NAMES_OFFERED_MAX + 1})
    union all (select distinct 'providers', provider, 0 from tools limit ${NAMES_OFFERED_MAX + 1})),
  ranked as (
    select list, name, sum(calls)::int as calls,
           row_number() over (partition by list order by sum(calls) desc, name)::int as place
    from known group by list, name)
  select r.list, r.name, r.calls, r.place,
         (select count(*) from tenants) <= ${TENANTS_READ_MAX}
           and not exists (select 1 from calls group by tenant_id, kind having count(*) >= (select most from share)) as complete
  from ranked r where r.place <= ${NAMES_OFFERED_MAX + 1} order by r.list, r.place`;
