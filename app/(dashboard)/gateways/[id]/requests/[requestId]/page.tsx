import type { Metadata } from "next";
import { RequestPageView } from "@/components/gateways/requests/request-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { getGateway } from "@/lib/gateways/queries";
import { asCurl } from "@/lib/gateways/requests/curl";
import { getRequest } from "@/lib/gateways/requests/queries";
import { orNotFound } from "../../../../lookup";

type Props = { params: Promise<{ id: string; requestId: string }> };

export const metadata: Metadata = { title: "Requests" };

export default async function OneRequestPage({ params }: Props) {
  const { id, requestId } = await params;
  const scope = await requireUser(`/gateways/${id}/requests/${requestId}`);
  const gateway = await orNotFound(getGateway(scope, id));
  const request = await orNotFound(getRequest(scope, id, requestId));
  return <RequestPageView gateway={gateway} request={request} curl={asCurl(env().PUBLIC_URL, request)} />;
}
