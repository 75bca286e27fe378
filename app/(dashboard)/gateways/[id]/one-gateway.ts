import { notFound } from "next/navigation";
import type { UserScope } from "@/lib/core/scope";
import { getGateway } from "@/lib/gateways/queries";
import type { Gateway } from "@/lib/gateways/types";
import { listHealth } from "@/lib/insights/gateway-health";
import type { GatewayHealth } from "@/lib/insights/types";
import { orNotFound } from "../../lookup";

/** The gateway of the address and its health. */
export async function gatewayOfPage(
  scope: UserScope,
  id: string,
): Promise<{ gateway: Gateway; health: GatewayHealth }> {
  const gateway = await orNotFound(getGateway(scope, id));
  const health = (await listHealth(scope, [id])).get(id);
  if (!health) notFound();
  return { gateway, health };
}
