import { readPicked } from "@/lib/calls/queries";
import type { CallRow } from "@/lib/calls/wire";
import { read, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { findToolId } from "@/lib/feedback/inbox/queries";
import type { FeedbackRow } from "@/lib/feedback/wire";
import { Prisma } from "@/lib/generated/prisma/client";
import type { ReportLinks } from "./types";

const APPROVALS_MAX = 10;

const LOOKED_THROUGH = 1_000;

/**
 * The call that a report names, or the last call of its tool in its session before it. Also the
 * approvals of the session.
 */
export function findReportLinks(scope: UserScope, report: FeedbackRow): Promise<ReportLinks> {
  const { provider, toolCalled: tool, sessionId } = report;
  return read(scope, async (tx) => {
    const toolId = await findToolId(tx, report.tenant, { provider, tool });
    const named = await namedCall(tx, report);
    const links = { call: named ?? (await lastCall(tx, report)), callNamed: named !== null, toolId };
    if (sessionId === null) return { ...links, approvals: [] };
    const approvals = await tx.$queryRaw<ReportLinks["approvals"]>`
      select a.id, a.summary, a.tool, a.decision::text, a.created_at as "createdAt" from approvals a
      where a.tenant_id = ${tenantOf(report)} and a.session_id = ${sessionId} order by a.id desc limit ${APPROVALS_MAX}::int`;
    return { ...links, approvals };
  });
}

const tenantOf = ({ tenant }: FeedbackRow) =>
  Prisma.sql`(select t.id from tenants t where t.key = ${tenant})`;

const endOf = ({ occurredAt, createdAt }: FeedbackRow) => (occurredAt ?? createdAt).toISOString();

async function namedCall(tx: Tx, report: FeedbackRow): Promise<CallRow | null> {
  const { callId, sessionId, toolCalled: tool, gateway } = report;
  if (callId === null || (sessionId === null && tool === null)) return null;
  const among =
    sessionId !== null
      ? Prisma.sql`select * from tool_calls a where a.tenant_id = ${tenantOf(report)} and a.session_id = ${sessionId}`
      : Prisma.sql`
          select * from (
            select * from tool_calls a where a.tenant_id = ${tenantOf(report)} and a.tool = ${tool}
              and a.occurred_at <= ${endOf(report)}::timestamptz
            order by a.occurred_at desc, a.id desc limit ${LOOKED_THROUGH}::int) a
          where a.gateway_id = (select g.id from gateways g where g.name = ${gateway})`;
  return picked(
    tx,
    Prisma.sql`select a.tenant_id, a.occurred_at, a.id from (${among}) a
      where a.call_id = ${callId} and (${tool}::text is null or a.tool = ${tool})
      order by a.occurred_at desc, a.id desc limit 1`,
  );
}

async function lastCall(tx: Tx, report: FeedbackRow): Promise<CallRow | null> {
  const { sessionId, toolCalled: tool } = report;
  if (sessionId === null || tool === null) return null;
  return picked(
    tx,
    Prisma.sql`select a.tenant_id, a.occurred_at, a.id from tool_calls a
      where a.tenant_id = ${tenantOf(report)} and a.session_id = ${sessionId} and a.tool = ${tool}
        and a.occurred_at <= ${endOf(report)}::timestamptz
      order by a.occurred_at desc, a.id desc limit 1`,
  );
}

async function picked(tx: Tx, places: Prisma.Sql): Promise<CallRow | null> {
  const [call] = await readPicked(tx, places);
  return call ?? null;
}
