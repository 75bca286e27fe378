import Link from "next/link";
import { Said } from "@/components/approvals/said";
import { Card, Section } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import type { ReportPage } from "@/lib/feedback/inbox/types";
import { SeverityMark } from "../marks";

/** Every report of an issue, newest first, each with its agent's words. */
export function ReportList({
  page,
  count,
  newerHref,
  olderHref,
}: {
  page: ReportPage;
  count: number;
  newerHref: string | null;
  olderHref: string | null;
}) {
  return (
    <Section id="reports" title={`Reports (${count.toLocaleString("en")})`}>
      <Card flush>
        <ul aria-label="Reports" className="divide-y divide-border">
          {page.rows.map((report) => (
            <li key={report.id} className="px-3.5 py-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-fg-muted text-xs">
                <SeverityMark severity={report.severity} />
                <Link
                  href={`/feedback/reports/${report.id}`}
                  prefetch={false}
                  className="inline-flex min-h-6 items-center font-medium text-fg underline underline-offset-2 max-sm:min-h-12"
                >
                  <Time value={report.createdAt} focusable={false} />
                  <span className="sr-only"> Open the report</span>
                </Link>
                <span>
                  {report.agent ? <Said text={report.agent} /> : "Unknown: the gateway named no agent"}
                </span>
                {report.sessionId && (
                  <Link
                    href={`/rationales?${new URLSearchParams({ session: report.sessionId })}`}
                    prefetch={false}
                    className="mono underline underline-offset-2 hover:text-accent"
                  >
                    <Said text={report.sessionId} />
                  </Link>
                )}
              </p>
              <blockquote className="mt-1.5 line-clamp-3 border-border-strong border-l-3 pl-3 text-sm">
                <Said text={report.actualOutcome} />
              </blockquote>
            </li>
          ))}
        </ul>
        <Pagination
          label="Pages of reports"
          newer={newerHref ? { href: newerHref, label: "Newest reports" } : null}
          older={olderHref ? { href: olderHref, label: "Older reports" } : null}
        />
      </Card>
    </Section>
  );
}
