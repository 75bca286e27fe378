/** What a key does to the page: it moves along rows, or finds the control that carries its name and uses it. */
export type KeyAct = "next-row" | "previous-row" | "press" | "focus" | "cycle" | "native";

export type KeyBinding = {
  key: string;
  /** The `data-key` of the controls it is for; the first visible one is used. */
  target: string;
  act: KeyAct;
  label: string;
};

/** The single keys of the approvals pages. This list drives the listener and the sheet. */
export const APPROVAL_KEYS: readonly KeyBinding[] = [
  { key: "j", target: "row", act: "next-row", label: "Next call" },
  { key: "k", target: "row", act: "previous-row", label: "Previous call" },
  { key: "Enter", target: "row", act: "native", label: "Open the call" },
  { key: "Escape", target: "back", act: "press", label: "Back to the list" },
  { key: "n", target: "new-rows", act: "press", label: "Show the new calls" },
  { key: "/", target: "search", act: "focus", label: "Search" },
  { key: "f", target: "filter", act: "press", label: "Filters" },
  { key: "a", target: "approve", act: "focus", label: "Start to approve; never decides alone" },
  { key: "r", target: "reject", act: "press", label: "Reject…" },
  { key: "e", target: "edit", act: "press", label: "Edit and approve…" },
  { key: "c", target: "request_changes", act: "press", label: "Request changes…" },
  { key: "d", target: "arguments-view", act: "cycle", label: "Changed, all or raw arguments" },
  { key: "y", target: "copy-link", act: "press", label: "Copy the link to this call" },
  { key: "?", target: "key-sheet", act: "press", label: "This sheet" },
];

/** The binding of a key press, or null when somebody is typing, holds a modifier, or a dialog is open. */
export function bindingFor(event: KeyboardEvent): KeyBinding | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return null;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (
    target?.closest(
      "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]",
    )
  )
    return null;
  if (document.querySelector("dialog[open], [role=dialog][data-open]")) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return APPROVAL_KEYS.find((binding) => binding.key === key) ?? null;
}
