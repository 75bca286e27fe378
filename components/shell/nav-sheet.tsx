"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentProps, useEffect, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";

// Loads when a phone first opens it.
const Menu = openedPart(() => import("./sheet-menu").then((part) => part.SheetMenu));

/** The navigation on narrow screens: a button that opens a sheet. Navigating closes it. */
export function NavSheet(props: Omit<ComponentProps<typeof Menu>, "onClose">) {
  const [open, setOpen] = useState(false);
  const place = `${usePathname()}?${useSearchParams()}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what closes it
  useEffect(() => setOpen(false), [place]);

  return (
    <>
      <IconButton icon="menu" label="Menu" size="lg" aria-expanded={open} onClick={() => setOpen(true)} />
      {open && <Menu {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
