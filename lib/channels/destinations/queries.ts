import "server-only";
import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import type { Destination as Row } from "@/lib/generated/prisma/client";
import { getTenantByKey } from "@/lib/tenants/queries";
import { assertMayAdminister } from "@/lib/tenants/rules";
import { openedTarget } from "./target";
import type { Destination, DestinationChannel, WebhookTarget } from "./types";

// More are reached by choosing a tenant.
const LISTED_MAX = 500;

type Listed = Omit<Row, "channel"> & {
  channel: DestinationChannel;
  tenantKey: string;
  tenantName: string;
  groupName: string | null;
};

/**
 * The destinations of these tenants, by tenant and name.
 * @throws DomainError FORBIDDEN
 */
export async function listDestinations(
  scope: Scope,
  tenantIds: readonly string[],
): Promise<{ destinations: Destination[]; isCut: boolean }> {
  assertMayAdminister(scope, "see shared destinations of notifications");
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<Listed[]>`
      select d.id, d.tenant_id as "tenantId", d.group_id as "groupId", d.channel, d.name, d.address, d.sealed, d.events,
             d.min_risk as "minRisk", d.off_at as "offAt", d.off_reason as "offReason", d.created_at as "createdAt",
             d.created_by_name as "createdByName", t.key as "tenantKey", t.name as "tenantName", g.name as "groupName"
      from destinations d join tenants t on t.id = d.tenant_id left join groups g on g.id = d.group_id
      where d.tenant_id = any(${[...tenantIds]}::uuid[])
      order by t.key, lower(d.name), d.id limit ${LISTED_MAX + 1}::int`,
  );
  return { destinations: rows.slice(0, LISTED_MAX).map(toDestination), isCut: rows.length > LISTED_MAX };
}

function toDestination(row: Listed): Destination {
  const {
    id,
    name,
    channel,
    address,
    groupId,
    groupName,
    minRisk,
    offAt,
    offReason,
    createdAt,
    createdByName,
  } = row;
  const group =
    groupId === null ? null : groupName === null ? ({ isGone: true } as const) : { name: groupName };
  return {
    ...{ id, name, channel, address, group, minRisk, offAt, offReason, createdAt, createdByName },
    tenant: { key: row.tenantKey, name: row.tenantName },
    events: row.events as Destination["events"],
    webhook: channel === "webhook" ? webhookOf(row.sealed) : null,
  };
}

function webhookOf(sealed: string): Destination["webhook"] {
  const target = openedTarget<WebhookTarget>(sealed);
  if (!target) return null;
  const { preset, header, template, sendsUpdates, secret } = target;
  return { preset, header, template, sendsUpdates, hasSecret: secret !== null };
}

/**
 * A destination with what sending needs, for a test by a person.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function getStoredDestination(
  scope: Scope,
  { tenant: key, id }: { tenant: string; id: string },
): Promise<{ row: Row; tenant: { id: string; key: string; name: string } }> {
  assertMayAdminister(scope, "test shared destinations of notifications");
  const tenant = await getTenantByKey(scope, key);
  const row = await read(scope, (tx) =>
    tx.destination.findUnique({ where: { tenantId_id: { tenantId: tenant.id, id } } }),
  );
  if (!row)
    throw new DomainError("NOT_FOUND", "There is no such destination. Nothing was sent; reload the page.");
  return { row, tenant: { id: tenant.id, key: tenant.key, name: tenant.name } };
}
