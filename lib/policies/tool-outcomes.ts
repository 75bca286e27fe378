import "server-only";
import { read } from "@/lib/core/db";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { POLICIES_IN_FORCE, policiesInForce } from "./current-version";
import { type PoliciesInForce, type Possible, possibleFits } from "./rules";
import type { PolicyAction } from "./types";

type Tool = { gatewayName: string; provider: string; name: string; risk: RiskWord };

type OfTool = "denies" | "requires" | "allows" | "may_deny";

const OF_ALL: Record<PolicyAction, OfTool> = { deny: "denies", require: "requires", allow: "allows" };

/**
 * The effect of the policies in force on the calls of tools, for any arguments, agents and times.
 * @param tenantId the tenant of the calls; null: any
 * @returns for a tool: the outcome of every call, or that some are refused; null if policies decide
 * neither
 */
export async function policiesOfTools(
  scope: Scope,
  tenantId: string | null,
): Promise<(tool: Tool) => OfTool | null> {
  const { inForce, tenant } = await read(scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ key: string | null; tenant: string | null }[]>`
      select ${POLICIES_IN_FORCE} as key, (select t.key from tenants t where t.id = ${tenantId}::uuid) as tenant`;
    return { inForce: await policiesInForce(tx, row?.key ?? null), tenant: row?.tenant ?? undefined };
  });
  return (tool) => (inForce ? ofTool(inForce, tool, tenant) : null);
}

function ofTool({ compiled }: PoliciesInForce, tool: Tool, tenant: string | undefined): OfTool | null {
  const { possible } = possibleFits(compiled, {
    tenant,
    gateway: tool.gatewayName,
    provider: tool.provider,
    tool: tool.name,
    risk: tool.risk,
  });
  const [first] = possible;
  if (first && isOfAll(first)) return OF_ALL[first.policy.action];
  return possible.some(({ policy }) => policy.action === "deny") ? "may_deny" : null;
}

/** A budget has room for some calls and not for others. */
const isOfAll = ({ isSure, budget }: Possible) => isSure && budget === null;
