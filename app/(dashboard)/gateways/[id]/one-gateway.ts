import { notFound } from "next/navigation";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { getGateway } from "@/lib/gateways/queries";
import type { Gateway } from "@/lib/gateways/types";
import { listHealth } from "@/lib/insights/gateway-health";
import type { GatewayHealth } from "@/lib/insights/types";

/** What was found, or the page that says there is none. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}

/** The gateway of the address and how it is doing. */
export async function gatewayOfPage(
  scope: UserScope,
  id: string,
): Promise<{ gateway: Gateway; health: GatewayHealth }> {
  const gateway = await orNotFound(getGateway(scope, id));
  const health = (await listHealth(scope, [id])).get(id);
  if (!health) notFound();
  return { gateway, health };
}
