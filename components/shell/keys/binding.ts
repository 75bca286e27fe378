/** The action of a key: moves along rows, uses the control with its name, or opens a page. */
type KeyAct = "next-row" | "previous-row" | "press" | "focus" | "cycle" | "close" | "native" | "go";

export type KeyBinding = {
  /** One key, or two with a space between them, pressed one after the other ("g a"). */
  key: string;
  /** The `data-key` of its controls; uses the first visible one. For `go`, the address. */
  target: string;
  act: KeyAct;
  label: string;
  /** Acts on what is open next to the list, and only while the list's ring is on it. */
  onOpen?: true;
  /**
   * The part of the product with its pages. Parts share keys, because they are never on screen
   * together.
   */
  part?: "approvals" | "feedback" | "tools" | "gateways" | "policies" | "intents";
};

export type KeyGroup = { title: string; bindings: readonly KeyBinding[] };

/** Remapped keys by binding. An empty text disables the key. */
export type Remap = Readonly<Record<string, string>>;

/** The id under which a remapped key is stored. */
export function bindingId({ act, target }: KeyBinding): string {
  return act === "next-row" || act === "previous-row" ? act : target;
}

/** The effective key. */
export function keyOf(binding: KeyBinding, remap: Remap): string {
  return remap[bindingId(binding)] ?? binding.key;
}

/**
 * The binding of the pressed keys, or `"begun"` for the first half of a sequence. Pages share keys:
 * the first binding with a usable control wins.
 */
export function findBinding(
  bindings: readonly KeyBinding[],
  remap: Remap,
  pressed: string,
  usable: (binding: KeyBinding) => boolean = () => true,
): KeyBinding | "begun" | null {
  let begun = false;
  const complete = bindings.filter((binding) => {
    const key = keyOf(binding, remap);
    if (key.startsWith(`${pressed} `)) begun = true;
    return key !== "" && key === pressed;
  });
  return complete.find(usable) ?? complete[0] ?? (begun ? "begun" : null);
}

/** Bindings with conflicting keys: equal, or one the prefix of another. */
export function conflictsOf(
  bindings: readonly KeyBinding[],
  remap: Remap,
  id: string,
  key: string,
): readonly KeyBinding[] {
  if (key === "") return [];
  const part = bindings.find((binding) => bindingId(binding) === id)?.part;
  return bindings.filter((other) => {
    if (bindingId(other) === id || (part && other.part && part !== other.part)) return false;
    const taken = keyOf(other, remap);
    return taken === key || taken.startsWith(`${key} `) || (taken !== "" && key.startsWith(`${taken} `));
  });
}

const KEY_NAMES: Record<string, string> = { Escape: "Esc", Enter: "↵", " ": "Space" };

/** The keys as shown: "G then A" is two. */
export function keyNames(key: string): string[] {
  return key
    .split(" ")
    .filter(Boolean)
    .map((part) => KEY_NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/**
 * The text of a pressed key; null while the person types, holds a modifier, or has a dialog open.
 */
export function pressedKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return null;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (
    target?.closest(
      "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu], [role=listbox]",
    )
  )
    return null;
  if (document.querySelector("dialog[open], [role=dialog][data-open]")) return null;
  // A popover takes Esc first.
  if (event.key === "Escape" && document.querySelector(":popover-open")) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
