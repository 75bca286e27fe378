import type { KeyBinding } from "@/components/approvals/keys";
import { KEY_WORDS } from "@/components/copy/feedback";

/** The single keys of the feedback pages. */
export const FEEDBACK_KEYS: readonly KeyBinding[] = [
  { key: "j", target: "row", act: "next-row", label: KEY_WORDS.next },
  { key: "k", target: "row", act: "previous-row", label: KEY_WORDS.previous },
  { key: "Enter", target: "row", act: "native", label: KEY_WORDS.open },
  { key: "Escape", target: "back", act: "press", label: KEY_WORDS.back },
  { key: "n", target: "new-rows", act: "press", label: KEY_WORDS.show },
  { key: "/", target: "search", act: "focus", label: KEY_WORDS.search },
  { key: "f", target: "filter", act: "press", label: KEY_WORDS.filter },
];
