import { Link } from "@/components/ui/link";
import { counted } from "@/components/words/counts";
import { STATE_WORDS } from "@/components/words/feedback";
import type { LeftIssue } from "./selection";
import type { BulkResult } from "./use-bulk";

const SHOWN_MAX = 20;

/** How many issues were changed, and why each other one was skipped. */
export function BulkResultNote({ result: { text, left } }: { result: BulkResult }) {
  const groups: [says: string, issues: LeftIssue[]][] = [
    ["changed meanwhile and stayed as it was changed", left.filter(({ why }) => why === "changed")],
    ["not possible in its state; still selected", left.filter(({ why }) => why === "state")],
    [
      "would have more labels than an issue can have; still selected",
      left.filter(({ why }) => why === "labels"),
    ],
    ["no longer there", left.filter(({ why }) => why === "gone")],
  ];
  return (
    <div
      role="status"
      className="max-h-40 overflow-y-auto rounded-control border border-border bg-sunken px-2.5 py-1.5 text-sm"
    >
      <p className="font-medium">{text}</p>
      {groups.map(([says, issues]) =>
        issues.length > 0 ? (
          <p key={says} className="text-fg-muted">
            {counted(issues.length, "issue")}: {says}.{" "}
            {issues.slice(0, SHOWN_MAX).map(({ issue, state }, at) => (
              <span key={issue.id}>
                {at > 0 ? ", " : null}
                <Link href={issue.href} className="mono text-accent underline underline-offset-2">
                  {issue.ref}
                </Link>
                {state ? ` (${STATE_WORDS[state].toLowerCase()})` : null}
              </span>
            ))}
            {issues.length > SHOWN_MAX ? ` and ${issues.length - SHOWN_MAX} more` : null}
          </p>
        ) : null,
      )}
    </div>
  );
}
