import "server-only";
import { groupedBy } from "@/gateway/lint/groups";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import type { CallFilter } from "../types";
import { type AxisAliases, axisOf, NO_ALIASES } from "./rules";

// Only words of each tenant's newest referrals: the spelling of an axis is stable.
const REFERRALS_READ = 5_000;

/** A condition on a call (alias `a`): it names the axis, in any spelling. */
export async function namesAxis(
  tx: Tx,
  tenants: readonly string[],
  axis: string,
  { tool }: Pick<CallFilter, "tool">,
): Promise<Prisma.Sql> {
  const aliases = await readAliases(tx, tenants);
  const said = await tx.$queryRaw<{ tenantId: string; word: string }[]>`
    select distinct r.tenant_id as "tenantId", w.word
    from unnest(${[...tenants]}::uuid[]) as owner(id) cross join lateral (
      select a.tenant_id, a.referral from tool_calls a
      where a.tenant_id = owner.id and a.outcome = 'wrong_tool_boundary'
        ${tool === undefined ? Prisma.empty : Prisma.sql`and a.tool = ${tool}`}
      order by a.occurred_at desc, a.id desc limit ${REFERRALS_READ}::int) r
    cross join lateral jsonb_array_elements_text(coalesce(r.referral->'boundary_axes', '[]')) as w(word)`;
  const spelled = new Map<string, string[]>();
  for (const { tenantId, word } of said) {
    const own = aliases.get(tenantId) ?? NO_ALIASES;
    if (axisOf(word, own) === axisOf(axis, own))
      spelled.set(tenantId, [...(spelled.get(tenantId) ?? []), word]);
  }
  if (spelled.size === 0) return Prisma.sql`false`;
  const each = [...spelled].map(
    ([tenant, words]) =>
      Prisma.sql`(a.tenant_id = ${tenant}::uuid and a.referral->'boundary_axes' ?| ${words}::text[])`,
  );
  return Prisma.sql`(a.outcome = 'wrong_tool_boundary' and (${Prisma.join(each, " or ")}))`;
}

export async function readAliases(tx: Tx, tenants: readonly string[]): Promise<Map<string, AxisAliases>> {
  const rows = await tx.$queryRaw<{ tenantId: string; alias: string; axis: string }[]>`
    select b.tenant_id as "tenantId", b.alias, b.axis from boundary_aliases b
    where b.tenant_id = any(${[...tenants]}::uuid[])`;
  const byTenant = groupedBy(rows, ({ tenantId }) => tenantId);
  return new Map(
    [...byTenant].map(([tenant, of]) => [tenant, new Map(of.map(({ alias, axis }) => [alias, axis]))]),
  );
}
