import { cookies } from "next/headers";
import { queryOf } from "@/components/approvals/queue/links";
import { boundedStep, LIST_WIDTH_COOKIE } from "@/components/ui/panes/list-width";
import {
  acknowledgeCalls,
  assignCall,
  assignCalls,
  decideCalls,
  deleteView,
  readCalls,
  renameView,
  saveView,
  snoozeCalls,
  unacknowledgeCalls,
  unassignCall,
  wakeCalls,
} from "@/lib/approvals/actions";
import { listQueue } from "@/lib/approvals/queue/queries";
import { parseQueueFilter } from "@/lib/approvals/queue/rules";
import { findSavedView } from "@/lib/approvals/queue/saved-views";
import { mayDecide } from "@/lib/approvals/rules";
import type { UserScope } from "@/lib/core/scope";

const actions = {
  claim: assignCall,
  release: unassignCall,
  snooze: snoozeCalls,
  wake: wakeCalls,
  settle: acknowledgeCalls,
  unsettle: unacknowledgeCalls,
  decideMany: decideCalls,
  assignMany: assignCalls,
  readMany: readCalls,
};
const savedActions = { save: saveView, rename: renameView, remove: deleteView };

/** What the list of calls needs, on its own page and beside a call. */
export async function readPane(scope: UserScope, search: Record<string, string | string[] | undefined>) {
  const filter = parseQueueFilter(search, scope.actor.role);
  const [page, saved, jar] = await Promise.all([
    listQueue(scope, filter),
    findSavedView(scope, queryOf(filter)),
    cookies(),
  ]);
  return {
    filter,
    page,
    saved,
    listStep: boundedStep(Number(jar.get(LIST_WIDTH_COOKIE)?.value ?? Number.NaN)),
    viewer: { id: scope.actor.id, mayDecide: mayDecide(scope.actor.role) },
    actions,
    savedActions,
  };
}
