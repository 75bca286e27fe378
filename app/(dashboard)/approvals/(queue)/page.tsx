import type { Metadata } from "next";
import { ApprovalQueue } from "@/components/approvals/approvals-panes";
import { QUEUE } from "@/components/copy/approvals/queue";
import { requireUser } from "@/lib/auth/current";
import { readPane } from "../pane";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const metadata: Metadata = { title: QUEUE.title };

export default async function ApprovalsPage({ searchParams }: Props) {
  const scope = await requireUser("/approvals");
  return <ApprovalQueue {...(await readPane(scope, await searchParams))} />;
}
