import { type KeyboardEvent, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import type { Mentionable } from "@/lib/feedback/comments/types";

const OFFERED = 6;

// Longer than any name typed to find a person.
const TYPED_MAX = 60;

type Typed = { from: number; to: number; words: string };

/** What follows the last @ before the cursor, if that begins a mention. */
export function typedAt(text: string, cursor: number): Typed | null {
  // Before the text there is nothing, but a search from -1 reads the first character.
  if (cursor === 0) return null;
  const from = text.lastIndexOf("@", cursor - 1);
  if (from < 0 || (from > 0 && /[\p{L}\p{N}_]/u.test(text.charAt(from - 1)))) return null;
  const words = text.slice(from + 1, cursor);
  return words.length > TYPED_MAX || words.includes("\n") ? null : { from, to: cursor, words };
}

function matching(people: readonly Mentionable[], words: string): Mentionable[] {
  const sought = words.toLowerCase();
  const fits = ({ name, handle }: Mentionable) =>
    [name, handle].some((text) => ` ${text.toLowerCase()}`.includes(` ${sought}`));
  return people.filter(fits).slice(0, OFFERED);
}

/** The people suggested while typing a mention, and their keys. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  people: readonly Mentionable[],
  { text, setText }: { text: string; setText: (text: string) => void },
) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [active, setActive] = useState(0);
  const offered = typed ? matching(people, typed.words) : [];
  const open = offered.length > 0;
  const close = () => setTyped(null);
  const look = () => {
    const box = field.current;
    if (!box) return;
    setTyped(typedAt(box.value, box.selectionStart));
    setActive(0);
  };
  const choose = ({ handle }: Mentionable) => {
    if (!typed) return;
    const before = `${text.slice(0, typed.from)}@${handle} `;
    // Synchronously: the next character has to find the cursor after the name.
    flushSync(() => {
      setText(before + text.slice(typed.to).replace(/^ /, ""));
      close();
    });
    field.current?.focus();
    field.current?.setSelectionRange(before.length, before.length);
  };
  /** Whether the list handled the key. */
  const pressed = (event: KeyboardEvent): boolean => {
    if (!open || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = offered[active];
    if (step !== 0) setActive((active + step + offered.length) % offered.length);
    else if ((event.key === "Enter" || event.key === "Tab") && chosen) choose(chosen);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { open, offered, active, look, close, choose, pressed };
}
