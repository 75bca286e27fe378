import { listFile } from "@/lib/api/list-file";
import { exportQueue, QUEUE_COLUMNS } from "@/lib/approvals/queue/export";
import { queueList } from "@/lib/approvals/queue/list";
import { homeView } from "@/lib/approvals/queue/rules";
import { withoutOthers } from "../pane";

/** The list of calls as a file: what waits, was decided or needs attention, as filtered. */
export const GET = listFile("/approvals", "approvals", async (scope, search) => {
  const { filter, problems } = withoutOthers(scope, queueList.parse(search, homeView(scope.actor.role)));
  return { problems, steps: exportQueue(scope, filter), columns: QUEUE_COLUMNS, tenant: filter.tenant };
});
