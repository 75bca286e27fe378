import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DeliveryPageView } from "@/components/gateways/deliveries/delivery-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { mayReplay } from "@/lib/delivery/commands";
import { shownDelivery } from "@/lib/delivery/excerpts";
import { getDelivery } from "@/lib/delivery/queries";
import { getGateway } from "@/lib/gateways/queries";
import { orNotFound } from "../../../../lookup";

type Props = { params: Promise<{ id: string; deliveryId: string }> };

export const metadata: Metadata = { title: "Delivery log" };

export default async function OneDeliveryPage({ params }: Props) {
  const { id, deliveryId } = await params;
  const scope = await requireUser(`/gateways/${id}/deliveries/${deliveryId}`);
  const gateway = await orNotFound(getGateway(scope, id));
  const delivery = await orNotFound(getDelivery(scope, deliveryId));
  if (delivery.gatewayId !== id) notFound();
  return (
    <DeliveryPageView
      gateway={gateway}
      delivery={shownDelivery(delivery)}
      tenant={gateway.tenants.find((tenant) => tenant.id === delivery.tenantId)?.key ?? ""}
      mayReplay={mayReplay(scope)}
    />
  );
}
