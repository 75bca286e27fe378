import type { Metadata } from "next";
import { PingButton } from "@/components/gateways/callback/ping-button";
import { DeliveryList } from "@/components/gateways/deliveries/delivery-list";
import { GatewayFrame } from "@/components/gateways/gateway-frame";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { viewerPreferences } from "@/components/shell/preferences";
import { Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { periodOf } from "@/lib/core/list/days";
import type { Search } from "@/lib/core/list/filters";
import { mayReplay } from "@/lib/delivery/commands";
import { deliveryList } from "@/lib/delivery/list";
import { listDeliveries } from "@/lib/delivery/queries";
import { TOLD_DAYS } from "@/lib/delivery/types";
import { gatewayOfPage, gatewayTitle } from "../one-gateway";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Search>;
};

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  gatewayTitle(params, "Delivery log");

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/gateways/${id}/deliveries`);
  const { gateway, health } = await gatewayOfPage(scope, id);
  const { zone } = await viewerPreferences();
  const { filter, problems } = deliveryList.parse(await searchParams);
  const page = await listDeliveries(scope, { ...filter, ...periodOf(filter, zone), gatewayId: id });
  const callable = gateway.callbackUrl !== null && gateway.callbackOffAt === null;
  return (
    <GatewayFrame gateway={gateway} health={health} current="deliveries" publicUrl={env().PUBLIC_URL}>
      <LiveRefresh topics={["delivery"]} />
      <Section
        id="deliveries"
        title="Delivery log"
        description={`Every callback with its attempts, newest first. Callbacks the gateway acknowledged are kept for ${TOLD_DAYS} days; the others stay.`}
        actions={callable && mayReplay(scope) && <PingButton gatewayId={id} />}
      >
        <DeliveryList gatewayId={id} page={page} filter={filter} problems={problems} />
      </Section>
    </GatewayFrame>
  );
}
