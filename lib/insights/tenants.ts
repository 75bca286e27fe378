import { listLatest } from "@/lib/activity/queries";
import { fieldChanges } from "@/lib/activity/wire";
import { camelKeys } from "@/lib/core/casing";
import { read, readList } from "@/lib/core/db";
import { PAGE_ROWS } from "@/lib/core/limits";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { type TenantFilter, tenantList } from "@/lib/tenants/list";
import { DEFAULT_TENANT_SETTINGS, type TenantSettings } from "@/lib/tenants/types";
import { COUNT_CAP, type SettingHistory, type SettingsNow, type TenantListRow } from "./types";

const OFFENDER_DAYS = 30;

// Counts on the list stop here, because they are only for a first impression.
const LIST_CAP = 1_000;

const HISTORY_ROWS = 100;

/**
 * A page of the scope's tenants by key, with their current activity.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listTenantsAtWork(
  scope: Scope,
  filter: TenantFilter,
): Promise<{ rows: TenantListRow[]; nextCursor: string | null }> {
  const after = tenantList.cursor.read(filter.cursor);
  const found = await readList(
    scope,
    (tx) => tx.$queryRaw<TenantListRow[]>`
      select t.id, t.key, t.name, t.first_row_at as "firstRowAt", t.created_at as "createdAt",
        (select count(*) from (select 1 from approvals a where a.tenant_id = t.id and a.decision = 'pending'
          limit ${LIST_CAP + 1}) p)::int as pending,
        greatest(
          (select r.occurred_at from tool_calls r where r.tenant_id = t.id order by r.occurred_at desc limit 1),
          (select a.created_at from approvals a where a.tenant_id = t.id order by a.id desc limit 1)) as "lastCallAt",
        (select count(*) from gateway_tenants g where g.tenant_id = t.id)::int as gateways,
        t.first_row_at + make_interval(days => coalesce(s.rationale_grace_days, ${DEFAULT_TENANT_SETTINGS.rationaleGraceDays}::int))
          as "graceEndsAt",
        (select count(*) from (select 1 from rationale_callers c
          where c.tenant_id = t.id and c.last_at > clock_timestamp() - make_interval(days => ${OFFENDER_DAYS}::int)
            and c.resolved_at is null limit ${LIST_CAP + 1}) d)::int as offenders
      from tenants t left join tenant_settings s on s.tenant_id = t.id
      where ${scope.unlimited ? Prisma.sql`true` : Prisma.sql`t.id = any(${[...scope.tenants]}::uuid[])`}
        ${filter.q ? Prisma.sql`and (strpos(lower(t.key), lower(${filter.q})) > 0 or strpos(lower(t.name), lower(${filter.q})) > 0)` : Prisma.empty}
        ${after ? Prisma.sql`and t.key > ${after[0]}` : Prisma.empty}
      order by t.key limit ${PAGE_ROWS + 1}`,
  );
  return tenantList.cursor.page(found, PAGE_ROWS, (row) => [row.key]);
}

type Counts = Omit<SettingsNow, "now"> & { now: Date };

/** What the settings mean at this moment for one tenant of the scope. */
export async function getSettingsNow(
  scope: Scope,
  tenantId: string,
  settings: TenantSettings,
): Promise<SettingsNow> {
  const counted = (condition: Prisma.Sql) => Prisma.sql`
    (select count(*) from (select 1 from approvals a where a.tenant_id = ${tenantId}::uuid and ${condition}
      limit ${COUNT_CAP + 1}) c)::int`;
  const lately = Prisma.sql`a.created_at > clock_timestamp() - interval '7 days'`;
  const [row] = await read(
    scope,
    (tx) => tx.$queryRaw<Counts[]>`
      select clock_timestamp() as now, ${counted(Prisma.sql`a.decision = 'pending'`)} as pending,
        (select max(a.decide_by) from approvals a where a.tenant_id = ${tenantId}::uuid and a.decision = 'pending') as "lastDeadline",
        ${counted(Prisma.sql`a.execution = 'awaiting' and a.decision = 'approved' and a.mode = 'callback'`)} as "awaitingCallback",
        ${counted(Prisma.sql`a.execution = 'awaiting' and a.decision = 'approved' and a.mode = 'reissue'`)} as "awaitingReissue",
        ${counted(Prisma.sql`a.decision = 'rejected' and a.held_because <> 'policy_denied'
          and a.decided_at > clock_timestamp() - make_interval(secs => ${settings.rejectionCooldownSeconds}::int)`)} as "coolingDown",
        ${counted(Prisma.sql`a.held_because = 'auto_approved' and ${lately}`)} as "autoApproved",
        ${counted(Prisma.sql`a.held_because = 'confirmed' and ${lately}`)} as confirmed,
        (select count(*) from (select 1 from tool_calls c where c.tenant_id = ${tenantId}::uuid and c.ran_on = 'gateway_word'
          and c.occurred_at > clock_timestamp() - interval '7 days' limit ${COUNT_CAP + 1}) u)::int as unrated,
        (select t.first_row_at from tenants t where t.id = ${tenantId}::uuid) as "firstRowAt"`,
  );
  if (!row) throw new Error("the database counted nothing");
  return row;
}

/** Who last changed each setting (including retention), by name; omits unchanged ones. */
export async function settingHistory(
  scope: Scope,
  tenantId: string,
): Promise<Partial<Record<string, SettingHistory>>> {
  const subject = { kind: "tenant", id: tenantId, tenantId };
  const history: Partial<Record<string, SettingHistory>> = {};
  for (const action of ["tenant.settings_changed", "tenant.retention_changed"])
    for (const { at, actorName, details } of await listLatest(scope, subject, action, HISTORY_ROWS))
      for (const [name, { from, to }] of fieldChanges(camelKeys(details)))
        history[name] ??= { by: actorName, at, from, to };
  return history;
}
