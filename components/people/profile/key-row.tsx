"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { bindingId, type KeyBinding, keyOf, type Remap } from "@/components/shell/keys/binding";
import { Keys } from "@/components/shell/keys/keys";
import { IconButton } from "@/components/ui/button";
import { FieldErrorText, Input } from "@/components/ui/field";
import { KEY_EDITOR } from "@/components/words/profile";
import { capturedKey } from "./captured-key";

/** One act with its key; a press on the key lets another one be pressed instead. */
export function KeyRow({
  binding,
  remap,
  busy,
  trouble,
  begin,
  change,
}: {
  binding: KeyBinding;
  remap: Remap;
  busy: boolean;
  /** Why the last key pressed here was not taken. */
  trouble: string | null;
  begin: () => void;
  /** Null goes back to the first key. */
  change: (key: string | null) => void;
}) {
  const id = bindingId(binding);
  const key = keyOf(binding, remap);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [reserved, setReserved] = useState<string | null>(null);
  const said = reserved ?? trouble;
  const errorId = `key-${id.replace(/\W/g, "-")}-error`;

  const leave = () => {
    setOpen(false);
    // After the button is back in the page.
    requestAnimationFrame(() => button.current?.focus());
  };

  const pressed = (event: KeyboardEvent) => {
    const captured = capturedKey(event.nativeEvent, binding.key);
    if (captured === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (captured.kind === "reserved")
      return setReserved(
        `${captured.name} belongs to the browser or to moving about. The key was not changed; choose a letter, a figure or a sign.`,
      );
    leave();
    if (captured.kind === "key") change(captured.key);
  };

  const start = () => {
    begin();
    setReserved(null);
    setOpen(true);
  };

  return (
    <li className="flex flex-wrap items-center gap-x-2 border-b border-border py-1 text-sm last:border-b-0">
      <span className="min-w-0 flex-1">{binding.label}</span>
      {id in remap && (
        <IconButton
          icon="undo"
          size="sm"
          label={`Back to the first key of: ${binding.label}`}
          disabled={busy}
          onClick={() => change(null)}
        />
      )}
      {binding.act === "native" ? (
        <span className="flex min-h-7 items-center text-fg-subtle" title="Cannot be changed">
          <Keys of={key} />
        </span>
      ) : open ? (
        <Input
          readOnly
          autoFocus
          value=""
          placeholder="Press a key…"
          aria-label={KEY_EDITOR.change(binding.label)}
          aria-description="Press the new key. Backspace means none, Tab leaves it as it is."
          onKeyDown={pressed}
          onBlur={() => setOpen(false)}
          className="w-32! text-center"
        />
      ) : (
        <button
          ref={button}
          type="button"
          disabled={busy}
          aria-label={KEY_EDITOR.change(binding.label)}
          aria-describedby={said ? errorId : undefined}
          onClick={start}
          className="inline-flex min-h-7 min-w-10 items-center justify-end gap-1 rounded-chip px-1.5 hover:bg-selected max-sm:min-h-12"
        >
          {key === "" ? <span className="text-xs text-fg-subtle">None</span> : <Keys of={key} />}
        </button>
      )}
      <span role="alert" className="basis-full empty:hidden">
        {said && <FieldErrorText id={errorId}>{said}</FieldErrorText>}
      </span>
    </li>
  );
}
