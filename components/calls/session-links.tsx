import type { ReactNode } from "react";
import { StatusChip } from "@/components/approvals/status-chip";
import { SeverityMark } from "@/components/feedback/marks";
import { Link } from "@/components/ui/link";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { DecisionWord } from "@/lib/approvals/types";
import type { SessionLinks } from "@/lib/calls/log/types";
import type { SeverityWord } from "@/lib/feedback/types";

const LINK = "underline underline-offset-2 hover:text-accent";

function Part({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-medium text-fg-muted text-xs">{title}</h3>
      {empty ? <p className="text-fg-muted text-sm">None</p> : children}
    </section>
  );
}

export function SessionLinksList({ links }: { links: SessionLinks }) {
  const { approvals, reports, corrections } = links;
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <Part title="Approvals" empty={approvals.length === 0}>
        <ul aria-label="Approvals" className="flex flex-col gap-1.5 text-sm">
          {approvals.map((approval) => (
            <li key={approval.id} className="flex flex-wrap items-center gap-x-2">
              <Link href={`/approvals/${approval.id}`} className={LINK}>
                <Untrusted>{approval.summary}</Untrusted>
              </Link>
              <StatusChip status={approval.decision as DecisionWord} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Feedback" empty={reports.length === 0}>
        <ul aria-label="Feedback" className="flex flex-col gap-1.5 text-sm">
          {reports.map((report) => (
            <li key={report.id} className="flex items-start gap-2">
              <SeverityMark severity={report.severity as SeverityWord} />
              <Link href={`/feedback/reports/${report.id}`} className={`line-clamp-2 ${LINK}`}>
                <Untrusted>{report.actualOutcome}</Untrusted>
              </Link>
            </li>
          ))}
        </ul>
      </Part>
      {corrections.length > 0 && (
        <div className="flex flex-col gap-3 md:col-span-2">
          {corrections.map((correction) => (
            <UntrustedQuote
              key={correction.id}
              title="Corrections by users"
              caption={
                <>
                  a user's own words, as the gateway reported them · <Untrusted>{correction.tool}</Untrusted>{" "}
                  · <Time value={correction.occurredAt ?? correction.createdAt} />
                </>
              }
            >
              <Untrusted lines>{correction.utterance}</Untrusted>
            </UntrustedQuote>
          ))}
        </div>
      )}
    </div>
  );
}
