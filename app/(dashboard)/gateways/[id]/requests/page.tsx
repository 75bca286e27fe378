import type { Metadata } from "next";
import { GatewayFrame } from "@/components/gateways/gateway-frame";
import { ReadOften } from "@/components/gateways/read-often";
import { RequestList } from "@/components/gateways/requests/request-list";
import { Banner } from "@/components/ui/banner";
import { Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import type { Search } from "@/lib/core/list/filters";
import { requestList } from "@/lib/gateways/requests/list";
import { listRequests } from "@/lib/gateways/requests/queries";
import { REQUEST_DAYS } from "@/lib/gateways/requests/types";
import { gatewayOfPage, gatewayTitle } from "../one-gateway";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Search>;
};

export const generateMetadata = ({ params }: Props): Promise<Metadata> => gatewayTitle(params, "Requests");

export default async function RequestsPage({ params, searchParams }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/gateways/${id}/requests`);
  const { gateway, health } = await gatewayOfPage(scope, id);
  const { filter, problems } = requestList.parse(await searchParams);
  const page = await listRequests(scope, id, filter);
  return (
    <GatewayFrame gateway={gateway} health={health} current="requests" publicUrl={env().PUBLIC_URL}>
      {filter.cursor === undefined && <ReadOften />}
      <Section
        id="requests"
        title="Requests"
        description={`What this gateway sent in the last ${REQUEST_DAYS} days, newest first. Secrets are left out and long values shortened before anything is stored. Requests without a valid key belong to no gateway, so they are not listed.`}
      >
        {env().REQUEST_LOG === "off" && (
          <Banner>The inspector is switched off here (REQUEST_LOG=off).</Banner>
        )}
        <RequestList gatewayId={id} page={page} filter={filter} problems={problems} />
      </Section>
    </GatewayFrame>
  );
}
