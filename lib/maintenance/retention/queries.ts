import { read, readList, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { getTenantByKey, tenantIdsOf } from "@/lib/tenants/queries";
import { assertMayAdminister } from "@/lib/tenants/rules";
import type { PreviewRetention } from "./schema";
import { nextTexts } from "./texts";
import {
  isText,
  KEEP_EVERYTHING,
  KEPT,
  type Kept,
  PREVIEW_CAP,
  type Retention,
  type RetentionPreview,
  type RetentionRun,
  type ShortKept,
} from "./types";

export async function getRetention(scope: Scope, tenantId: string): Promise<Retention> {
  return read(scope, (tx) => loadRetention(tx, tenantId));
}

/** `getRetention` within a transaction. */
export async function loadRetention(tx: Tx, tenantId: string): Promise<Retention> {
  const row = await tx.tenantRetention.findUnique({ where: { tenantId } });
  return row
    ? {
        calls: row.callsDays,
        rationales: row.rationalesDays,
        arguments: row.argumentsDays,
        approvals: row.approvalsDays,
        feedback: row.feedbackDays,
      }
    : { ...KEEP_EVERYTHING };
}

// Tenants named on a page; there may be thousands.
const SHORT_KEPT_MAX = 4;

/**
 * Tenants (one key or the scope) that keep calls or rationales for a limited time: the first few by
 * key.
 */
export function listShortKept(scope: Scope, key: string | undefined): Promise<ShortKept[]> {
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, key);
    return tx.$queryRaw<ShortKept[]>`
      select t.key as tenant, r.calls_days as calls, r.rationales_days as rationales
      from tenant_retention r join tenants t on t.id = r.tenant_id
      where r.tenant_id = any(${tenants}::uuid[]) and (r.calls_days is not null or r.rationales_days is not null)
      order by t.key limit ${SHORT_KEPT_MAX}::int`;
  });
}

/** The tenant's last finished pass with deletions; null without one in 90 days. */
export async function lastRetentionRun(scope: Scope, tenantId: string): Promise<RetentionRun | null> {
  const row = await read(scope, (tx) =>
    tx.retentionRun.findFirst({
      where: {
        tenantId,
        finishedAt: { not: null },
        OR: KEPT.map((kept) => ({ [kept]: { gt: 0 } })),
      },
      orderBy: { startedAt: "desc" },
    }),
  );
  if (!row?.finishedAt) return null;
  const { finishedAt, calls, rationales, arguments: sent, approvals, feedback } = row;
  return { finishedAt, calls, rationales, arguments: sent, approvals, feedback };
}

/**
 * Rows that a setting would delete now, up to `PREVIEW_CAP`.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function previewRetention(
  scope: Scope,
  { key, kept, days }: PreviewRetention,
): Promise<RetentionPreview> {
  assertMayAdminister(scope, "see what a setting would delete");
  const { id } = await getTenantByKey(scope, key);
  const [row] = await read(
    scope,
    (tx) => tx.$queryRaw<{ rows: number; olderThan: Date }[]>`
      select clock_timestamp() - make_interval(days => ${days}::int) as "olderThan",
             (select count(*) from (${oldRows(kept, id, days)} limit ${PREVIEW_CAP + 1}) o)::int as rows`,
  );
  if (!row) throw new Error("the database counted nothing");
  return row;
}

/**
 * Keys of rows older than these days that can go: not pending, running, undelivered or awaiting
 * review.
 */
export function oldRows(kept: Kept, tenantId: string, days: number): Prisma.Sql {
  if (isText(kept)) return nextTexts(kept, tenantId, days);
  const before = Prisma.sql`clock_timestamp() - make_interval(days => ${days}::int)`;
  if (kept === "calls")
    return Prisma.sql`select r.id, r.occurred_at from tool_calls r
      where r.tenant_id = ${tenantId}::uuid and r.occurred_at < ${before}`;
  if (kept === "feedback")
    return Prisma.sql`select id from (
      select f.id, f.created_at from feedback_submissions f
      where f.tenant_id = ${tenantId}::uuid and f.created_at < ${before}
      union all
      select c.id, c.created_at from corrections c
      where c.tenant_id = ${tenantId}::uuid and c.created_at < ${before}
      union all
      select m.id, m.created_at from feedback_comments m
      where m.tenant_id = ${tenantId}::uuid and m.created_at < ${before}) r`;
  return Prisma.sql`select a.id from approvals a
    where a.tenant_id = ${tenantId}::uuid and a.decision <> 'pending' and a.decided_at < ${before}
      and a.execution not in ('awaiting', 'executing') and a.delivery in ('none', 'delivered')
      and not exists (select 1 from reviews r
        where r.tenant_id = a.tenant_id and r.approval_id = a.id and r.kind = 'break_glass' and r.closed_at is null)
      and not exists (select 1 from deliveries d
        where d.tenant_id = a.tenant_id and d.approval_id = a.id and d.channel = 'callback' and d.state <> 'delivered')`;
}
