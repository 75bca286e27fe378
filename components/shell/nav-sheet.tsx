"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { IconButton } from "@/components/ui/button";

// Loaded when a phone first opens it.
const Dialog = lazy(async () => ({ default: (await import("@/components/ui/dialog")).Dialog }));

/** The navigation on narrow screens: a button that opens it as a sheet. Going somewhere closes it. */
export function NavSheet({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const place = `${usePathname()}?${useSearchParams()}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what closes it
  useEffect(() => setOpen(false), [place]);

  return (
    <>
      <IconButton icon="menu" label="Menu" size="lg" aria-expanded={open} onClick={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <Dialog open onClose={() => setOpen(false)} title="Menu" kind="sheet">
            {children}
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
