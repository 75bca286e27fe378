/** What a press means while a key is being chosen. */
type Captured = { kind: "key"; key: string } | { kind: "cancel" } | { kind: "reserved"; name: string };

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Process"]);

/**
 * The key somebody chose by pressing it; null for presses that mean nothing here (Tab, modifiers). An act that is begun with
 * another key ("g a") keeps that one and gets a new second key.
 * @param first the key the act had at first
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
