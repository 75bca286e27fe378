import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CallPage } from "@/components/calls/call/call-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { getCallView } from "@/lib/calls/log/queries";
import { DomainError } from "@/lib/core/errors";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Call" };

/** One call an agent made. */
export default async function CallDetailPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/rationales/calls/${id}`);
  const view = await getCallView(scope, id).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "NOT_FOUND") notFound();
    throw error;
  });
  return <CallPage view={view} />;
}
