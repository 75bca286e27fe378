import type { KeyBinding } from "@/components/shell/keys/binding";

const VERBS: readonly KeyBinding[] = [
  { key: "1", target: "triage-accept", act: "press", label: "Accept the issue" },
  {
    key: "2",
    target: "triage-merge",
    act: "press",
    label: "Duplicate: merge into another issue…, or unmerge",
  },
  { key: "3", target: "triage-decline", act: "press", label: "Decline…" },
  { key: "s", target: "triage-start", act: "press", label: "Start: it is being worked on" },
  { key: "r", target: "triage-resolve", act: "press", label: "Resolve…" },
  { key: "i", target: "triage-ask", act: "press", label: "More information is needed" },
  { key: "h", target: "triage-snooze", act: "press", label: "Snooze…, or end the snooze" },
  { key: "o", target: "triage-reopen", act: "press", label: "Reopen" },
  { key: "a", target: "triage-assign", act: "press", label: "Assign to me, or unassign" },
  { key: "c", target: "comment", act: "focus", label: "Comment; Ctrl or ⌘ with Enter sends it" },
  { key: "p", target: "triage-priority", act: "focus", label: "Priority" },
  { key: "v", target: "triage-claim", act: "focus", label: "Whether the reports are true" },
  { key: "l", target: "triage-label", act: "focus", label: "Labels" },
  { key: "m", target: "triage-move", act: "press", label: "Move the chosen reports to another issue…" },
  { key: "t", target: "issue-task", act: "press", label: "Copy as a task for a coding agent" },
];

/** Single-key shortcuts of the open issue. */
export const FEEDBACK_KEYS: readonly KeyBinding[] = VERBS.map((binding) => ({
  ...binding,
  onOpen: true,
  part: "feedback",
}));
