import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { GatewayScope } from "@/lib/core/scope";
import { DEFAULT_TENANT_SETTINGS } from "@/lib/tenants/types";
import type { RowTenant } from "./rules";

/**
 * The key's tenants among those that rows name, by key, with the database's time.
 * @throws DomainError UNAVAILABLE if the database returned no time
 */
export async function loadRowTenants(
  tx: Tx,
  scope: GatewayScope,
  { keys, agents }: { keys: readonly string[]; agents: readonly string[] },
): Promise<{ now: Date; tenants: Map<string, RowTenant> }> {
  const rows = await tx.$queryRaw<
    (Omit<RowTenant, "id" | "graceDays"> & { id: string | null; key: string; graceDays: number | null })[]
  >`
    select t.id, t.key, t.first_row_at as "firstRowAt", s.rationale_grace_days as "graceDays", clock.now,
           array(select c.agent from rationale_callers c where c.tenant_id = t.id and c.gateway_id = ${scope.actor.id}::uuid
             and c.agent = any(${[...agents]}::text[]) and c.resolved_at is null) as offending
    from (select clock_timestamp() as now) clock
    left join tenants t on t.id = any(${[...scope.tenants]}::uuid[]) and t.key = any(${[...keys]}::text[])
    left join tenant_settings s on s.tenant_id = t.id`;
  const now = rows[0]?.now;
  if (!now) throw new DomainError("UNAVAILABLE", "The database gave no time. Nothing was stored; try again.");
  const found = rows.flatMap(({ id, key, graceDays, ...rest }): [string, RowTenant][] =>
    id === null
      ? []
      : [[key, { ...rest, id, graceDays: graceDays ?? DEFAULT_TENANT_SETTINGS.rationaleGraceDays }]],
  );
  return { now, tenants: new Map(found) };
}
