import type { KeyBinding } from "@/components/shell/keys/binding";

const RATINGS: readonly KeyBinding[] = [
  { key: "1", target: "rate-low", act: "press", label: "Rate low…" },
  { key: "2", target: "rate-medium", act: "press", label: "Rate medium…" },
  { key: "3", target: "rate-high", act: "press", label: "Rate high…" },
  { key: "4", target: "rate-critical", act: "press", label: "Rate critical…" },
  { key: "0", target: "rate-clear", act: "press", label: "Remove our rating…" },
];

/** Shortcuts of the tools pages, in addition to those of every list. */
export const TOOL_KEYS: readonly KeyBinding[] = RATINGS.map((binding) => ({ ...binding, part: "tools" }));
