import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ApprovalBesideQueue } from "@/components/approvals/approvals-panes";
import { QUEUE } from "@/components/approvals/copy";
import { ApprovalPage } from "@/components/approvals/page/approval-page";
import { queryOf } from "@/components/approvals/queue/links";
import { cancelApproval, decide, extendApproval } from "@/lib/approvals/actions";
import { listQueue } from "@/lib/approvals/queue/queries";
import { parseQueueFilter } from "@/lib/approvals/queue/rules";
import type { ApprovalView } from "@/lib/approvals/schema";
import { getApprovalView } from "@/lib/approvals/view/queries";
import { requireUser } from "@/lib/auth/current";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: QUEUE.one };

const actions = { decide, extend: extendApproval, cancel: cancelApproval };

async function viewOrNotFound(scope: UserScope, id: string): Promise<ApprovalView> {
  try {
    return await getApprovalView(scope, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}

export default async function OneApprovalPage({ params, searchParams }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/approvals/${id}`);
  const filter = parseQueueFilter(await searchParams, scope.actor.role);
  const [view, page] = await Promise.all([viewOrNotFound(scope, id), listQueue(scope, filter)]);
  return (
    <ApprovalBesideQueue filter={filter} page={page} selectedId={id}>
      <ApprovalPage view={view} actions={actions} backHref={`/approvals${queryOf(filter)}`} />
    </ApprovalBesideQueue>
  );
}
