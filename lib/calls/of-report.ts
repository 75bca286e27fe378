import { read, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { findToolId } from "@/lib/feedback/inbox/queries";
import type { FeedbackRow } from "@/lib/feedback/types";
import { Prisma } from "@/lib/generated/prisma/client";
import type { ReportLinks } from "./evidence/types";
import { readPicked } from "./queries";
import type { CallRow } from "./schema";

const APPROVALS_MAX = 10;

/** The last call of the reported tool in the same session before the report, and the session's approvals. */
export function findReportLinks(scope: UserScope, report: FeedbackRow): Promise<ReportLinks> {
  const { provider, toolCalled: tool, sessionId } = report;
  return read(scope, async (tx) => {
    const toolId = await findToolId(tx, report.tenant, { provider, tool });
    if (sessionId === null) return { call: null, approvals: [], toolId };
    const approvals = await tx.$queryRaw<ReportLinks["approvals"]>`
      select a.id, a.summary, a.tool, a.decision::text, a.created_at as "createdAt" from approvals a
      where a.tenant_id = ${tenantOf(report)} and a.session_id = ${sessionId} order by a.id desc limit ${APPROVALS_MAX}::int`;
    return { call: await callOf(tx, report), approvals, toolId };
  });
}

const tenantOf = ({ tenant }: FeedbackRow) =>
  Prisma.sql`(select t.id from tenants t where t.key = ${tenant})`;

/** A report names no call: it is the last one of its tool in its session before it. */
async function callOf(tx: Tx, report: FeedbackRow): Promise<CallRow | null> {
  const { sessionId, toolCalled: tool, occurredAt, createdAt } = report;
  if (sessionId === null || tool === null) return null;
  const before = (occurredAt ?? createdAt).toISOString();
  const [call] = await readPicked(
    tx,
    Prisma.sql`select a.tenant_id, a.occurred_at, a.id from tool_calls a
      where a.tenant_id = ${tenantOf(report)} and a.session_id = ${sessionId} and a.tool = ${tool}
        and a.occurred_at <= ${before}::timestamptz
      order by a.occurred_at desc, a.id desc limit 1`,
  );
  return call ?? null;
}
