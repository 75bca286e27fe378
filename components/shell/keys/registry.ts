import { APPROVAL_KEYS } from "@/components/approvals/keys";
import { FEEDBACK_KEYS } from "@/components/feedback/keys";
import { GATEWAY_KEYS } from "@/components/gateways/keys";
import { INTENT_KEYS } from "@/components/intents/keys";
import { POLICY_KEYS } from "@/components/policies/keys";
import { TOOL_KEYS } from "@/components/tools/keys";
import { DESTINATIONS } from "../destinations";
import type { KeyBinding, KeyGroup } from "./binding";

const EVERYWHERE: readonly KeyBinding[] = [
  { key: "/", target: "search", act: "focus", label: "Search" },
  { key: "f", target: "filter", act: "press", label: "Filters" },
  { key: "Escape", target: "close", act: "close", label: "Close what is open, one thing at a time" },
  { key: "u", target: "back", act: "press", label: "Back to the list" },
  { key: "z", target: "undo", act: "press", label: "Undo" },
  { key: "y", target: "copy-link", act: "press", label: "Copy the link to this page", onOpen: true },
  { key: "?", target: "key-sheet", act: "press", label: "This sheet" },
];

const LISTS: readonly KeyBinding[] = [
  { key: "j", target: "row", act: "next-row", label: "Next row; in split view, opens it" },
  { key: "k", target: "row", act: "previous-row", label: "Previous row; in split view, opens it" },
  { key: "Enter", target: "open-row", act: "native", label: "Open the row" },
  { key: "x", target: "select", act: "press", label: "Select the row; with Shift, all up to it" },
  { key: "n", target: "new-rows", act: "press", label: "Show what is new" },
];

const GO: readonly KeyBinding[] = DESTINATIONS.flatMap(({ href, label, goKey }) =>
  goKey ? [{ key: `g ${goKey}`, target: href, act: "go" as const, label }] : [],
);

export const KEY_REGISTRY: readonly KeyGroup[] = [
  { title: "Everywhere", bindings: EVERYWHERE },
  { title: "Lists", bindings: LISTS },
  { title: "Approvals", bindings: APPROVAL_KEYS },
  { title: "Feedback", bindings: FEEDBACK_KEYS },
  { title: "Intents", bindings: INTENT_KEYS },
  { title: "Tools", bindings: TOOL_KEYS },
  { title: "Gateways", bindings: GATEWAY_KEYS },
  { title: "Policies", bindings: POLICY_KEYS },
  { title: "Go to", bindings: GO },
];

export const ALL_KEYS: readonly KeyBinding[] = KEY_REGISTRY.flatMap(({ bindings }) => bindings);
