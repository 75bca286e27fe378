import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { isId, newId } from "@/lib/core/ids";
import { NO_TENANT, type SystemScope, type UserScope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import { noSuchTenant } from "@/lib/tenants/queries";
import { assertMayAdminister, assertMayAdministerAll } from "@/lib/tenants/rules";
import { noSuchTool } from "./catalogue/queries";
import type { Rating } from "./rules";
import type { RateTool } from "./schema";

/**
 * A person's override of a tool's rating, for one tenant or (`tenantId` null) for all. It may raise or lower; both halves null
 * take it away.
 * @throws DomainError FORBIDDEN, NOT_FOUND for a tool or tenant outside the scope
 */
export async function rateTool(scope: UserScope | SystemScope, rating: RateTool): Promise<void> {
  const { toolId, tenantId, risk, requiresConfirmation } = rating;
  if (tenantId === null) assertMayAdministerAll(scope, "rate a tool for every tenant");
  else assertMayAdminister(scope, "rate tools");
  await change(scope, async (tx) => {
    const tool = await ratableTool(tx, scope, rating);
    const before = await takeOverride(tx, toolId, tenantId);
    if (risk !== null || requiresConfirmation !== null)
      await tx.toolRating.create({
        data: { id: newId(), toolId, tenantId, risk, requiresConfirmation, ratedBy: raterOf(scope) },
      });
    const about = { kind: "tool", id: toolId, tenantId: tenantId ?? undefined };
    const to = { risk, requires_confirmation: requiresConfirmation };
    await recordActivity(tx, scope, "tool.rated", about, { ...tool, from: before, to });
    await announce(tx, "tool", tenantId ?? NO_TENANT, toolId);
  });
}

function raterOf(scope: UserScope | SystemScope): string {
  return scope.actor.kind === "user" ? scope.actor.id : NO_TENANT;
}

type Ratable = { provider: string; tool: string };

/** The tool, locked, so that two ratings of it follow one another. A tenant rates only tools of gateways that serve it. */
async function ratableTool(
  tx: Tx,
  scope: UserScope | SystemScope,
  { toolId, tenantId }: RateTool,
): Promise<Ratable> {
  if (tenantId !== null && !scope.unlimited && !scope.tenants.includes(tenantId))
    throw noSuchTenant(tenantId);
  const [tool] = isId(toolId)
    ? await tx.$queryRaw<(Ratable & { served: boolean })[]>`
        select t.provider, t.name as tool,
               exists (select 1 from gateway_tenants gt where gt.tenant_id = ${tenantId}::uuid and gt.gateway_id = t.gateway_id)
                 as served
        from tools t where t.id = ${toolId}::uuid for update of t`
    : [];
  if (!tool || (tenantId !== null && !tool.served)) throw noSuchTool();
  return { provider: tool.provider, tool: tool.tool };
}

/** Takes the present override away and says what it was. */
async function takeOverride(tx: Tx, toolId: string, tenantId: string | null): Promise<Rating | null> {
  const present = await tx.toolRating.findFirst({ where: { tenantId, toolId } });
  if (!present) return null;
  await tx.toolRating.delete({ where: { id: present.id } });
  return { risk: present.risk, requiresConfirmation: present.requiresConfirmation };
}
