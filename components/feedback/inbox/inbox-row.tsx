import { Icon } from "@/components/ui/icon";
import { Shown } from "@/components/ui/text/revealed-text";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { MARK_WORDS, STATE_WORDS } from "@/components/words/feedback";
import { ROW_TOLD_APART } from "@/lib/feedback/inbox/types";
import { SeverityMark } from "../marks";
import { Course } from "./course";
import type { RowFacts } from "./row-text";

/** A count of distinct values, as "at least" if the issue has more reports than are read. */
function told({ reports }: RowFacts, count: number, one: string): string {
  return reports > ROW_TOLD_APART ? `${count.toLocaleString("en")}+ ${one}s` : counted(count, one);
}

/** The content of one row: title, severity, state, reach and age. */
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
      <span className="row-headline">
        <Shown text={row.title} />
      </span>
      <span className="row-meta">
        <SeverityMark severity={row.severity} />
        {row.answered ? (
          <span className="inline-flex shrink-0 text-fg-muted" title="Answered">
            <Icon name="reply" size={13} />
            <span className="sr-only">Answered</span>
          </span>
        ) : null}
        <span className="row-facts">
          <span className="mono">{row.ref}</span>
          {stated ? null : <span>{STATE_WORDS[row.state]}</span>}
          {/* The state already says that it regressed. */}
          {row.mark && row.mark !== "regressed" && row.reports > 0 ? (
            <span className={row.mark === "growing" ? "font-medium text-fg" : undefined}>
              {MARK_WORDS[row.mark]}
            </span>
          ) : null}
          <span>{counted(row.reports, "report")}</span>
          <span>{row.sessions === 0 ? "no session named" : told(row, row.sessions, "session")}</span>
        </span>
        <span className="row-when flex items-center gap-2">
          <Course course={row.course} />
          <Time value={row.lastSeenAt} form="relative" focusable={false} />
        </span>
      </span>
    </>
  );
}
