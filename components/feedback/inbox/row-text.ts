import type { ShownText, VisibleText } from "@/lib/core/text/types";
import type { InboxRow } from "@/lib/feedback/inbox/types";
import type { IssueState } from "@/lib/feedback/types";
import type { SelectedIssue } from "../bulk/selection";

/** Issues as values without names, as `textOfIssues` writes them. */
export type IssuesText = string & { readonly brand: "issues as text" };

export type RowFacts = Pick<
  InboxRow,
  "state" | "severity" | "answered" | "ref" | "mark" | "reports" | "sessions" | "course"
> & { title: ShownText; lastSeenAt: Date };

/** The values of one issue in order; times in milliseconds. */
export type PackedIssue = [
  id: string,
  ref: string,
  title: ShownText,
  state: IssueState,
  severity: InboxRow["severity"],
  mark: InboxRow["mark"],
  answered: 0 | 1,
  reports: number,
  sessions: number,
  course: number[],
  lastSeenAt: number,
  updatedAt: number,
  returnsTo?: IssueState,
];

/** An issue of a list or board, with the data its actions need. */
export type ListedIssue = SelectedIssue & {
  key: string;
  at: number;
  returnsTo: IssueState | null;
  /** Its title for labels. */
  label: VisibleText;
  facts: RowFacts;
};

/** Reads `textOfIssues`. `query` is the list's, which each issue page links back to. */
export function issuesOfText(text: IssuesText, query: string): ListedIssue[] {
  return (JSON.parse(text) as PackedIssue[]).map((packed) => {
    const [id, ref, title, state, severity, mark, answered, reports, sessions, course] = packed;
    const [lastSeenAt, updatedAt, returnsTo = null] = packed.slice(10) as TimesOf;
    return {
      id,
      key: id,
      at: lastSeenAt,
      href: `/feedback/${id}${query}`,
      ref,
      state,
      returnsTo,
      seen: new Date(updatedAt).toISOString(),
      label: labelOf(title),
      facts: {
        state,
        severity,
        answered: answered === 1,
        ref,
        mark,
        reports,
        sessions,
        course,
        title,
        lastSeenAt: new Date(lastSeenAt),
      },
    };
  });
}

type TimesOf = [lastSeenAt: number, updatedAt: number, returnsTo?: IssueState];

/** Already marked text, with its hidden characters spelled out. */
function labelOf(title: ShownText): VisibleText {
  if (typeof title === "string") return title as VisibleText;
  return title.map((part) => (part.kind === "escape" ? part.label : part.text)).join("") as VisibleText;
}
