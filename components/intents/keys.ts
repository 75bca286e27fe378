import type { KeyBinding } from "@/components/shell/keys/binding";

const VERBS: readonly KeyBinding[] = [
  { key: "r", target: "intent-rename", act: "press", label: "Rename the intent…" },
  { key: "p", target: "intent-pin", act: "press", label: "Pin, or unpin" },
  { key: "i", target: "intent-ignore", act: "press", label: "Leave out of the list, or take in again" },
  { key: "1", target: "intent-reviewed", act: "press", label: "Mark reviewed…" },
  { key: "2", target: "intent-actioned", act: "press", label: "Mark actioned…" },
  { key: "0", target: "intent-reopen", act: "press", label: "Open for review again" },
  {
    key: "m",
    target: "intent-merge",
    act: "press",
    label: "Merge others into the intent…, or the selected ones",
  },
  { key: "s", target: "intent-split", act: "press", label: "Split the selected rationales off" },
  { key: "v", target: "intent-move", act: "press", label: "Move the selected rationales…" },
  {
    key: "w",
    target: "intent-judge",
    act: "press",
    label: "Say that the rationale in focus says nothing, or something",
  },
  { key: "t", target: "intent-issue", act: "press", label: "Make a feedback issue of the intent" },
  { key: "o", target: "intent-map", act: "focus", label: "Map; arrows move, Enter opens" },
  { key: "l", target: "intent-level", act: "focus", label: "Granularity; arrows change it" },
];

export const INTENT_KEYS: readonly KeyBinding[] = VERBS.map((binding) => ({ ...binding, part: "intents" }));
