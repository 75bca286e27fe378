import type { KeyBinding } from "@/components/shell/keys/binding";

const VERBS: readonly KeyBinding[] = [
  {
    key: "a",
    target: "approve",
    act: "focus",
    label: "Start approving; never decides on its own",
  },
  { key: "r", target: "reject", act: "press", label: "Reject…" },
  { key: "e", target: "edit", act: "press", label: "Edit and approve…" },
  { key: "c", target: "request_changes", act: "press", label: "Request changes…" },
  { key: "h", target: "snooze", act: "press", label: "Snooze…" },
  { key: "i", target: "assign", act: "press", label: "Assign to me, or unassign" },
  { key: "m", target: "acknowledge", act: "press", label: "Acknowledge…" },
  { key: "q", target: "ask-agent", act: "press", label: "Ask the agent…" },
  { key: "d", target: "arguments-view", act: "cycle", label: "Changed, all, by kind or raw arguments" },
];

/** Single-key shortcuts of the open call. Lists, search and paging register their own. */
export const APPROVAL_KEYS: readonly KeyBinding[] = VERBS.map((binding) => ({
  ...binding,
  onOpen: true,
  part: "approvals",
}));
