import { StatusMark } from "@/components/ui/badge";
import type { IconName } from "@/components/ui/icon";
import { SEVERITY_WORDS, STATE_WORDS } from "@/components/words/feedback";
import type { IssueState, SeverityWord } from "@/lib/feedback/types";

const BARS: Record<SeverityWord, number> = { low: 1, med: 2, high: 3 };

/**
 * Severity as the agent claims it: one to three bars and a word. Never in a risk colour, because it
 * is a claim.
 */
export function SeverityMark({ severity }: { severity: SeverityWord }) {
  return (
    <span data-severity={severity} className="severity-mark">
      <svg width={12} height={12} aria-hidden className="shrink-0">
        <use href={`#bars-${BARS[severity]}`} />
      </svg>
      <span className="severity-word">{SEVERITY_WORDS[severity]}</span>
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

export function IssueStateMark({ state, strong }: { state: IssueState; strong?: boolean }) {
  return (
    <StatusMark icon={ICONS[state]} strong={strong}>
      {STATE_WORDS[state]}
    </StatusMark>
  );
}
