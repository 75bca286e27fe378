import "server-only";
import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import type { IssueState } from "../types";
import { VIEW_RULES, type ViewRule } from "./rules";
import { INBOX_COUNT_MAX } from "./types";

// The database maintains the counts of issues by state and growth; these functions do not read
// issues.

export type KeptCount = { state: IssueState; growing: boolean; issues: number };

/** The counts of tenants as one column: an array of KeptCount. */
export function keptCounts(tenants: readonly string[]): Prisma.Sql {
  return Prisma.sql`(select coalesce(json_agg(json_build_object('state', k.state, 'growing', k.growing, 'issues', k.issues)), '[]') from (
    select c.state, c.growing, sum(c.issues)::int as issues from feedback_issue_counts c
    where c.tenant_id = any(${[...tenants]}::uuid[]) group by 1, 2 having sum(c.issues) <> 0) k)`;
}

export async function countKept(
  tx: Tx,
  tenants: readonly string[],
  rule: ViewRule,
): Promise<Map<string, number>> {
  const [row] = await tx.$queryRaw<{ kept: KeptCount[] }[]>`select ${keptCounts(tenants)} as kept`;
  const counts = new Map<string, number>();
  for (const one of row?.kept ?? [])
    if (fits(one, rule)) counts.set(one.state, (counts.get(one.state) ?? 0) + one.issues);
  return counts;
}

/** The number of issues of a view that is not about a person, up to INBOX_COUNT_MAX. */
export function countOf(kept: readonly KeptCount[], rule: ViewRule): number {
  const count = kept.filter((one) => fits(one, rule)).reduce((sum, { issues }) => sum + issues, 0);
  return Math.min(count, INBOX_COUNT_MAX);
}

const fits = ({ state, growing }: KeptCount, rule: ViewRule) =>
  (rule.states?.includes(state) ?? true) && (growing || !rule.growing);

/** The number of open issues, up to INBOX_COUNT_MAX, as one column for every page. */
export function openIssues(scope: UserScope): Prisma.Sql {
  return Prisma.sql`(select least(coalesce(sum(c.issues), 0), ${INBOX_COUNT_MAX}::int)::int from feedback_issue_counts c
    where c.tenant_id = any(${[...scope.tenants]}::uuid[]) and c.state = any(${[...(VIEW_RULES.open.states ?? [])]}::text[]))`;
}
