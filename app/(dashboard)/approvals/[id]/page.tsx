import type { Metadata } from "next";
import { ApprovalBesideQueue } from "@/components/approvals/beside-queue";
import { ApprovalPage } from "@/components/approvals/detail/approval-page";
import { NextCall } from "@/components/approvals/detail/next-call";
import { ToolHealthLine } from "@/components/approvals/detail/tool-health-line";
import { getApprovalView } from "@/lib/approvals/detail/queries";
import { listNotePeople } from "@/lib/approvals/notes/queries";
import { mayComment } from "@/lib/approvals/notes/rules";
import { queueList } from "@/lib/approvals/queue/list";
import { nextAfter } from "@/lib/approvals/queue/rules";
import { argumentsByKind } from "@/lib/arguments/kinds/by-kind";
import { requireUser } from "@/lib/auth/sessions/current";
import { getToolHealth } from "@/lib/signals/health/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { orNotFound } from "../../lookup";
import { readPane } from "../pane";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: "Approval" };

export default async function OneApprovalPage({ params, searchParams }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/approvals/${id}`);
  const mayNote = mayComment(scope.actor.role);
  const [view, { pane, rows, listStep, narrow }, people] = await Promise.all([
    orNotFound(getApprovalView(scope, id)),
    readPane(scope, await searchParams),
    mayNote ? listNotePeople(scope, id) : [],
  ]);
  const health = await getToolHealth(
    scope,
    { name: view.tool, provider: view.provider },
    false,
    view.tenant.id,
  );
  const next = nextAfter(rows, view, pane.viewer.id);
  // If nothing else waits, the next arriving call is the next one.
  const shows = next ? [id, next.id, ...view.deliveries.map((delivery) => delivery.id)] : null;
  return (
    <ApprovalBesideQueue {...pane} listStep={listStep} narrow={narrow} selectedId={id} shows={shows}>
      <ApprovalPage
        view={view}
        byKind={argumentsByKind(view.argumentsText, { ...view, schemaText: view.server.inputSchemaText })}
        notes={{ mayNote, people }}
        mayDecide={pane.viewer.mayDecide}
        mayWritePolicies={mayAdministerAll(scope)}
        toolHealth={view.server.toolId && <ToolHealthLine toolId={view.server.toolId} health={health} />}
        backHref={`/approvals${queueList.query(pane.filter)}`}
        next={
          <NextCall
            row={next}
            filter={pane.filter}
            whole={!pane.filter.cursor && pane.page.nextCursor === null}
          />
        }
      />
    </ApprovalBesideQueue>
  );
}
