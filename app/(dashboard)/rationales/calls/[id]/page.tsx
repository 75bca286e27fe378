import type { Metadata } from "next";
import { cache } from "react";
import { CallPage } from "@/components/calls/call/call-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { getCallView } from "@/lib/calls/log/queries";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import { orNotFound } from "../../../lookup";

type Props = { params: Promise<{ id: string }> };

const findCall = cache((scope: UserScope, id: string) => orNotFound(getCallView(scope, id)));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const { call } = await findCall(await requireUser(`/rationales/calls/${id}`), id);
  return { title: tabTitle(`Call of ${call.tool}`) };
}

export default async function CallDetailPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/rationales/calls/${id}`);
  const view = await findCall(scope, id);
  return <CallPage view={view} />;
}
