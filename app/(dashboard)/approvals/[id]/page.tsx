import type { Metadata } from "next";
import { cache } from "react";
import { ApprovalBesideQueue } from "@/components/approvals/beside-queue";
import { ApprovalPage } from "@/components/approvals/detail/approval-page";
import { NextCall } from "@/components/approvals/detail/next-call";
import { ToolHealthLine } from "@/components/approvals/detail/tool-health-line";
import { headlineText } from "@/components/approvals/headline-text";
import { getApprovalView } from "@/lib/approvals/detail/queries";
import { mayComment } from "@/lib/approvals/notes/rules";
import { queueList } from "@/lib/approvals/queue/list";
import { isSoon, nextAfter } from "@/lib/approvals/queue/rules";
import { argumentsByKind } from "@/lib/arguments/kinds/by-kind";
import { requireUser } from "@/lib/auth/sessions/current";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import { getToolHealth } from "@/lib/signals/health/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { orNotFound } from "../../lookup";
import { readPane } from "../pane";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const findCall = cache((scope: UserScope, id: string) => orNotFound(getApprovalView(scope, id)));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: tabTitle(headlineText(await findCall(await requireUser(`/approvals/${id}`), id))) };
}

export default async function OneApprovalPage({ params, searchParams }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/approvals/${id}`);
  const mayNote = mayComment(scope.actor.role);
  const [view, { pane, rows, listStep, narrow }] = await Promise.all([
    findCall(scope, id),
    readPane(scope, await searchParams),
  ]);
  const health = await getToolHealth(
    scope,
    { name: view.tool, provider: view.provider },
    false,
    view.tenant.id,
  );
  const next = nextAfter(rows, { ...view, soon: isSoon(view, view.asOf) }, pane.viewer.id);
  // If nothing else waits, the next arriving call is the next one.
  const shows = next ? [id, next.id, ...view.deliveries.map((delivery) => delivery.id)] : null;
  return (
    <ApprovalBesideQueue {...pane} listStep={listStep} narrow={narrow} selectedId={id} shows={shows}>
      <ApprovalPage
        view={view}
        byKind={argumentsByKind(view.argumentsText, { ...view, schemaText: view.server.inputSchemaText })}
        mayNote={mayNote}
        mayDecide={pane.viewer.mayDecide}
        mayWritePolicies={mayAdministerAll(scope)}
        toolHealth={view.server.toolId && <ToolHealthLine toolId={view.server.toolId} health={health} />}
        backHref={`/approvals${queueList.query(pane.filter)}`}
        nextRow={next ? { id: next.id, href: queueList.rowLink(pane.filter, next.id) } : null}
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
