import { Icon } from "@/components/ui/icon";
import { Shown } from "@/components/ui/text/revealed-text";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { MARK_WORDS } from "@/components/words/feedback";
import { ROW_TOLD_APART } from "@/lib/feedback/inbox/types";
import { IssueStateMark, SeverityMark } from "../marks";
import { Course } from "./course";
import type { RowFacts } from "./row-text";

/** A count of distinct values, as "at least" if the issue has more reports than are read. */
function told({ reports }: RowFacts, count: number, one: string): string {
  return reports > ROW_TOLD_APART ? `${count.toLocaleString("en")}+ ${one}s` : counted(count, one);
}

/** The content of one row: severity, age, title and reach. */
export function InboxRowBody({
  row,
  stated = row.state === "new",
}: {
  row: RowFacts;
  /** Whether the surrounding column already shows the state. */
  stated?: boolean;
}) {
  return (
    <>
      <span className="row-marks">
        <SeverityMark severity={row.severity} />
        {stated ? null : <IssueStateMark state={row.state} />}
        {row.answered && (
          <span className="inline-flex items-center gap-1 text-fg-muted text-xs">
            <Icon name="reply" size={12} />
            Answered
          </span>
        )}
        <span className="row-when flex items-center gap-2">
          <Course course={row.course} />
          <Time value={row.lastSeenAt} focusable={false} />
        </span>
      </span>
      <span className="row-headline">
        <Shown text={row.title} />
      </span>
      <span className="row-facts">
        <span className="mono wrap-anywhere">{row.ref}</span>
        {/* The state above already says that it regressed. */}
        {row.mark && row.mark !== "regressed" && row.reports > 0 && (
          <span className={row.mark === "growing" ? "font-medium text-fg" : undefined}>
            {MARK_WORDS[row.mark]}
          </span>
        )}
        <span>{counted(row.reports, "report")}</span>
        <span>{`signal ${row.signal.toLocaleString("en")}`}</span>
        <span>{row.sessions === 0 ? "no session named" : told(row, row.sessions, "session")}</span>
        <span>{row.agents === 0 ? "no agent named" : told(row, row.agents, "agent")}</span>
        <span>
          first <Time value={row.firstSeenAt} form="date" focusable={false} />
        </span>
      </span>
    </>
  );
}
