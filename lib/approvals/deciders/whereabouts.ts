import { isInForce } from "@/lib/auth/delegations/validity";
import { requireRole } from "@/lib/auth/guards";
import { decidesIn } from "@/lib/auth/people/deciders";
import { NOW } from "@/lib/auth/people/groups";
import { read, type Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { mayDecideCall } from "./seats";
import { type PersonThere, TENANTS_NAMED, type TenantThere, type Whereabouts } from "./types";

// Who of those who may decide can be expected to answer now. It decides nothing: rights follow rota and deputies alone.

const PEOPLE_MAX = 50;

// Sessions note that they are seen once a minute.
const HERE_SECONDS = 120;

const [U, A] = [Prisma.raw("u"), Prisma.raw("a")];

type Raw = Omit<PersonThere, "away" | "onCall" | "tenants"> & {
  away: { until: string; deputy: string } | null;
  onCall: { group: string; until: string | null }[];
  hasShifts: boolean;
  /** Null: in all tenants. */
  memberOf: string[] | null;
};

type Tenant = { id: string; key: string };

/** Of one call, of one tenant, or of all of the caller's tenants. */
type Asked = { call?: string; tenant?: string };

/**
 * The people who may decide in the caller's tenants, or a call of one of them on some shift.
 * @throws DomainError FORBIDDEN unless the caller may decide
 */
export async function findWhereabouts(scope: UserScope, { call, tenant }: Asked): Promise<Whereabouts> {
  requireRole(scope, "approver", "admin");
  return read(scope, async (tx) => {
    const tenants = call === undefined ? await findTenants(tx, scope, tenant) : [];
    const rows = await tx.$queryRaw<Raw[]>`
      select u.id, u.name, u.id = ${scope.actor.id}::uuid as "isViewer",
             exists (select 1 from sessions s where s.user_id = u.id and s.expires_at > ${NOW}
               and s.last_seen_at > ${NOW} - make_interval(secs => ${HERE_SECONDS}::int)) as "isHere",
             ${AWAY} as away, ${ON_CALL} as "onCall", ${HAS_SHIFTS} as "hasShifts", ${memberOf(tenants)} as "memberOf"
      from users u where ${call === undefined ? decidesAnywhere(tenants) : decidesThis(scope, call)}
      order by lower(u.name), u.id`;
    const people = rows.map((row) => toPerson(row, tenants)).sort((a, b) => rank(a) - rank(b));
    return {
      people: people.slice(0, PEOPLE_MAX),
      eligible: people.length,
      away: people.filter(({ away }) => away !== null).length,
      onCall: people.filter(({ onCall }) => onCall.length > 0).length,
      hasShifts: rows.some((row) => row.hasShifts),
      here: people.filter(({ isHere }) => isHere).length,
      tenants: byTenant(tenants, rows),
    };
  });
}

const findTenants = (tx: Tx, { tenants }: UserScope, key: string | undefined): Promise<Tenant[]> =>
  tx.$queryRaw<Tenant[]>`
    select id, key from tenants
    where id = any(${[...tenants]}::uuid[]) and (${key ?? null}::text is null or key = ${key ?? null}) order by key`;

function toPerson(
  { away, onCall, hasShifts, memberOf, ...row }: Raw,
  tenants: readonly Tenant[],
): PersonThere {
  // People who are away are not on call, even if the rota says so.
  const shifts = away === null ? onCall : [];
  return {
    ...row,
    away: away && { ...away, until: new Date(away.until) },
    onCall: shifts.map(({ group, until }) => ({ group, until: until === null ? null : new Date(until) })),
    isOffDuty: hasShifts && onCall.length === 0,
    tenants:
      memberOf === null || memberOf.length === tenants.length
        ? null
        : {
            some: memberOf.slice(0, TENANTS_NAMED),
            more: Math.max(0, memberOf.length - TENANTS_NAMED),
          },
  };
}

function rank({ onCall, away, isOffDuty }: PersonThere): number {
  if (onCall.length > 0) return 0;
  if (away !== null) return 1;
  return isOffDuty ? 3 : 2;
}

/** Counts each person in each of their tenants. */
function byTenant(tenants: readonly Tenant[], rows: readonly Raw[]): TenantThere[] {
  const none = () => ({ eligible: 0, available: 0, others: 0 });
  const everywhere = none();
  const counts = new Map(tenants.map(({ key }) => [key, none()]));
  for (const { memberOf, away, hasShifts, onCall, isViewer } of rows) {
    const isAvailable = away === null && (!hasShifts || onCall.length > 0);
    for (const count of memberOf === null ? [everywhere] : memberOf.flatMap((key) => counts.get(key) ?? [])) {
      count.eligible += 1;
      if (isAvailable) count.available += 1;
      if (isAvailable && !isViewer) count.others += 1;
    }
  }
  const found = [...counts].map(([key, count]) => {
    const available = count.available + everywhere.available;
    const isViewerAlone = available === 1 && count.others + everywhere.others === 0;
    return { key, eligible: count.eligible + everywhere.eligible, available, isViewerAlone };
  });
  return found.sort((a, b) => tenantRank(a) - tenantRank(b));
}

/** Where no one would answer comes first, then where only the viewer would. */
const tenantRank = ({ available, isViewerAlone }: TenantThere) =>
  available === 0 ? 0 : isViewerAlone ? 1 : 2;

const idsOf = (tenants: readonly Tenant[]) => tenants.map(({ id }) => id);

/** Keys of a person's own tenants among these; null if they decide in all. */
function memberOf(tenants: readonly Tenant[]): Prisma.Sql {
  return Prisma.sql`case when u.all_tenants then null else array(
    select t.key from memberships m join tenants t on t.id = m.tenant_id
    where m.user_id = u.id and m.tenant_id = any(${idsOf(tenants)}::uuid[]) order by t.key) end`;
}

/** Each person once, although a tenant is looked at by itself. */
function decidesAnywhere(tenants: readonly Tenant[]): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from unnest(${idsOf(tenants)}::uuid[]) t (id) where ${decidesIn(U, Prisma.raw("t.id"))})`;
}

function decidesThis({ tenants }: UserScope, call: string): Prisma.Sql {
  if (!isId(call)) return Prisma.sql`false`;
  return Prisma.sql`exists (
    select 1 from approvals a where a.tenant_id = any(${[...tenants]}::uuid[]) and a.id = ${call}::uuid
      and ${mayDecideCall(U, A, { onDuty: "at any hour" })})`;
}

const AWAY = Prisma.sql`(
  select json_build_object('until', d.ends_at, 'deputy', t.name)
  from delegations d join users t on t.id = d.to_id
  where d.from_id = u.id and ${isInForce()} order by d.ends_at desc limit 1)`;

/** The local day of a shift's zone. */
const DAY = Prisma.sql`date_trunc('day', ${NOW} at time zone (g.rota->>'zone'))`;

/** When the shift `s` ends that is on now. */
const ENDS = Prisma.sql`((case
  when s.shift->>'from' is null then ${DAY} + interval '1 day'
  when ${NOW} at time zone (g.rota->>'zone') < ${DAY} + (s.shift->>'to')::interval then ${DAY} + (s.shift->>'to')::interval
  else ${DAY} + interval '1 day' + (s.shift->>'to')::interval end) at time zone (g.rota->>'zone'))`;

const ON_CALL = Prisma.sql`(
  select coalesce(json_agg(json_build_object('group', on_now.name, 'until', case when not exists (
           select 1 from jsonb_array_elements(on_now.rota->'shifts') n (shift)
           where (n.shift->>'person')::uuid = u.id and is_within_hours(n.shift, on_now.rota->>'zone', on_now.until)) then on_now.until end)
         order by on_now.name), '[]')
  from (select g.name, g.rota, max(${ENDS}) as until
        from group_members gm join groups g on g.id = gm.group_id
        cross join lateral jsonb_array_elements(g.rota->'shifts') s (shift)
        where gm.user_id = u.id and (s.shift->>'person')::uuid = u.id
          and is_within_hours(s.shift, g.rota->>'zone', ${NOW})
        group by g.id, g.name, g.rota) on_now)`;

const HAS_SHIFTS = Prisma.sql`exists (
  select 1 from group_members gm join groups g on g.id = gm.group_id where gm.user_id = u.id and g.rota is not null)`;
