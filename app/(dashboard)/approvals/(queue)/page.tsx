import type { Metadata } from "next";
import { ApprovalQueue } from "@/components/approvals/approvals-panes";
import { QUEUE } from "@/components/approvals/copy";
import { listQueue } from "@/lib/approvals/queue/queries";
import { parseQueueFilter } from "@/lib/approvals/queue/rules";
import { requireUser } from "@/lib/auth/current";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const metadata: Metadata = { title: QUEUE.title };

export default async function ApprovalsPage({ searchParams }: Props) {
  const scope = await requireUser("/approvals");
  const filter = parseQueueFilter(await searchParams, scope.actor.role);
  const page = await listQueue(scope, filter);
  return <ApprovalQueue filter={filter} page={page} />;
}
