import { Link } from "@/components/ui/link";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { Card, Section } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ReportPage } from "@/lib/feedback/inbox/types";
import { reportList } from "@/lib/feedback/list";
import { SeverityMark } from "../marks";

const ALIKE_CHARS = 300;

/** Which page of the reports is shown. `path` is the page, with the list it was opened from. */
export type ReportsAddress = ReturnType<typeof reportList.parse> & { path: string };

/** Every report of an issue, newest first, each with its agent's words. */
export function ReportList({
  page,
  count,
  address,
  alike,
}: {
  /** By what they were told to be about one thing. */
  alike: { text: string; version: number; fingerprint: string };
  page: ReportPage;
  count: number;
  address: ReportsAddress;
}) {
  return (
    <Section
      id="reports"
      title={`Reports (${count.toLocaleString("en")})`}
      description={
        <>
          Together because they are of one tool and alike but for what differs from case to case:{" "}
          <Code className="mono wrap-anywhere">
            <Untrusted limit={ALIKE_CHARS}>{alike.text}</Untrusted>
          </Code>{" "}
          (fingerprint <Code className="mono">{alike.fingerprint.slice(0, 12)}</Code>, version {alike.version}
          )
        </>
      }
    >
      <ListNotice problems={address.problems} />
      <Card flush>
        <ul aria-label="Reports" className="divide-y divide-border">
          {page.rows.map((report) => (
            <li key={report.id} className="px-3.5 py-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-fg-muted text-xs">
                <SeverityMark severity={report.severity} />
                <Link
                  href={`/feedback/reports/${report.id}`}
                  className="inline-flex min-h-6 items-center font-medium text-fg underline underline-offset-2 max-sm:min-h-12"
                >
                  <Time value={report.createdAt} focusable={false} />
                  <span className="sr-only"> Open the report</span>
                </Link>
                <span>
                  {report.agent ? (
                    <Untrusted>{report.agent}</Untrusted>
                  ) : (
                    "Unknown: the gateway named no agent"
                  )}
                </span>
                {report.sessionId && (
                  <Link
                    href={`/rationales?${new URLSearchParams({ session: report.sessionId })}`}
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
        <Paging
          list={reportList}
          filter={address.filter}
          nextCursor={page.nextCursor}
          path={address.path}
          label="Pages of reports"
          newest="Newest reports"
          older="Older reports"
        />
      </Card>
    </Section>
  );
}
