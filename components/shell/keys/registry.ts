import { APPROVAL_KEYS } from "@/components/approvals/keys";
import { GATEWAY_KEYS } from "@/components/gateways/keys";
import { TOOL_KEYS } from "@/components/tools/keys";
import { KEY_GROUPS, KEY_LABELS } from "@/components/words/keys";
import { DESTINATIONS } from "../destinations";
import type { KeyBinding, KeyGroup } from "./binding";

const EVERYWHERE: readonly KeyBinding[] = [
  { key: "/", target: "search", act: "focus", label: KEY_LABELS.search },
  { key: "f", target: "filter", act: "press", label: KEY_LABELS.filter },
  { key: "Escape", target: "back", act: "press", label: KEY_LABELS.back },
  { key: "z", target: "undo", act: "press", label: KEY_LABELS.undo },
  { key: "y", target: "copy-link", act: "press", label: KEY_LABELS.copyLink },
  { key: "?", target: "key-sheet", act: "press", label: KEY_LABELS.sheet },
];

const LISTS: readonly KeyBinding[] = [
  { key: "j", target: "row", act: "next-row", label: KEY_LABELS.next },
  { key: "k", target: "row", act: "previous-row", label: KEY_LABELS.previous },
  { key: "Enter", target: "open-row", act: "native", label: KEY_LABELS.open },
  { key: "x", target: "select", act: "press", label: KEY_LABELS.select },
  { key: "n", target: "new-rows", act: "press", label: KEY_LABELS.newRows },
];

const GO: readonly KeyBinding[] = DESTINATIONS.flatMap(({ href, label, goKey }) =>
  goKey ? [{ key: `g ${goKey}`, target: href, act: "go" as const, label }] : [],
);

/** Every single key and sequence there is. The listener, the palette, the sheet and the profile read this list. */
export const KEY_REGISTRY: readonly KeyGroup[] = [
  { title: KEY_GROUPS.everywhere, bindings: EVERYWHERE },
  { title: KEY_GROUPS.lists, bindings: LISTS },
  { title: KEY_GROUPS.approvals, bindings: APPROVAL_KEYS },
  { title: KEY_GROUPS.tools, bindings: TOOL_KEYS },
  { title: KEY_GROUPS.gateways, bindings: GATEWAY_KEYS },
  { title: KEY_GROUPS.goTo, bindings: GO },
];

export const ALL_KEYS: readonly KeyBinding[] = KEY_REGISTRY.flatMap(({ bindings }) => bindings);
