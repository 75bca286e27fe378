import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ApprovalBesideQueue } from "@/components/approvals/approvals-panes";
import { ApprovalPage } from "@/components/approvals/detail/approval-page";
import { NextCall } from "@/components/approvals/detail/next-call";
import { getApprovalView } from "@/lib/approvals/detail/queries";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { queueList } from "@/lib/approvals/queue/list";
import { nextAfter } from "@/lib/approvals/queue/rules";
import { requireUser } from "@/lib/auth/sessions/current";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { readPane } from "../pane";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: "Approval" };

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
  const [view, pane] = await Promise.all([viewOrNotFound(scope, id), readPane(scope, await searchParams)]);
  return (
    <ApprovalBesideQueue {...pane} selectedId={id}>
      <ApprovalPage
        view={view}
        mayDecide={pane.viewer.mayDecide}
        backHref={`/approvals${queueList.query(pane.filter)}`}
        next={
          <NextCall
            row={nextAfter(pane.page.rows, view, pane.viewer.id)}
            filter={pane.filter}
            whole={!pane.filter.cursor && pane.page.nextCursor === null}
          />
        }
      />
    </ApprovalBesideQueue>
  );
}
