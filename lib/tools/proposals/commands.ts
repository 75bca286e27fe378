import { recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { SystemScope, UserScope } from "@/lib/core/scope";
import type { Tool, ToolProposal } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { gatewayInScope, noSuchTool } from "../catalogue/queries";
import { recount } from "../finding-counts";
import { lockCatalogue } from "../lock";
import type { DecideProposal } from "../types";

/**
 * Accepts a gateway's proposed rating for every tenant without an override. Waiting calls keep
 * their risk.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if the proposal changed or is gone
 */
export async function acceptProposal(scope: UserScope | SystemScope, decided: DecideProposal): Promise<void> {
  assertMayAdministerAll(scope, "accept a rating for every tenant");
  await change(scope, async (tx) => {
    const { tool, proposal } = await openProposal(tx, scope, decided);
    const { risk, requiresConfirmation } = proposal;
    const after = await tx.tool.update({ where: { id: tool.id }, data: { risk, requiresConfirmation } });
    await tx.toolProposal.delete({ where: { toolId: tool.id } });
    await recount(tx, [tool.id]);
    const facts = { provider: tool.provider, tool: tool.name };
    await recordChange(tx, scope, "tool.proposal_accepted", tool, after, { facts });
  });
}

/**
 * Dismisses a proposal. The same rating proposed again is ignored.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if the proposal changed or is gone
 */
export async function dismissProposal(
  scope: UserScope | SystemScope,
  decided: DecideProposal,
): Promise<void> {
  assertMayAdministerAll(scope, "dismiss a rating for every tenant");
  await change(scope, async (tx) => {
    const { tool, proposal } = await openProposal(tx, scope, decided);
    await tx.$executeRaw`
      update tool_proposals set dismissed_at = clock_timestamp() where tool_id = ${tool.id}::uuid`;
    const { risk, requiresConfirmation } = proposal;
    const subject = { kind: "tool", id: tool.id };
    const facts = { provider: tool.provider, tool: tool.name };
    await recordChange(tx, scope, "tool.proposal_dismissed", { risk, requiresConfirmation }, null, {
      subject,
      facts,
    });
  });
}

async function openProposal(
  tx: Tx,
  scope: UserScope | SystemScope,
  { toolId, proposalId }: DecideProposal,
): Promise<{ tool: Tool; proposal: ToolProposal }> {
  const [found] = isId(toolId)
    ? await tx.$queryRaw<{ gatewayId: string; provider: string }[]>`
        select t.gateway_id as "gatewayId", t.provider from tools t join gateways g on g.id = t.gateway_id
        where ${gatewayInScope(scope)} and t.id = ${toolId}::uuid`
    : [];
  if (!found) throw noSuchTool();
  await lockCatalogue(tx, found.gatewayId, found.provider);
  const tool = await tx.tool.findUniqueOrThrow({ where: { id: toolId } });
  const proposal = await tx.toolProposal.findUnique({ where: { toolId } });
  if (proposal && proposal.id === proposalId && proposal.dismissedAt === null) return { tool, proposal };
  throw new DomainError(
    "STALE_VIEW",
    "The gateway no longer proposes what you were looking at, or another user decided on it. Nothing was changed; read the page again.",
  );
}
