import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list/list-frame";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Section } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { agentsOf, type EqualReports, foldEqual } from "@/lib/feedback/inbox/equal-reports";
import type { ReportPage } from "@/lib/feedback/inbox/types";
import { reportList } from "@/lib/feedback/list";
import type { ShownReport } from "@/lib/feedback/wire";
import { SeverityMark } from "../marks";
import { ChooseReports } from "./choose-reports";

const PRINT_CHARS = 300;

/** The page of reports. `path` is the issue's page, including the list it was opened from. */
export type ReportsAddress = ReturnType<typeof reportList.parse> & { path: string };

/** All reports of an issue, newest first, with the agents' text. */
export function ReportList({
  page,
  count,
  address,
  print,
  movable,
}: {
  /** The issue that selected reports can leave; null without permission or with a single report. */
  movable: { id: string; ref: string; seen: string } | null;
  /** The fingerprint of the newest report. */
  print: ShownReport["print"];
  page: ReportPage;
  count: number;
  address: ReportsAddress;
}) {
  const list = (
    <ListFrame
      list={reportList}
      filter={address.filter}
      nextCursor={page.nextCursor}
      path={address.path}
      label="Pages of reports"
      newest="Newest reports"
      older="Older reports"
    >
      <ul aria-label="Reports" className="divide-y divide-border">
        {foldEqual(page.rows).map((fold) => (
          <Fold key={fold[0].id} fold={fold} choosable={movable !== null} />
        ))}
      </ul>
    </ListFrame>
  );
  return (
    <Section
      id="reports"
      title={`Reports (${count.toLocaleString("en")})`}
      description={
        <>
          New reports of this tool join this issue when their text, without numbers, ids and other parts that
          differ from case to case, is{" "}
          <Code className="mono wrap-anywhere">
            <Untrusted limit={PRINT_CHARS}>{print.text}</Untrusted>
          </Code>{" "}
          (fingerprint <Code className="mono">{print.fingerprint.slice(0, 12)}</Code>, version {print.version}
          ). Other reports came by a merge, or people moved them here.
        </>
      }
    >
      <ListNotice problems={address.problems} />
      {movable ? (
        <ChooseReports key={address.filter.cursor ?? ""} issue={movable}>
          {list}
        </ChooseReports>
      ) : (
        list
      )}
    </Section>
  );
}

/** Equal reports as one row, which opens. */
function Fold({ fold, choosable }: { fold: EqualReports; choosable: boolean }) {
  const [newest, ...others] = fold;
  return (
    <li data-fold-of={others.length > 0 || undefined} className="px-3.5 py-3">
      <ReportLine report={newest} choosable={choosable} />
      <blockquote className="mt-1.5 line-clamp-3 border-border-strong border-l-3 pl-3 text-sm">
        <Untrusted>{newest.actualOutcome}</Untrusted>
      </blockquote>
      {others.length > 0 && (
        <div className="mt-1.5 flex flex-wrap items-start gap-x-3">
          {choosable && (
            <Checkbox
              name="fold"
              label={`All ${fold.length}`}
              aria-label={`Choose all ${fold.length} equal reports`}
            />
          )}
          <details className="min-w-0 grow text-sm">
            <summary className="min-h-6 cursor-pointer text-fg-muted hover:text-fg max-sm:py-3">
              <b className="font-bold text-fg">×{fold.length}</b> with the same words:{" "}
              <Untrusted>{senders(fold)}</Untrusted>
            </summary>
            <ul aria-label="Equal reports" className="mt-1 flex flex-col gap-1">
              {others.map((report) => (
                <li key={report.id}>
                  <ReportLine report={report} choosable={choosable} />
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
    </li>
  );
}

const senders = (fold: EqualReports) =>
  agentsOf(fold)
    .map(([agent, count]) => `${count} from ${agent ?? "an unnamed agent"}`)
    .join(", ");

function ReportLine({ report, choosable }: { report: ShownReport; choosable: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-fg-muted text-xs">
      {choosable ? (
        <Checkbox
          name="report"
          value={report.id}
          label={
            <>
              Choose the report of <Time value={report.createdAt} focusable={false} />
            </>
          }
          hideLabel
        />
      ) : null}
      <SeverityMark severity={report.severity} />
      <Link
        href={`/feedback/reports/${report.id}`}
        className="inline-flex min-h-6 items-center font-medium text-fg underline underline-offset-2 max-sm:min-h-12"
      >
        <Time value={report.createdAt} focusable={false} />
        <span className="sr-only"> Open the report</span>
      </Link>
      <span>
        {report.agent ? <Untrusted>{report.agent}</Untrusted> : "Unknown: the gateway named no agent"}
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
  );
}
