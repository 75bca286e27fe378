import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { requireUser } from "@/lib/auth/sessions/current";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import { getGateway } from "@/lib/gateways/queries";
import type { Gateway } from "@/lib/gateways/types";
import { listHealth } from "@/lib/insights/gateway-health";
import type { GatewayHealth } from "@/lib/insights/types";
import { orNotFound } from "../../lookup";

/** The gateway of the address and its health. */
export const gatewayOfPage = cache(
  async (scope: UserScope, id: string): Promise<{ gateway: Gateway; health: GatewayHealth }> => {
    const gateway = await orNotFound(getGateway(scope, id));
    const health = (await listHealth(scope, [id])).get(id);
    if (!health) notFound();
    return { gateway, health };
  },
);

/** The title of a gateway's tab: its name, and the part shown. */
export async function gatewayTitle(params: Promise<{ id: string }>, part?: string): Promise<Metadata> {
  const { id } = await params;
  const { gateway } = await gatewayOfPage(await requireUser(`/gateways/${id}`), id);
  return { title: part ? `${part} · ${tabTitle(gateway.name)}` : tabTitle(gateway.name) };
}
