import { shownText } from "@/lib/core/text/annotate";
import type { ShownText } from "@/lib/core/text/types";
import type { InboxRow } from "@/lib/feedback/inbox/types";

/** What a row or a card says of its issue, on its way to the browser, where it is drawn: as data it is a fifth of what it is drawn. */
export type RowFacts = Pick<
  InboxRow,
  "state" | "severity" | "answered" | "ref" | "mark" | "reports" | "signal" | "sessions" | "agents"
> & { title: ShownText; firstSeenAt: Date; lastSeenAt: Date };

/** The facts of a row that was read. */
export function rowFacts(row: InboxRow): RowFacts {
  const { state, severity, answered, ref, mark, reports, signal, sessions, agents, firstSeenAt, lastSeenAt } =
    row;
  return {
    state,
    severity,
    answered,
    ref,
    mark,
    reports,
    signal,
    sessions,
    agents,
    title: shownText(row.title),
    firstSeenAt,
    lastSeenAt,
  };
}
