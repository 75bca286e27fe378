import type { Metadata } from "next";
import { ApprovalQueue } from "@/components/approvals/approvals-panes";
import { BeginOffer } from "@/components/onboarding/begin-offer";
import { requireUser } from "@/lib/auth/sessions/current";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { readPane } from "../pane";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const metadata: Metadata = { title: "Approvals" };

export default async function ApprovalsPage({ searchParams }: Props) {
  const scope = await requireUser("/approvals");
  const { pane, listStep, narrow, brief } = await readPane(scope, await searchParams, true);
  const offer = mayAdministerAll(scope) && <BeginOffer />;
  return <ApprovalQueue {...pane} listStep={listStep} narrow={narrow} brief={brief} offer={offer} />;
}
