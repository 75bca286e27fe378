import { shownText } from "@/lib/core/text/annotate";
import type { InboxRow } from "@/lib/feedback/inbox/types";
import type { IssuesText, PackedIssue } from "./row-text";

/**
 * Serializes issues as one text: React would send each member separately, and fifty would be most
 * of a page. Also marks invisible characters in titles, once.
 */
export function textOfIssues(rows: readonly InboxRow[]): IssuesText {
  return JSON.stringify(rows.map(pack)) as IssuesText;
}

function pack(row: InboxRow): PackedIssue {
  const { id, ref, state, severity, mark, reports, sessions, course, returnsTo } = row;
  const answered = row.answered ? 1 : 0;
  const times = [row.lastSeenAt.getTime(), row.updatedAt.getTime()] as const;
  const title = shownText(row.title);
  const told = [reports, sessions, course] as const;
  const packed = [id, ref, title, state, severity, mark, answered, ...told, ...times] as const;
  return returnsTo === null ? [...packed] : [...packed, returnsTo];
}
