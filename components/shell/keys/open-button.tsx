"use client";

import type { ReactNode } from "react";
import { type Opened, openOver } from "./overlays";

/** A button that opens the palette or the sheet of keys. */
export function OpenButton({
  what,
  label,
  className,
  children,
}: {
  what: Opened;
  /** Its name, if the children do not contain it. */
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => openOver(what)}
      className={className}
    >
      {children}
    </button>
  );
}
