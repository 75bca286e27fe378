/** The meaning of a press while a key is being chosen. */
type Captured = { kind: "key"; key: string } | { kind: "cancel" } | { kind: "reserved"; name: string };

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Process"]);

/**
 * The pressed key; null for presses without meaning here (Tab, modifiers). A sequence ("g a") keeps
 * its first key and gets a new second one.
 * @param first the first key of the action's sequence
 */
export function capturedKey({ key, ctrlKey, metaKey, altKey }: Press, first: string): Captured | null {
  if (key === "Tab" || MODIFIERS.has(key) || ctrlKey || metaKey || altKey) return null;
  if (key === "Escape") return { kind: "cancel" };
  if (key === "Backspace" || key === "Delete") return { kind: "key", key: "" };
  if (key === " ") return { kind: "reserved", name: "Space" };
  if ([...key].length !== 1) return { kind: "reserved", name: key };
  const lower = key.toLowerCase();
  const [prefix, second] = first.split(" ");
  return { kind: "key", key: second === undefined ? lower : `${prefix} ${lower}` };
}
