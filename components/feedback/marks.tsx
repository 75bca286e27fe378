import { StatusMark } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import type { IconName } from "@/components/ui/icon";
import { SEVERITY_WORDS, STATE_WORDS } from "@/components/words/feedback";
import type { IssueState, SeverityWord } from "@/lib/feedback/types";

const BARS: Record<SeverityWord, number> = { low: 1, med: 2, high: 3 };

/** How bad an agent says it is: one to three bars and a word. A claim, so never in a risk's colour. */
export function SeverityMark({ severity }: { severity: SeverityWord }) {
  const full = BARS[severity];
  return (
    <span
      data-severity={severity}
      className={classNames(
        "inline-flex h-5 shrink-0 items-center gap-1 rounded-chip border px-1.5 font-bold text-2xs whitespace-nowrap",
        severity === "high" ? "border-border-strong bg-sunken text-fg" : "border-border text-fg-muted",
      )}
    >
      <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden className="shrink-0">
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 4 + 0.5}
            y={12 - bar * 3.6}
            width={3}
            height={bar * 3.6}
            rx={0.8}
            fill="currentColor"
            opacity={bar <= full ? 1 : 0.25}
          />
        ))}
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
