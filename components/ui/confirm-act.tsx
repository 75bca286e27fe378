"use client";

import { useState } from "react";
import { Button, type ButtonProps } from "./button";
import type { ConfirmationProps } from "./confirmation";
import { openedPart } from "./lazy-part";

const Confirmation = openedPart(() => import("./confirmation").then((part) => part.Confirmation));

type Props = ConfirmationProps & {
  label: string;
} & Pick<ButtonProps, "variant" | "size" | "icon" | "disabled">;

/** A button whose action has consequences: a dialog names them, with the focus on Cancel. */
export function ConfirmAct({ label, variant, size, icon, disabled, ...dialog }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} size={size} icon={icon} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <Confirmation {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
