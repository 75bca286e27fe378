import { columnsOf } from "@/lib/core/columns";
import { readList } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { reportList } from "../list";
import { issueHead } from "../queries";
import { shownReport } from "../redaction";
import type { IssueState } from "../types";
import { type FeedbackRow, feedbackWire } from "../wire";
import type { ReportPage } from "./types";

const REPORTS_PAGE = 20;

// Tenant, gateway and issue are not columns of the report's row.
const OWN = columnsOf("s", feedbackWire, ["tenant", "gateway", "issue"]);

type Row = Omit<FeedbackRow, "issue"> & {
  issueId: string;
  number: number;
  title: string;
  state: IssueState;
};

/**
 * A page of the reports of an issue and of those merged into it, newest first, in one statement.
 * Empty for another tenant's issue.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listReports(scope: UserScope, issue: string, cursor?: string): Promise<ReportPage> {
  const before = reportList.cursor.read(cursor)?.[0] ?? null;
  if (!isId(issue)) return { rows: [], nextCursor: null };
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<Row[]>`
      select ${OWN}, t.key as tenant, g.name as gateway,
             l.id as "issueId", l.number, l.title, l.state
      from feedback_issues i cross join lateral feedback_members(i.tenant_id, i.id) m
      cross join lateral (
        select * from feedback_submissions r
        where r.tenant_id = i.tenant_id and r.issue_id = m.id and (${before}::uuid is null or r.id < ${before}::uuid)
        order by r.id desc limit ${REPORTS_PAGE + 1}::int) s
      join feedback_issues l on l.tenant_id = i.tenant_id and l.id = coalesce(i.merged_into, i.id)
      join tenants t on t.id = i.tenant_id join gateways g on g.id = s.gateway_id
      where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${issue}::uuid
      order by s.id desc limit ${REPORTS_PAGE + 1}::int`,
  );
  const page = reportList.cursor.page(rows, REPORTS_PAGE, (row) => [row.id]);
  return { ...page, rows: page.rows.map((row) => shownReport(reportOf(row))) };
}

function reportOf({ issueId, number, title, state, ...report }: Row): FeedbackRow {
  return { ...report, issue: issueHead({ id: issueId, number, title, state }, report.tenant) };
}
