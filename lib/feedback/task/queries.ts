import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { getIssueView } from "../inbox/queries";
import { findIssue, listFeedback } from "../queries";
import { representative } from "./rules";
import type { IssueTask, TaskTool } from "./types";

// The newest reports, from which a few are quoted.
const REPORTS_READ = 50;

/**
 * An issue, or its merge target, with some of its reports and the tool's current definition.
 * @param ref FB-12@acme, or an id
 * @throws DomainError NOT_FOUND, the same for another tenant's as for none
 */
export async function getIssueTask(scope: UserScope, ref: string): Promise<Omit<IssueTask, "calls">> {
  const found = await read(scope, (tx) => findIssue(tx, scope, ref));
  if (!found) throw new DomainError("NOT_FOUND", "There is no such issue.");
  const issue = await getIssueView(scope, found.mergedInto ?? found.id);
  const { rows } = await listFeedback(scope, { issue: issue.id }, { limit: REPORTS_READ });
  return { issue, reports: representative(rows), tool: await findTool(scope, issue.toolId) };
}

async function findTool(scope: UserScope, toolId: string | null): Promise<TaskTool | null> {
  if (toolId === null) return null;
  const [tool] = await read(
    scope,
    (tx) => tx.$queryRaw<TaskTool[]>`
      select g.name as gateway, t.provider, t.name, t.version, v.created_at as since, v.description, v.input_schema as "inputSchema"
      from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version join gateways g on g.id = t.gateway_id
      where t.id = ${toolId}::uuid
        and exists (select 1 from gateway_tenants o where o.gateway_id = t.gateway_id and o.tenant_id = any(${[...scope.tenants]}::uuid[]))`,
  );
  return tool ?? null;
}
