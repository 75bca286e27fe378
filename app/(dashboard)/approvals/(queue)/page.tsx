import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApprovalQueue } from "@/components/approvals/approvals-panes";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { requireUser } from "@/lib/auth/sessions/current";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { readPane } from "../pane";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

// What the browsers of phones call themselves.
const PHONE = /\bMobi/;

export const metadata: Metadata = { title: "Approvals" };

export default async function ApprovalsPage({ searchParams }: Props) {
  const scope = await requireUser("/approvals");
  const pane = await readPane(scope, await searchParams);
  const narrow = PHONE.test((await headers()).get("user-agent") ?? "");
  return <ApprovalQueue {...pane} narrow={narrow} offer={mayAdministerAll(scope) && <SampleOffer />} />;
}
