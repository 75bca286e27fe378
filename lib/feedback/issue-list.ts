import { readList, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import type { FeedbackIssue } from "@/lib/generated/prisma/client";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { firstSeen } from "./first-sighting";
import { conditionsOf, toldApart } from "./inbox/queries";
import { REPORTS_TOLD_APART } from "./inbox/types";
import { issueCursor } from "./list";
import { assertMaySeek, described, EXPORT_STEP } from "./queries";
import type { IssuesFilter } from "./schema";
import type { Page } from "./types";
import type { CountedIssue, IssueRow } from "./wire";

/**
 * A page of issues in the scope's tenants with their answers for agents, newest first.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor; FORBIDDEN for a gateway that searches
 * others' reports
 */
export async function listIssues(scope: Scope, filter: IssuesFilter): Promise<Page<IssueRow>> {
  return readList(scope, async (tx) => {
    const page = await findPage(tx, scope, filter);
    return { ...page, rows: await described(tx, scope, page.rows) };
  });
}

/**
 * All issues of a filter with their figures, newest first, in steps of constant memory.
 * @throws DomainError as `listIssues`, with the first step
 */
export async function* exportIssues(scope: Scope, filter: IssuesFilter): AsyncGenerator<CountedIssue[]> {
  let cursor = filter.cursor;
  for (;;) {
    const from = { ...filter, cursor, limit: EXPORT_STEP };
    const { rows, nextCursor } = await readList(scope, async (tx) => {
      const page = await findPage(tx, scope, from);
      return { ...page, rows: await counted(tx, await described(tx, scope, page.rows), page.rows) };
    });
    yield rows;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

async function findPage(tx: Tx, scope: Scope, filter: IssuesFilter): Promise<Page<FeedbackIssue>> {
  const { limit, cursor, format: _, view = "all", ...wanted } = filter;
  if (scope.actor.kind === "gateway" && (wanted.q !== undefined || wanted.agent !== undefined))
    throw new DomainError(
      "FORBIDDEN",
      "Only a person may look for words or for an agent: a gateway reads no reports of others.",
    );
  assertMaySeek(scope, wanted.label);
  const after = issueCursor.read(cursor);
  const tenants = await tenantIdsOf(tx, scope, filter.tenant);
  const all = [
    Prisma.sql`i.tenant_id = any(${tenants}::uuid[])`,
    ...(await conditionsOf(tx, scope, { ...wanted, view } as Parameters<typeof conditionsOf>[2], tenants)),
    ...(after ? [Prisma.sql`i.id < ${after[0]}::uuid`] : []),
  ];
  const found = await tx.$queryRaw<{ id: string }[]>`
    select i.id from feedback_issues i where ${Prisma.join(all, " and ")} order by i.id desc limit ${limit + 1}::int`;
  const rows = await tx.feedbackIssue.findMany({
    where: { tenantId: { in: tenants }, id: { in: found.map(({ id }) => id) } },
    orderBy: { id: "desc" },
  });
  return issueCursor.page(rows, limit, (row) => [row.id]);
}

type Figures = CountedIssue["figures"] & { id: string };

async function counted(
  tx: Tx,
  rows: readonly IssueRow[],
  issues: readonly FeedbackIssue[],
): Promise<CountedIssue[]> {
  const tenants = [...new Set(issues.map(({ tenantId }) => tenantId))];
  const found = await tx.$queryRaw<Figures[]>`
    select i.id, c.sessions, c.agents, i.last_seen_at as "lastSeenAt",
           ${firstSeen(Prisma.sql`i`)} as "firstSeenAt"
    from feedback_issues i cross join lateral (${toldApart(Prisma.sql`i`, REPORTS_TOLD_APART)}) c
    where i.tenant_id = any(${tenants}::uuid[]) and i.id = any(${issues.map(({ id }) => id)}::uuid[])`;
  const byId = new Map(found.map(({ id, ...figures }) => [id, figures]));
  return rows.flatMap((row) => {
    const figures = byId.get(row.id);
    return figures ? { ...row, figures } : [];
  });
}
