import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { GatewayScope } from "@/lib/core/scope";
import { DEFAULT_TENANT_SETTINGS } from "@/lib/tenants/types";
import type { RowTenant } from "./rules";

/**
 * The key's tenants among those that rows name, by key, with the database's time.
 * @throws DomainError UNAVAILABLE if the database told no time
 */
export async function loadRowTenants(
  tx: Tx,
  scope: GatewayScope,
  keys: readonly string[],
): Promise<{ now: Date; tenants: Map<string, RowTenant> }> {
  const rows = await tx.$queryRaw<
    { id: string | null; key: string; firstRowAt: Date | null; graceDays: number | null; now: Date }[]
  >`
    select t.id, t.key, t.first_row_at as "firstRowAt", s.rationale_grace_days as "graceDays", clock.now
    from (select clock_timestamp() as now) clock
    left join tenants t on t.id = any(${[...scope.tenants]}::uuid[]) and t.key = any(${[...keys]}::text[])
    left join tenant_settings s on s.tenant_id = t.id`;
  const now = rows[0]?.now;
  if (!now) throw new DomainError("UNAVAILABLE", "The database gave no time. Nothing was stored; try again.");
  const found = rows.flatMap(({ id, key, firstRowAt, graceDays }): [string, RowTenant][] =>
    id === null
      ? []
      : [[key, { id, firstRowAt, graceDays: graceDays ?? DEFAULT_TENANT_SETTINGS.rationaleGraceDays, now }]],
  );
  return { now, tenants: new Map(found) };
}
