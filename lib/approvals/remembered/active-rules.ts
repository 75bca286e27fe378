import "server-only";
import { decidesIn } from "@/lib/auth/people/deciders";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { announcing } from "@/lib/live/announce";

// Rules as the gate uses them: in the statement that reads a call's facts, and in the one that
// allows it.

const RULE_ANNOUNCED = announcing("rule", Prisma.sql`r.tenant_id`, Prisma.sql`r.id`);

export const MAKER_MAY_DECIDE = Prisma.sql`exists (
  select 1 from users u where u.id = r.made_by and ${decidesIn(Prisma.raw("u"), Prisma.raw("r.tenant_id"))})`;

export const IS_OPEN = Prisma.sql`(r.revoked_at is null and r.uses < r.uses_max and r.expires_at > clock_timestamp())`;

/** The open rules for a call `c`, as JSON; null without any. Limited per tool. */
export function rulesForCall(gateway: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    select json_agg(json_build_object('id', r.id, 'toolId', r.tool_id, 'toolVersion', r.tool_version, 'risk', r.risk, 'agent', r.agent,
             'anyAgent', r.any_agent, 'onBehalfOf', r.on_behalf_of, 'policyName', r.policy_name, 'parts', r.parts,
             'approvalId', r.approval_id, 'madeBy', r.made_by, 'madeByName', r.made_by_name, 'madeAt', r.made_at) order by r.id)
    from remembered_rules r
    where r.tenant_id = c.tenant_id and r.tool = c.tool and r.revoked_at is null and ${IS_OPEN}
      and r.gateway_id = ${gateway} and r.provider is not distinct from c.provider and ${MAKER_MAY_DECIDE})`;
}

/**
 * A statement part, `used as (…)`, that counts one use of a rule and returns no row once the rule
 * has ended. Concurrent calls cannot exceed the remaining uses.
 */
export function countUse(tenantId: string, ruleId: string): Prisma.Sql {
  return Prisma.sql`used as (
    update remembered_rules r set uses = r.uses + 1, last_used_at = clock_timestamp()
    where r.tenant_id = ${tenantId}::uuid and r.id = ${ruleId}::uuid and ${IS_OPEN} and ${MAKER_MAY_DECIDE}
    returning r.id, ${RULE_ANNOUNCED} as told)`;
}

/** How many rules of a tool are open in a tenant. */
export async function countOpen(tx: Tx, tenantId: string, tool: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ open: number }[]>`
    select count(*)::int as open from remembered_rules r
    where r.tenant_id = ${tenantId}::uuid and r.tool = ${tool} and r.revoked_at is null and ${IS_OPEN}`;
  return row?.open ?? 0;
}
