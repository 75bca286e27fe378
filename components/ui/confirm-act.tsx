"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button, type ButtonProps } from "./button";
import type { ActResult } from "./use-act";

const Confirmation = lazy(async () => {
  const { Confirmation: dialog } = await import("./confirmation");
  return { default: dialog };
});

export type ConfirmActProps = {
  /** Bound to its input by the caller: `() => revoke({ id })`. */
  act: () => Promise<ActResult>;
  /** The button's words; they end in "…" because a dialog follows. */
  label: string;
  title: string;
  /** What will happen and what cannot be undone. */
  description?: ReactNode;
  /** The words of the button that does it. */
  confirm: string;
  pendingLabel?: string;
  /** What has to be typed before it can be done. */
  typeToConfirm?: string;
  children?: ReactNode;
  onDone?: () => void;
} & Pick<ButtonProps, "variant" | "size" | "icon" | "disabled">;

/** A button whose act has consequences: a dialog names them, with the focus on Cancel. */
export function ConfirmAct({ label, variant, size, icon, disabled, ...dialog }: ConfirmActProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} size={size} icon={icon} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Confirmation {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
