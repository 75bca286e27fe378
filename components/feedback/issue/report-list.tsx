import Link from "next/link";
import { Card, Section } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { FEEDBACK, ISSUE } from "@/components/words/feedback";
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
    <Section id="reports" title={`${ISSUE.reportsTitle} (${count.toLocaleString("en")})`}>
      <Card flush>
        <ul aria-label={ISSUE.reportsTitle} className="divide-y divide-border">
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
                  <span className="sr-only"> {ISSUE.open}</span>
                </Link>
                <span>{report.agent ? <Untrusted>{report.agent}</Untrusted> : FEEDBACK.unknownAgent}</span>
                {report.sessionId && (
                  <Link
                    href={`/rationales?${new URLSearchParams({ session: report.sessionId })}`}
                    prefetch={false}
                    className="mono underline underline-offset-2 hover:text-accent"
                  >
                    <Untrusted>{report.sessionId}</Untrusted>
                  </Link>
                )}
              </p>
              <blockquote className="mt-1.5 line-clamp-3 border-border-strong border-l-3 pl-3 text-sm">
                <Untrusted>{report.actualOutcome}</Untrusted>
              </blockquote>
            </li>
          ))}
        </ul>
        <Pagination
          label={ISSUE.reportsPages}
          newer={newerHref ? { href: newerHref, label: ISSUE.newestReports } : null}
          older={olderHref ? { href: olderHref, label: ISSUE.olderReports } : null}
        />
      </Card>
    </Section>
  );
}
