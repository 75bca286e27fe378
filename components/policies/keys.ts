import type { KeyBinding } from "@/components/shell/keys/binding";

const EDITING: readonly KeyBinding[] = [
  { key: "a", target: "add-policy", act: "press", label: "Add a policy" },
  { key: "v", target: "preview", act: "press", label: "Preview the policies" },
];

/** Shortcuts of the policies page, in addition to those of every list. */
export const POLICY_KEYS: readonly KeyBinding[] = EDITING.map((binding) => ({
  ...binding,
  part: "policies",
}));
