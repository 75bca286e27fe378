import { StatusMark } from "@/components/ui/badge";
import type { IconName } from "@/components/ui/icon";
import { SEVERITY_WORDS, STATE_WORDS } from "@/components/words/feedback";
import type { IssueState, SeverityWord } from "@/lib/feedback/types";

const BARS: Record<SeverityWord, number> = { low: 1, med: 2, high: 3 };

/** How bad an agent says it is: one to three bars and a word. A claim, so never in a risk's colour. */
export function SeverityMark({ severity }: { severity: SeverityWord }) {
  return (
    <span data-severity={severity} className="severity-mark">
      <svg width={12} height={12} aria-hidden className="shrink-0">
        <use href={`#bars-${BARS[severity]}`} />
      </svg>
      {SEVERITY_WORDS[severity]}
    </span>
  );
}

const ICONS: Record<IssueState, IconName> = {
  new: "inbox",
  accepted: "flag",
  in_progress: "play",
  resolved: "check-circle",
  regressed: "undo",
  declined: "ban",
  needs_info: "help",
  snoozed: "hourglass",
  merged: "link",
};

/** The state of an issue. */
export function IssueStateMark({ state, strong }: { state: IssueState; strong?: boolean }) {
  return (
    <StatusMark icon={ICONS[state]} strong={strong}>
      {STATE_WORDS[state]}
    </StatusMark>
  );
}
