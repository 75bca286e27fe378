import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { findToolId } from "@/lib/feedback/inbox/queries";
import type { FeedbackRow } from "@/lib/feedback/types";
import { Prisma } from "@/lib/generated/prisma/client";
import type { ReportLinks } from "./types";

const APPROVALS_MAX = 10;

/** The last call of the reported tool in the same session before the report, and the session's approvals. */
export function findReportLinks(scope: UserScope, report: FeedbackRow): Promise<ReportLinks> {
  const { provider, toolCalled: tool, sessionId, occurredAt, createdAt } = report;
  return read(scope, async (tx) => {
    const toolId = await findToolId(tx, report.tenant, { provider, tool });
    if (sessionId === null) return { call: null, approvals: [], toolId };
    const tenant = Prisma.sql`(select t.id from tenants t where t.key = ${report.tenant})`;
    const before = (occurredAt ?? createdAt).toISOString();
    const [call] = await tx.$queryRaw<NonNullable<ReportLinks["call"]>[]>`
      select a.id, a.tool, a.outcome, a.occurred_at as "occurredAt" from tool_calls a
      where a.tenant_id = ${tenant} and a.session_id = ${sessionId} and a.occurred_at <= ${before}::timestamptz
        and (${tool}::text is null or a.tool = ${tool})
      order by a.occurred_at desc, a.id desc limit 1`;
    const approvals = await tx.$queryRaw<ReportLinks["approvals"]>`
      select a.id, a.summary, a.tool, a.decision::text, a.created_at as "createdAt" from approvals a
      where a.tenant_id = ${tenant} and a.session_id = ${sessionId} order by a.id desc limit ${APPROVALS_MAX}::int`;
    return { call: call ?? null, approvals, toolId };
  });
}
