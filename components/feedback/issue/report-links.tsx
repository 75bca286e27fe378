import type { ReactNode } from "react";
import { StatusChip } from "@/components/approvals/status-chip";
import { OutcomeMark } from "@/components/calls/outcome-mark";
import { Link } from "@/components/ui/link";
import { DetailList } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { DecisionWord } from "@/lib/approvals/types";
import type { FeedbackRow } from "@/lib/feedback/wire";
import type { ReportLinks } from "@/lib/signals/evidence/types";

const LINK = "inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent";

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={LINK}>
      {children}
    </Link>
  );
}

/** The calls, approvals and tool that a report is about. */
export function ReportLinksList({ report, links }: { report: FeedbackRow; links: ReportLinks }) {
  const { sessionId, toolCalled: tool, provider } = report;
  return (
    <DetailList
      items={[
        tool !== null && {
          term: "Tool",
          value: (
            <span className="flex flex-wrap gap-x-3">
              <code>
                <Untrusted>{provider ? `${provider} · ${tool}` : tool}</Untrusted>
              </code>
              <To href={`/rationales?${new URLSearchParams({ tool, within: "any" })}`}>Calls of this tool</To>
              <To href={`/approvals?${new URLSearchParams({ view: "decided", tool })}`}>
                Decided approvals of this tool
              </To>
              {links.toolId && <To href={`/tools/${links.toolId}`}>About this tool</To>}
            </span>
          ),
        },
        {
          term: "Session",
          value: sessionId ? (
            <span className="flex flex-wrap gap-x-3">
              <code>
                <Untrusted>{sessionId}</Untrusted>
              </code>
              <To href={`/rationales?${new URLSearchParams({ session: sessionId })}`}>
                All calls of the session
              </To>
            </span>
          ) : (
            <span className="text-fg-muted">
              The report names no session, so what else happened in it cannot be found.
            </span>
          ),
        },
        (sessionId !== null || links.call !== null) && {
          term: links.callNamed ? "The call it names" : "Last call of the tool before it",
          value: links.call ? (
            <span className="flex flex-wrap items-center gap-x-3">
              <To href={`/rationales/calls/${links.call.id}`}>
                <Untrusted>{links.call.tool}</Untrusted>
              </To>
              <OutcomeMark outcome={links.call.outcome} />
              <span className="text-fg-subtle text-xs">
                <Time value={links.call.occurredAt} />
              </span>
            </span>
          ) : (
            <span className="text-fg-muted">
              {tool === null
                ? "The report names no tool, so no call can be found."
                : "No call of the tool was reported in this session before it."}
            </span>
          ),
        },
        links.approvals.length > 0 && {
          term: "Approvals of the session",
          value: (
            <ul className="flex flex-col gap-1">
              {links.approvals.map((approval) => (
                <li key={approval.id} className="flex flex-wrap items-center gap-x-2">
                  <To href={`/approvals/${approval.id}`}>
                    <Untrusted>{approval.summary}</Untrusted>
                  </To>
                  <StatusChip status={approval.decision as DecisionWord} />
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
