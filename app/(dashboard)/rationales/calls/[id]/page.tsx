import type { Metadata } from "next";
import { CallPage } from "@/components/calls/call/call-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { getCallView } from "@/lib/calls/log/queries";
import { orNotFound } from "../../../lookup";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Call" };

export default async function CallDetailPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/rationales/calls/${id}`);
  const view = await orNotFound(getCallView(scope, id));
  return <CallPage view={view} />;
}
