"use client";

import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { bindingId, type KeyBinding, keyOf, type Remap } from "@/components/shell/keys/binding";
import { Keys } from "@/components/shell/keys/keys";
import { IconButton } from "@/components/ui/button";
import { FieldErrorText, Input } from "@/components/ui/field";
import { capturedKey } from "./captured-key";

/** One action and its key; pressing the key's button records a new one. */
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
  /** Why the last key was refused. */
  trouble: string | null;
  begin: () => void;
  /** Null restores the default key. */
  change: (key: string | null) => void;
}) {
  const id = bindingId(binding);
  const key = keyOf(binding, remap);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [reserved, setReserved] = useState<string | null>(null);
  const said = reserved ?? trouble;
  const label = `Change the key of: ${binding.label}`;
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
    if (captured.kind === "reserved") return setReserved(reservedText(captured.name));
    leave();
    if (captured.kind === "key") change(captured.key);
  };

  return (
    <li className="flex flex-wrap items-center gap-x-2 border-b border-border py-1 text-sm last:border-b-0">
      <span className="min-w-0 flex-1">{binding.label}</span>
      {id in remap && (
        <IconButton
          icon="undo"
          size="sm"
          label={`Restore the default key of: ${binding.label}`}
          disabled={busy}
          onClick={() => change(null)}
        />
      )}
      {binding.act === "native" ? (
        <span className="flex min-h-7 items-center text-fg-subtle" title="Cannot be changed">
          <Keys of={key} />
        </span>
      ) : open ? (
        <PressAKey label={label} onKeyDown={pressed} onBlur={() => setOpen(false)} />
      ) : (
        <KeyButton
          ref={button}
          label={label}
          shown={key}
          disabled={busy}
          aria-describedby={said ? errorId : undefined}
          onClick={() => {
            begin();
            setReserved(null);
            setOpen(true);
          }}
        />
      )}
      <span role="alert" className="basis-full empty:hidden">
        {said && <FieldErrorText id={errorId}>{said}</FieldErrorText>}
      </span>
    </li>
  );
}

function reservedText(key: string): string {
  return `${key} is used by the browser or for moving around the page. The key was not changed; choose a letter, a digit or a symbol.`;
}

function PressAKey(props: { label: string; onKeyDown: (event: KeyboardEvent) => void; onBlur: () => void }) {
  const { label, ...events } = props;
  return (
    <Input
      readOnly
      autoFocus
      value=""
      placeholder="Press a key…"
      aria-label={label}
      aria-description="Press the new key. Backspace removes the key, Tab leaves it as it is."
      {...events}
      className="w-32! text-center"
    />
  );
}

function KeyButton({ label, shown, ...rest }: ComponentProps<"button"> & { label: string; shown: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className="inline-flex min-h-7 min-w-10 items-center justify-end gap-1 rounded-chip px-1.5 hover:bg-selected max-sm:min-h-12"
    >
      {shown === "" ? <span className="text-xs text-fg-subtle">None</span> : <Keys of={shown} />}
    </button>
  );
}
