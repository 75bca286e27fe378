import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { DECLINE_WORDS, SEVERITY_WORDS } from "@/components/words/feedback";
import type { IssueView } from "@/lib/feedback/inbox/types";
import type { Snooze } from "@/lib/feedback/wire";

/** Details of the state: why it was declined, when it was fixed, what ends the snooze. */
export function StateNote({ issue }: { issue: IssueView }) {
  const { declineReason, fixedAt, snooze } = issue.triage;
  if (issue.mergedInto)
    return (
      <Note>
        Merged into{" "}
        <Link href={`/feedback/${issue.mergedInto.id}`} className="text-accent underline underline-offset-2">
          <span className="mono">{issue.mergedInto.ref}</span> <Untrusted>{issue.mergedInto.title}</Untrusted>
        </Link>
        . Reports count there, and agents get the answer of that issue.
      </Note>
    );
  if (declineReason) return <Note>Declined: {DECLINE_WORDS[declineReason]}.</Note>;
  if (snooze) return <Note>Comes back {conditionsOf(snooze)}.</Note>;
  if (!fixedAt) return null;
  return (
    <Note>
      Resolved <Time value={fixedAt} />
      {issue.answer.fixedIn ? (
        <>
          , fixed in <Untrusted>{issue.answer.fixedIn}</Untrusted>
        </>
      ) : null}
      . A report of a later occurrence reopens it.
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="text-fg-muted text-sm">{children}</p>;
}

function conditionsOf({ until, reports, severity, correction, newVersion }: Snooze): ReactNode {
  const parts: { key: string; says: ReactNode }[] = [];
  if (until) parts.push({ key: "until", says: <Time value={until} form="date-time" /> });
  if (reports !== null) parts.push({ key: "reports", says: `after ${counted(reports, "more report")}` });
  if (severity)
    parts.push({ key: "severity", says: `at severity ${SEVERITY_WORDS[severity].toLowerCase()}` });
  if (correction) parts.push({ key: "correction", says: "when a person corrects a result of the tool" });
  if (newVersion) parts.push({ key: "version", says: "when the tool’s definition changes" });
  return parts.map(({ key, says }, at) => (
    <span key={key}>
      {at > 0 ? ", or " : null}
      {says}
    </span>
  ));
}
