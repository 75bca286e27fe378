"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentProps, lazy, Suspense, useEffect, useState } from "react";
import { IconButton } from "@/components/ui/button";

// Loaded when a phone first opens it.
const Menu = lazy(async () => ({ default: (await import("./sheet-menu")).SheetMenu }));

/** The navigation on narrow screens: a button that opens it as a sheet. Going somewhere closes it. */
export function NavSheet(props: Omit<ComponentProps<typeof Menu>, "onClose">) {
  const [open, setOpen] = useState(false);
  const place = `${usePathname()}?${useSearchParams()}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what closes it
  useEffect(() => setOpen(false), [place]);

  return (
    <>
      <IconButton icon="menu" label="Menu" size="lg" aria-expanded={open} onClick={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <Menu {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
