/** What a key does: it moves along rows, finds the control that carries its name and uses it, or leads to a page. */
type KeyAct = "next-row" | "previous-row" | "press" | "focus" | "cycle" | "close" | "native" | "go";

export type KeyBinding = {
  /** One key, or two with a space between them, pressed one after the other ("g a"). */
  key: string;
  /** The `data-key` of the controls it is for; the first visible one is used. With `go`, the address. */
  target: string;
  act: KeyAct;
  label: string;
  /** It acts on what is open beside the list, and only while that is what the list's ring is on. */
  onOpen?: true;
  /** The part of the product whose pages it is for; two of them share keys, for they are never on the screen together. */
  part?: "approvals" | "feedback" | "tools" | "gateways" | "policies" | "intents";
};

export type KeyGroup = { title: string; bindings: readonly KeyBinding[] };

/** Keys a person chose, by what they are for. An empty text is no key. */
export type Remap = Readonly<Record<string, string>>;

/** What a person's choice of key is stored under. */
export function bindingId({ act, target }: KeyBinding): string {
  return act === "next-row" || act === "previous-row" ? act : target;
}

/** The key that is in force. */
export function keyOf(binding: KeyBinding, remap: Remap): string {
  return remap[bindingId(binding)] ?? binding.key;
}

/**
 * The binding pressed keys complete, or "begun" when they are the first half of one. Pages share keys: of several bindings of
 * one key, the first that has something to act on here is meant.
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

/** Bindings that would take each other's keys: the same, or one the beginning of the other. */
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

/** How keys are shown: "G then A" is two. */
export function keyNames(key: string): string[] {
  return key
    .split(" ")
    .filter(Boolean)
    .map((part) => KEY_NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** The text of a pressed key, or null when it is not ours: the person is typing, holds a modifier, or a dialog is open. */
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
  // What floats over the page takes Esc first.
  if (event.key === "Escape" && document.querySelector(":popover-open")) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
